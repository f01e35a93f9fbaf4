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
