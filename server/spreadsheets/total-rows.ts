/*
 * Rows of totals below (or between) the rows of a sheet: a row without a number of its own that says "Total", or whose
 * amounts are the sums of those above.
 */

/** "Total", "Grand Total:", "Pune branch total (12 loans)": nothing but that, with up to three words before; no formula. */
const label =
  /^(?!\s*[=@+]\w+\()[^\p{L}\p{N}]*(?:[\p{L}\p{M}\p{N}&.]+[\s-]+){0,3}(?:totals?|sum|कुल|योग)(?:\s+(?:accounts?|loans?|cases?|records?|rows?|amount|amt|outstanding|overdue|due|राशि|खाते|बकाया))?(?:[\s:.-]*(?:\(.{0,40}\)|[\d,.]+(?:\s*(?:accounts?|loans?|cases?|records?|rows?|nos?))?))?[^\p{L}\p{N}]*$/iu;

/** Hardly any cell gets beyond this. */
const labelWord = /total|sum|कुल|योग/i;

/** Whether a cell says that its row holds totals. */
export function isTotalLabel(text: string): boolean {
  return text.length < 60 && labelWord.test(text) && label.test(text);
}

/** What a row of totals is told as: the sums are right, or which column's is not (by index) and what it is. */
export type TotalVerdict =
  | { readonly is: 'total' }
  | { readonly is: 'wrong'; readonly index: number; readonly sum: number };

/** Watches the amounts of a sheet's rows, in their order. Amounts in whole rupees, null where a cell has none. */
export interface TotalsWatch {
  /** Counts a row that is no total. `isRounded` where an amount had paise: sums may differ by them. */
  add(amounts: readonly (number | null)[], isRounded: boolean): void;
  /** An amount could not be read: nothing can be said about its column's sum from here on. */
  lose(index: number): void;
  /** What a row without a number is, given that a cell of it says Total or not; null: an ordinary row. */
  judge(amounts: readonly (number | null)[], isLabelled: boolean): TotalVerdict | null;
}

interface Sums {
  readonly sums: number[];
  rows: number;
  rounded: number;
}

const noSums = (width: number): Sums => ({
  sums: Array.from({ length: width }, () => 0),
  rows: 0,
  rounded: 0,
});

function isSum(total: number, index: number, { sums, rounded }: Sums): boolean {
  return Math.abs(total - (sums[index] ?? 0)) <= 1 + rounded / 2;
}

/** A watch over so many columns of amounts. A total may be that of all rows or of those since the last total. */
export function totalsWatch(width: number): TotalsWatch {
  const all = noSums(width);
  let section = noSums(width);
  const lost = new Set<number>();
  const countIn = (into: Sums, amounts: readonly (number | null)[], isRounded: boolean): void => {
    for (let at = 0; at < width; at += 1) into.sums[at] = (into.sums[at] ?? 0) + (amounts[at] ?? 0);
    into.rows += 1;
    if (isRounded) into.rounded += 1;
  };
  return {
    add: (amounts, isRounded) => {
      countIn(all, amounts, isRounded);
      countIn(section, amounts, isRounded);
    },
    lose: (index) => {
      lost.add(index);
    },
    judge: (amounts, isLabelled) => {
      const given = amounts.flatMap((amount, index) =>
        amount === null ? [] : [{ amount, index }],
      );
      const told = given.filter(({ index }) => !lost.has(index));
      const wrong = told.find(
        ({ amount, index }) => !isSum(amount, index, all) && !isSum(amount, index, section),
      );
      if (isLabelled) {
        const sum = all.sums[wrong?.index ?? 0] ?? 0;
        section = noSums(width);
        return wrong ? { is: 'wrong', index: wrong.index, sum } : { is: 'total' };
      }
      const isTelling = all.rows > 1 && told.some(({ amount }) => amount !== 0);
      return isTelling && wrong === undefined ? { is: 'total' } : null;
    },
  };
}
