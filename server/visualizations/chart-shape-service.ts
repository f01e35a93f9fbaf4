import type { ChartRow } from '../../contract/visualization.ts';

const compare = (a: string | null, b: string | null): number => {
  const [one, other] = [Number(a), Number(b)];
  if (a !== null && b !== null && !Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  return (a ?? '\uffff').localeCompare(b ?? '\uffff', 'en', { numeric: true });
};

/** How the rows of an answer are to stand. */
export interface RowOrder {
  /** Times and bands: never cut, in their own order. */
  readonly isInOrder: boolean;
  /** So many of `by` stay, the largest first. */
  readonly most: number;
  /** Bands: those that stay stand in their own order, not the largest first. */
  readonly isBands?: boolean;
  /** Averages have no sum: what is left out of them is not shown. */
  readonly isSum?: boolean;
}

/** The largest groups stay; what is left is summed into one. */
export function readableRows(
  { isInOrder, most, isBands = false, isSum = true }: RowOrder,
  rows: readonly ChartRow[],
): ChartRow[] {
  if (isInOrder) return [...rows].sort((a, b) => compare(a.by, b.by) || compare(a.and, b.and));
  const sums = new Map<string | null, number>();
  for (const { by, value } of rows) sums.set(by, (sums.get(by) ?? 0) + value);
  const kept = [...sums].sort((a, b) => b[1] - a[1]).slice(0, most);
  const rank = new Map(kept.map(([by], at) => [by, at]));
  const shown = rows
    .filter(({ by }) => rank.has(by))
    .sort((a, b) => {
      const place = isBands ? compare(a.by, b.by) : (rank.get(a.by) ?? 0) - (rank.get(b.by) ?? 0);
      return place || compare(a.and, b.and);
    });
  if (!isSum) return shown;
  const none = { by: null, byId: null, latitude: null, longitude: null, isRest: true };
  const rest = new Map<string | null, ChartRow>();
  for (const { by, and, value, before } of rows) {
    if (rank.has(by)) continue;
    const known = rest.get(and);
    const sum = (known?.before ?? 0) + (before ?? 0);
    rest.set(and, {
      ...none,
      and,
      value: (known?.value ?? 0) + value,
      ...(before !== undefined && { before: sum }),
    });
  }
  return [...shown, ...rest.values()];
}
