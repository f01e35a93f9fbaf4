import { z } from 'zod';

const whole = z.array(z.int());
const real = z.array(z.number());
/** Log odds and shares are far below; larger ones would sum up to no number. */
const MOST = 1e6;
const summed = z.number().min(-MOST).max(MOST);

/**
 * Boosted trees as flat lists over all their nodes. A node's second child (the value is at least `cut`) follows the whole
 * subtree of its first, which is the next node.
 */
export const forestSchema = z
  .object({
    bias: summed,
    /** The first node of each tree. */
    roots: whole,
    /** The sign that a node asks; -1: a leaf. */
    signs: whole,
    cuts: real,
    /** The node for values of `cut` and more; 0 at leaves. */
    highs: whole,
    values: z.array(summed),
  })
  .refine(({ roots, signs, cuts, highs, values }) => {
    const count = signs.length;
    const isWhole = [cuts, highs, values].every((list) => list.length === count);
    const isForward = signs.every((sign, at) => {
      const high = highs[at] ?? 0;
      return sign < 0 || (high > at + 1 && high < count);
    });
    return isWhole && isForward && roots.every((root) => root >= 0 && root < count);
  }, 'These are no trees.');

/** Boosted trees, as they are stored. */
export type StoredForest = z.infer<typeof forestSchema>;

/** Boosted trees, ready to be asked. */
export interface Forest {
  readonly bias: number;
  readonly roots: Int32Array;
  readonly signs: Int16Array;
  readonly cuts: Float32Array;
  readonly highs: Int32Array;
  readonly values: Float32Array;
}

/** Makes stored trees ready. */
export const openForest = (stored: StoredForest): Forest => ({
  bias: stored.bias,
  roots: Int32Array.from(stored.roots),
  signs: Int16Array.from(stored.signs),
  cuts: Float32Array.from(stored.cuts),
  highs: Int32Array.from(stored.highs),
  values: Float32Array.from(stored.values),
});

/**
 * The sum of the trees for the row that begins at `from`. With `parts`, what each sign added is added to it: from each
 * question to the next, by how much the mean of the answers moved.
 */
export function askForest(
  forest: Forest,
  rows: Float32Array,
  from: number,
  parts?: Float64Array,
): number {
  const { signs, cuts, highs, values } = forest;
  let sum = forest.bias;
  for (const root of forest.roots) {
    let node = root;
    let sign = signs[node] ?? -1;
    while (sign >= 0) {
      const isHigh = (rows[from + sign] ?? 0) >= (cuts[node] ?? 0);
      const next = isHigh ? (highs[node] ?? 0) : node + 1;
      if (parts !== undefined)
        parts[sign] = (parts[sign] ?? 0) + (values[next] ?? 0) - (values[node] ?? 0);
      node = next;
      sign = signs[node] ?? -1;
    }
    sum += values[node] ?? 0;
  }
  return sum;
}
