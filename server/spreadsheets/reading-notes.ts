import type { DayColumn } from './day-value.ts';

const maxNamed = 5;

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/**
 * What people should know about how a file was read, in sentences: dates that start with the month, dates that can be read
 * in two ways, sheets of the workbook that were not read. `content`: what the rows are about (`loans`, `payments`).
 */
export function readingNotes(
  days: readonly { readonly header: string; readonly column: DayColumn }[],
  monthFirst: readonly string[],
  otherSheets: readonly string[],
  content: string,
): string[] {
  const notes: string[] = [];
  for (const { header, column } of days) {
    const proof = column.evidence();
    if (monthFirst.includes(header))
      notes.push(
        `The dates of "${header}" start with the month (${proof.monthFirst} of them can be read in no other way): the whole column was read so.`,
      );
    else if (proof.either > 0 && proof.dayFirst === 0 && proof.monthFirst === 0)
      notes.push(
        `No date of "${header}" tells whether the day or the month stands first: they were read with the day first. Check a few of them.`,
      );
  }
  if (otherSheets.length > 0)
    notes.push(
      `The workbook has other sheets that were not read: ${quoted(otherSheets)}. Upload the file again and choose one of them if it holds ${content} too.`,
    );
  return notes;
}
