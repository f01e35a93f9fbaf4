/** One measured figure beside its peer or limit, from one run. */
export interface BenchRow {
  readonly name: string;
  /** Our figure, in `unit`. */
  readonly ours: number;
  /** What it is held against in the same run; null when only a limit stands. */
  readonly peer: number | null;
  /** ours / peer, or ours when there is no peer; peer / ours where the limit is "times faster". */
  readonly ratio: number;
  /** What the ratio must keep to, such as `<= 2` or `>= 0.7`. */
  readonly limit: string;
  readonly isKept: boolean;
  readonly unit: string;
  /** The smallest and largest ratio of the repeats, where there were some. */
  readonly range?: { readonly least: number; readonly most: number };
}

type Limit = { atMost: number } | { atLeast: number } | { timesFaster: number };

function ratioOf(ours: number, peer: number | null, limit: Limit): number {
  if (peer === null) return ours;
  return 'timesFaster' in limit ? peer / ours : ours / peer;
}

/** Makes a row: the ratio to the peer (or our figure itself) held against a limit. */
export function benchRow(
  name: string,
  ours: number,
  peer: number | null,
  limit: Limit,
  unit: string,
): BenchRow {
  return rowOf({ name, ours, peer, ratio: ratioOf(ours, peer, limit), unit }, limit);
}

function rowOf(
  figures: Pick<BenchRow, 'name' | 'ours' | 'peer' | 'ratio' | 'unit'>,
  limit: Limit,
): BenchRow {
  const { ratio } = figures;
  if ('atMost' in limit)
    return { ...figures, limit: `<= ${limit.atMost}`, isKept: ratio <= limit.atMost };
  if ('atLeast' in limit)
    return { ...figures, limit: `>= ${limit.atLeast}`, isKept: ratio >= limit.atLeast };
  const { timesFaster } = limit;
  return { ...figures, limit: `>= ${timesFaster} times faster`, isKept: ratio >= timesFaster };
}

/**
 * Makes a row of repeats: each repeat's figure beside its peer of the same repeat (null: held against the limit alone).
 * Figures and ratio are medians, the range that of the ratios.
 */
export function repeatedRow(
  name: string,
  ours: readonly number[],
  peers: readonly number[] | null,
  limit: Limit,
  unit: string,
): BenchRow {
  const ratios = ours.map((one, at) =>
    ratioOf(one, peers === null ? null : (peers[at] ?? Number.NaN), limit),
  );
  const figures = {
    name,
    ours: median(ours),
    peer: peers === null ? null : median(peers),
    ratio: median(ratios),
    unit,
  };
  return {
    ...rowOf(figures, limit),
    range: { least: Math.min(...ratios), most: Math.max(...ratios) },
  };
}

/** Makes a row of what must not happen: counted beside a peer's, but held against none at all. */
export function countRow(name: string, ours: number, peer: number | null, unit: string): BenchRow {
  return rowOf({ name, ours, peer, ratio: ours, unit }, { atMost: 0 });
}

/** The middle of several figures; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The figure that a share (0 to 1) of the values doesn't exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
