/*
 * What is remembered of a column while its rows pass by: little enough for any file, and the same for the same file.
 */

/** 53 bits that tell texts apart. */
export function textHash(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}

const HASHES = 2 ** 53;

/** A copy that does not hold on to the text that it was cut out of. */
const own = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString());

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The most frequent ones; of equally frequent ones those that come first in the alphabet. */
const topOf = (counts: ReadonlyMap<string, number>, wanted: number): ValueCount[] =>
  [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, wanted)
    .map(([value, count]) => ({ value, count }));

/** The values that may be the most frequent ones: every other value came at most `forgotten` times. */
export interface WatchedValues {
  readonly values: readonly string[];
  readonly forgotten: number;
}

/**
 * Finds the most frequent values; past `most` values, those that came seldom are forgotten (lossy counting). A count is then
 * up to `forgotten` too high: `recount` counts what is left in a second pass.
 */
function frequencies(most: number) {
  const counts = new Map<string, number>();
  let forgotten = 0;
  const forget = (): void => {
    forgotten += 1;
    for (const [value, count] of counts) if (count <= forgotten) counts.delete(value);
  };
  return {
    add: (value: string): void => {
      const count = counts.get(value);
      if (count !== undefined) counts.set(value, count + 1);
      else {
        while (counts.size >= most) forget();
        counts.set(own(value), 1 + forgotten);
      }
    },
    /** Whether every value is still counted. */
    isWhole: (): boolean => forgotten === 0,
    size: (): number => counts.size,
    watched: (): WatchedValues => ({ values: [...counts.keys()], forgotten }),
    /** The most frequent ones, where every value is counted. */
    top: (wanted: number): ValueCount[] => topOf(counts, wanted),
  };
}

/** Counts the watched values exactly. */
export function recount({ values, forgotten }: WatchedValues) {
  const counts = new Map(values.map((value) => [value, 0]));
  return {
    add: (value: string): void => {
      const count = counts.get(value);
      if (count !== undefined) counts.set(value, count + 1);
    },
    /** The most frequent values of all; fewer than wanted where a forgotten one may be as frequent as the next. */
    top: (wanted: number): ValueCount[] =>
      topOf(counts, wanted).filter(({ count }) => count > forgotten),
  };
}

/** So many of the smallest hashes: the estimate is within some 3 %. */
const KEPT_HASHES = 1024;

/** Estimates how many different values came: by the smallest of their hashes. */
function distinctSketch() {
  let kept = new Set<number>();
  let limit = HASHES;
  return {
    add: (hash: number): void => {
      if (hash >= limit) return;
      kept.add(hash);
      if (kept.size < KEPT_HASHES * 2) return;
      const smallest = [...kept].sort((a, b) => a - b).slice(0, KEPT_HASHES);
      kept = new Set(smallest);
      limit = smallest.at(-1) ?? HASHES;
    },
    estimate: (): number => {
      const sorted = [...kept].sort((a, b) => a - b);
      const last = sorted[KEPT_HASHES - 1];
      return last === undefined ? sorted.length : Math.round(((KEPT_HASHES - 1) / last) * HASHES);
    },
  };
}

/**
 * Counts a column's values: how many different ones, and the most frequent by what is shown of them. `most` shown ones are
 * watched.
 */
export function valueTally(most: number) {
  const shownValues = frequencies(most);
  const different = distinctSketch();
  let count = 0;
  let hasCut = false;
  // Long values with the same beginning are shown as one.
  const isExact = (): boolean => shownValues.isWhole() && !hasCut;
  return {
    add: (value: string, shown = value): void => {
      count += 1;
      hasCut ||= shown !== value;
      shownValues.add(shown);
      different.add(textHash(value));
    },
    isExact,
    distinct: (): number =>
      isExact()
        ? shownValues.size()
        : Math.min(count, Math.max(shownValues.size(), different.estimate())),
    /** The most frequent ones; none where they must be counted again. */
    top: (wanted: number): ValueCount[] => (shownValues.isWhole() ? shownValues.top(wanted) : []),
    /** The values to be counted again; null where all are counted. */
    watched: (): WatchedValues | null => (shownValues.isWhole() ? null : shownValues.watched()),
  };
}

/** A fair sample of at most `most` values; all of them while there are no more. The same values give the same sample. */
export function sampler<Value>(most: number) {
  const kept: Value[] = [];
  let seen = 0;
  let state = 0x2545f491;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  return {
    add: (value: Value): void => {
      seen += 1;
      if (kept.length < most) kept.push(value);
      else {
        const at = Math.floor(random() * seen);
        if (at < most) kept[at] = value;
      }
    },
    values: (): readonly Value[] => kept,
  };
}
