/** What rounding a file's amounts to whole rupees came to. */
export interface Rounding {
  /** Cells with paise. */
  readonly cells: number;
  /** By how much their amounts became more (less: below 0) in all, in paise. */
  readonly paise: number;
}

const fraction = /\d\.(\d+)/;

/** By how much, in paise, the amount `stored` (whole rupees) is more than what the cell says; 0 for a whole amount. */
function paiseAdded(text: string, stored: string): number {
  const digits = fraction.exec(text)?.[1];
  if (digits === undefined) return 0;
  const part = Number(`0.${digits}`);
  const added = Math.round((digits >= '5' ? 1 - part : -part) * 100);
  const isNegative = stored.startsWith('-') || (stored === '0' && /-|\(|cr/i.test(text));
  return added === 0 ? 0 : isNegative ? -added : added;
}

/** Whether a text has paise: its rupees were rounded. */
export function hasPaise(text: string): boolean {
  const at = text.indexOf('.');
  return at !== -1 && /[1-9]/.test(text.slice(at + 1));
}

/** Counts a file's roundings while it is read. */
export class RoundingCount {
  #cells = 0;
  #paise = 0;

  /** Amounts by field as their cells say them, of those that were rounded; null when there is none. */
  note(
    amounts: Iterable<readonly [field: string, text: string, stored: string | null | undefined]>,
  ): Record<string, string> | null {
    let originals: Record<string, string> | null = null;
    for (const [field, text, stored] of amounts) {
      const added = stored === null || stored === undefined ? 0 : paiseAdded(text, stored);
      if (added === 0) continue;
      this.#cells += 1;
      this.#paise += added;
      originals ??= {};
      originals[field] = text.slice(0, 100);
    }
    return originals;
  }

  get result(): Rounding {
    return { cells: this.#cells, paise: this.#paise };
  }
}
