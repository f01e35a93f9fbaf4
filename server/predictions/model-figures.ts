/** The chance that one who paid is ranked above one who did not; ties count half. Null without both. */
export function areaUnderCurve(
  chances: readonly number[],
  labels: readonly number[],
): number | null {
  const order = chances
    .map((_, at) => at)
    .toSorted((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0));
  const ones = labels.filter((label) => label === 1).length;
  const zeros = labels.length - ones;
  if (ones === 0 || zeros === 0) return null;
  let ranks = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && chances[order[to] ?? 0] === chances[order[from] ?? 0]) to += 1;
    for (let at = from; at < to; at += 1)
      if (labels[order[at] ?? 0] === 1) ranks += (from + to + 1) / 2;
    from = to;
  }
  return (ranks - (ones * (ones + 1)) / 2) / (ones * zeros);
}

/** The mean squared miss of the chances: 0 is perfect. Null for none. */
export function brierScore(chances: readonly number[], labels: readonly number[]): number | null {
  if (chances.length === 0) return null;
  const sum = chances.reduce((before, chance, at) => before + (chance - (labels[at] ?? 0)) ** 2, 0);
  return sum / chances.length;
}

const Z = 1.96;

/** A share with its 95 % interval (Wilson), each from 0 to 1; all 0 to 1 for none. */
export function shareOf(count: number, of: number): { share: number; low: number; high: number } {
  if (of === 0) return { share: 0, low: 0, high: 1 };
  const share = count / of;
  const base = 1 + (Z * Z) / of;
  const middle = (share + (Z * Z) / (2 * of)) / base;
  const reach = (Z / base) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return { share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

const TENTHS = 10;

/** Rows by their chance, the lowest first. */
const byChance = (chances: readonly number[]): number[] =>
  chances.map((_, at) => at).toSorted((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0) || a - b);

/** The greatest distance between the shares of payers and of others at or below a chance. Null without both. */
export function kolmogorovSmirnov(
  chances: readonly number[],
  labels: readonly number[],
): number | null {
  const ones = labels.filter((label) => label === 1).length;
  const zeros = labels.length - ones;
  if (ones === 0 || zeros === 0) return null;
  const order = byChance(chances);
  let [below, belowOnes, most] = [0, 0, 0];
  for (const [place, at] of order.entries()) {
    below += 1;
    belowOnes += labels[at] ?? 0;
    const next = order[place + 1];
    if (next !== undefined && chances[next] === chances[at]) continue;
    most = Math.max(most, Math.abs((below - belowOnes) / zeros - belowOnes / ones));
  }
  return most;
}

const mean = (part: readonly number[], of: readonly number[]): number =>
  part.reduce((sum, at) => sum + (of[at] ?? 0), 0) / part.length;

/** Mean chance and share of payers by tenths of the chance, the lowest first; empty tenths are left out. */
export function reliabilityOf(
  chances: readonly number[],
  labels: readonly number[],
): { expected: number; paid: number; loans: number }[] {
  const order = byChance(chances);
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const from = Math.floor((tenth * order.length) / TENTHS);
    return order.slice(from, Math.floor(((tenth + 1) * order.length) / TENTHS));
  })
    .filter((part) => part.length > 0)
    .map((part) => ({
      expected: mean(part, chances),
      paid: mean(part, labels),
      loans: part.length,
    }));
}

/** The greatest miss of a tenth's mean chance. Null for none. */
export function calibrationErrorOf(
  chances: readonly number[],
  labels: readonly number[],
): number | null {
  const misses = reliabilityOf(chances, labels).map(({ expected, paid }) =>
    Math.abs(expected - paid),
  );
  return misses.length === 0 ? null : Math.max(...misses);
}

/** The share of all money that the first tenth of the rows by `order` (largest first) brought. Null without money. */
export function capturedBy(order: readonly number[], money: readonly number[]): number | null {
  const all = money.reduce((sum, one) => sum + one, 0);
  if (all <= 0) return null;
  const first = order
    .map((_, at) => at)
    .toSorted((a, b) => (order[b] ?? 0) - (order[a] ?? 0) || a - b)
    .slice(0, Math.max(1, Math.round(order.length / TENTHS)));
  return first.reduce((sum, at) => sum + (money[at] ?? 0), 0) / all;
}

/** The inner edges of ten equally filled bins; equal ones once. */
export function binEdges(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const edges = Array.from(
    { length: TENTHS - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / TENTHS)] ?? 0,
  );
  return [...new Set(edges)];
}

/** Adds a value to its bin. */
export function countIn(edges: readonly number[], counts: number[], value: number): void {
  let bin = 0;
  while (bin < edges.length && value >= (edges[bin] ?? 0)) bin += 1;
  counts[bin] = (counts[bin] ?? 0) + 1;
}

/** How many values lie in each bin. */
export function countBins(edges: readonly number[], values: readonly number[]): number[] {
  const counts = Array.from({ length: edges.length + 1 }, () => 0);
  for (const value of values) countIn(edges, counts, value);
  return counts;
}

function binShare(counts: readonly number[], at: number): number {
  const all = counts.reduce((sum, one) => sum + one, 0);
  return Math.max(1e-4, (counts[at] ?? 0) / Math.max(1, all));
}

/** Population stability index of two counts over the same bins: 0 is the same, from 0.25 on they differ much. */
export function stabilityIndex(before: readonly number[], after: readonly number[]): number {
  return before.reduce((sum, _, at) => {
    const [was, is] = [binShare(before, at), binShare(after, at)];
    return sum + (is - was) * Math.log(is / was);
  }, 0);
}
