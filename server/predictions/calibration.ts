import { z } from 'zod';

const isRising = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value));

/** What turns the trees' log odds into chances: log odds of truth at some scores, straight lines between them. */
export const calibrationSchema = z
  .object({
    kind: z.enum(['ISOTONIC', 'PLATT']),
    /** Rising. */
    scores: z.array(z.number()).min(2),
    /** Never falling. */
    logits: z.array(z.number()).min(2),
  })
  .refine(
    ({ scores, logits }) => scores.length === logits.length && isRising(scores) && isRising(logits),
    'This is no calibration.',
  );

/** What turns the trees' log odds into chances. */
export type Calibration = z.infer<typeof calibrationSchema>;

/** An isotonic one needs so many rows per step, and so many steps; fewer rows get a straight line (Platt). */
const STEP_ROWS = 150;
const LEAST_STEPS = 12;
const MOST_STEPS = 40;
const SLOPE_BEYOND = 1;

const logit = (share: number): number => Math.log(share / (1 - share));
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

interface Block {
  score: number;
  ones: number;
  count: number;
}

/** Neighbours that stand in the wrong order are taken together, until none does. */
function pool(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = [];
  for (const block of blocks) {
    let last = { ...block };
    for (;;) {
      const before = pooled.at(-1);
      if (before === undefined || before.ones / before.count < last.ones / last.count) break;
      pooled.pop();
      const count = before.count + last.count;
      last = {
        score: (before.score * before.count + last.score * last.count) / count,
        ones: before.ones + last.ones,
        count,
      };
    }
    pooled.push(last);
  }
  return pooled;
}

/** A line through the log odds by Newton's method; never falling. */
function platt(scores: ArrayLike<number>, labels: ArrayLike<number>): Calibration {
  let [base, slope] = [0, 1];
  for (let round = 0; round < 30; round += 1) {
    let [g0, g1, h00, h01, h11] = [0, 1 - slope, 1e-6, 0, 1];
    for (let at = 0; at < scores.length; at += 1) {
      const score = scores[at] ?? 0;
      const chance = sigmoid(base + slope * score);
      const miss = (labels[at] ?? 0) - chance;
      const weight = Math.max(chance * (1 - chance), 1e-9);
      g0 += miss;
      g1 += miss * score;
      h00 += weight;
      h01 += weight * score;
      h11 += weight * score * score;
    }
    const det = h00 * h11 - h01 * h01 || 1;
    base += (h11 * g0 - h01 * g1) / det;
    slope = Math.max(0.05, slope + (h00 * g1 - h01 * g0) / det);
  }
  return { kind: 'PLATT', scores: [-10, 10], logits: [base - 10 * slope, base + 10 * slope] };
}

/** Learns from rows that the trees have not seen: their log odds, and what came of them. */
export function calibrate(scores: ArrayLike<number>, labels: ArrayLike<number>): Calibration {
  const steps = Math.min(MOST_STEPS, Math.floor(scores.length / STEP_ROWS));
  if (steps < LEAST_STEPS) return platt(scores, labels);
  const order = Array.from(scores, (_, at) => at).toSorted(
    (a, b) => (scores[a] ?? 0) - (scores[b] ?? 0),
  );
  const blocks = Array.from({ length: steps }, (_, step): Block => {
    const from = Math.floor((step * order.length) / steps);
    const part = order.slice(from, Math.floor(((step + 1) * order.length) / steps));
    return {
      score: part.reduce((sum, at) => sum + (scores[at] ?? 0), 0) / part.length,
      // One half of a payer more and one of the others: no step is certain.
      ones: part.reduce((sum, at) => sum + (labels[at] ?? 0), 0.5),
      count: part.length + 1,
    };
  });
  const pooled = pool(blocks);
  if (pooled.length < 3) return platt(scores, labels);
  return {
    kind: 'ISOTONIC',
    scores: pooled.map(({ score }) => score),
    logits: pooled.map(({ ones, count }) => logit(ones / count)),
  };
}

/** How far a stage's log odds may lie beside the others' before its rows have said so. */
const SHIFT_SPREAD = 0.5;

/**
 * What is added to the log odds of one stage's rows, so that their chances come out right together: trees that saw few of a
 * stage take it for its neighbours. Few rows say little: the shift is drawn towards 0.
 */
export function stageShift(chances: readonly number[], labels: readonly number[]): number {
  const odds = chances.map(logit);
  let shift = 0;
  for (let round = 0; round < 30; round += 1) {
    let [slope, bend] = [-shift / SHIFT_SPREAD ** 2, 1 / SHIFT_SPREAD ** 2];
    for (const [at, odd] of odds.entries()) {
      const chance = sigmoid(odd + shift);
      slope += (labels[at] ?? 0) - chance;
      bend += chance * (1 - chance);
    }
    shift += slope / bend;
  }
  return shift;
}

/** A chance whose log odds are shifted. */
export const shifted = (chance: number, shift: number): number => sigmoid(logit(chance) + shift);

/** The chance, 0 to 1, of log odds that the trees gave. */
export function calibrated({ scores, logits }: Calibration, score: number): number {
  const last = scores.length - 1;
  const [lowest = 0, highest = 0] = [scores[0], scores[last]];
  if (score <= lowest) return sigmoid((logits[0] ?? 0) + SLOPE_BEYOND * (score - lowest));
  if (score >= highest) return sigmoid((logits[last] ?? 0) + SLOPE_BEYOND * (score - highest));
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((scores[middle] ?? 0) <= score) low = middle;
    else high = middle;
  }
  const [from = 0, to = 1] = [scores[low], scores[high]];
  const [lower = 0, upper = 0] = [logits[low], logits[high]];
  return sigmoid(lower + ((upper - lower) * (score - from)) / (to - from || 1));
}
