/** Numbers that a device gave out and that neither waits on it nor is known. */
export function missingNumbers(
  given: number,
  waiting: readonly [number, number][],
  known: readonly number[],
): number[] {
  const there = new Set(known);
  const missing: number[] = [];
  for (let number = 1; number <= given; number += 1) {
    const isWaiting = waiting.some(([first, last]) => number >= first && number <= last);
    if (!there.has(number) && !isWaiting) missing.push(number);
  }
  return missing;
}
