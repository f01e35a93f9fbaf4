import { fileSentence } from '../../contract/file-words.ts';
import { countText } from '../../contract/rupees.ts';
import type { DayColumn } from './day-value.ts';
import type { SheetRow } from './sheet-row.ts';

const maxNamed = 5;

/** The hidden rows among those that were read. */
export class HiddenRows {
  #count = 0;
  #first = 0;

  /** Counts a row when it is hidden. */
  note({ isHidden, number }: SheetRow): void {
    if (isHidden !== true) return;
    if (this.#count === 0) this.#first = number;
    this.#count += 1;
  }

  /** What to say of them; nothing where there is none. */
  notes(): string[] {
    if (this.#count === 0) return [];
    if (this.#count === 1) return [fileSentence('hidden-row', { row: this.#first })];
    return [fileSentence('hidden-rows', { count: countText(this.#count), row: this.#first })];
  }
}

/**
 * What people should know about how a file was read, in sentences: dates that start with the month, dates that can be read
 * in two ways, sheets of the workbook that were not read.
 */
export function readingNotes(
  days: readonly { readonly header: string; readonly column: DayColumn }[],
  monthFirst: readonly string[],
  otherSheets: readonly string[],
): string[] {
  const notes: string[] = [];
  for (const { header, column } of days) {
    const proof = column.evidence();
    if (monthFirst.includes(header))
      notes.push(
        fileSentence('month-first', { column: header, count: countText(proof.monthFirst) }),
      );
    else if (proof.either > 0 && proof.dayFirst === 0 && proof.monthFirst === 0)
      notes.push(fileSentence('either-order', { column: header }));
  }
  const names = otherSheets
    .slice(0, maxNamed)
    .map((name) => `"${name}"`)
    .join(', ');
  const more = otherSheets.length - maxNamed;
  if (more > 0) notes.push(fileSentence('more-sheets', { names, more }));
  else if (names !== '') notes.push(fileSentence('other-sheets', { names }));
  return notes;
}
