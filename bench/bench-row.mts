/** One measured figure beside its peer or limit, from one run. */
export interface BenchRow {
  readonly name: string;
  /** Our figure, in `unit`. */
  readonly ours: number;
  /** What it is held against in the same run; null when only a limit stands. */
  readonly peer: number | null;
  /** ours / peer, or ours when there is no peer. */
  readonly ratio: number;
  /** What the ratio must keep to, such as `<= 2` or `>= 0.7`. */
  readonly limit: string;
  readonly isKept: boolean;
  readonly unit: string;
}

/** Makes a row: the ratio to the peer (or our figure itself) held against a limit. */
export function benchRow(
  name: string,
  ours: number,
  peer: number | null,
  limit: { atMost: number } | { atLeast: number },
  unit: string,
): BenchRow {
  const ratio = peer === null ? ours : ours / peer;
  const isKept = 'atMost' in limit ? ratio <= limit.atMost : ratio >= limit.atLeast;
  const text = 'atMost' in limit ? `<= ${limit.atMost}` : `>= ${limit.atLeast}`;
  return { name, ours, peer, ratio, limit: text, isKept, unit };
}

/** The middle of several figures; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
