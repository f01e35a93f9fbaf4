import type { SequenceRanges } from '../../contract/queued-work.ts';

/** Numbers as ascending ranges, both ends included; doubles count once. */
export function rangesOf(numbers: readonly number[]): SequenceRanges {
  return joinRanges(numbers.map((number) => [number, number]));
}

/** The same ranges ascending, those that touch or overlap joined; a range that ends before it begins is dropped. */
export function joinRanges(ranges: SequenceRanges): SequenceRanges {
  const joined: SequenceRanges = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (first > last) continue;
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** What of `ranges` is in none of `taken`. Works on ranges alone, so that a huge one costs nothing. */
export function withoutRanges(ranges: SequenceRanges, taken: SequenceRanges): SequenceRanges {
  const holes = joinRanges(taken);
  const left: SequenceRanges = [];
  for (const [first, last] of joinRanges(ranges)) {
    let from = first;
    for (const [holeFirst, holeLast] of holes) {
      if (holeLast < from || holeFirst > last) continue;
      if (holeFirst > from) left.push([from, holeFirst - 1]);
      from = holeLast + 1;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}
