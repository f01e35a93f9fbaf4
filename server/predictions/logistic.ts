import { setImmediate } from 'node:timers/promises';

/** A logistic model over standardised signs. */
export interface LogisticModel {
  readonly intercept: number;
  /** Per standard deviation of each sign. */
  readonly weights: readonly number[];
  readonly means: readonly number[];
  /** Never 0. */
  readonly deviations: readonly number[];
}

/** Pull towards 0 of each weight, so that few loans or signs that say the same don't make wild ones. */
const RIDGE = 1;
const MOST_STEPS = 25;
const ENOUGH = 1e-6;

/** A model needs so many rows, and so many of either kind. */
const LEAST_ROWS = 200;
const LEAST_OF_KIND = 30;

/** Whether so many rows, and of them so many of label 1, are enough to learn from. */
export const isEnough = (rows: number, ones: number): boolean =>
  rows >= LEAST_ROWS && ones >= LEAST_OF_KIND && rows - ones >= LEAST_OF_KIND;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function standard(rows: readonly (readonly number[])[]) {
  const width = rows[0]?.length ?? 0;
  const means = Array.from({ length: width }, (_, at) => {
    const sum = rows.reduce((before, row) => before + (row[at] ?? 0), 0);
    return sum / Math.max(1, rows.length);
  });
  const deviations = means.map((mean, at) => {
    const sum = rows.reduce((before, row) => before + ((row[at] ?? 0) - mean) ** 2, 0);
    return Math.sqrt(sum / Math.max(1, rows.length)) || 1;
  });
  return { means, deviations };
}

/** Solves a symmetric positive definite system in place (Gauss). */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const top = matrix[pivot] ?? [];
    for (let at = pivot + 1; at < size; at += 1) {
      const row = matrix[at] ?? [];
      const factor = (row[pivot] ?? 0) / (top[pivot] || 1);
      for (let column = pivot; column < size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (top[column] ?? 0);
      right[at] = (right[at] ?? 0) - factor * (right[pivot] ?? 0);
    }
  }
  const found = Array.from({ length: size }, () => 0);
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = matrix[at] ?? [];
    let sum = right[at] ?? 0;
    for (let column = at + 1; column < size; column += 1)
      sum -= (row[column] ?? 0) * (found[column] ?? 0);
    found[at] = sum / (row[at] || 1);
  }
  return found;
}

/** One Newton step: what the weights change by. */
function step(inputs: readonly number[][], labels: readonly number[], weights: readonly number[]) {
  const size = weights.length;
  const hessian = weights.map((_, at) =>
    weights.map((__, column): number => (at === column && at > 0 ? RIDGE : 0)),
  );
  const gradient = weights.map((weight, at): number => (at > 0 ? -RIDGE * weight : 0));
  for (const [index, input] of inputs.entries()) {
    let score = 0;
    for (let at = 0; at < size; at += 1) score += (weights[at] ?? 0) * (input[at] ?? 0);
    const chance = sigmoid(score);
    const slope = Math.max(chance * (1 - chance), 1e-9);
    const miss = (labels[index] ?? 0) - chance;
    for (let at = 0; at < size; at += 1) {
      const value = input[at] ?? 0;
      gradient[at] = (gradient[at] ?? 0) + miss * value;
      const row = hessian[at] ?? [];
      for (let column = 0; column < size; column += 1)
        row[column] = (row[column] ?? 0) + slope * value * (input[column] ?? 0);
    }
  }
  return solve(hessian, gradient);
}

/** Learns step by step: stops after each, a tenth of a second for the most rows. */
function* learning(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
): Generator<undefined, LogisticModel> {
  const { means, deviations } = standard(rows);
  const inputs = rows.map((row) => [
    1,
    ...row.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
  ]);
  let weights: number[] = Array.from({ length: means.length + 1 }, () => 0);
  for (let round = 0; round < MOST_STEPS; round += 1) {
    const change = step(inputs, labels, weights);
    weights = weights.map((weight, at) => weight + Math.max(-5, Math.min(5, change[at] ?? 0)));
    if (change.every((part) => Math.abs(part) < ENOUGH)) break;
    yield;
  }
  const [intercept = 0, ...rest] = weights;
  return { intercept, weights: rest, means, deviations };
}

/** Learns which signs go with label 1; the same rows give the same model. Labels must have both values. For threads. */
export function trainLogistic(...given: Parameters<typeof learning>): LogisticModel {
  const steps = learning(...given);
  let done = steps.next();
  while (done.done !== true) done = steps.next();
  return done.value;
}

/** As `trainLogistic`, where others are served meanwhile: they have their turn after each step. */
export async function trainInTurns(...given: Parameters<typeof learning>): Promise<LogisticModel> {
  const steps = learning(...given);
  let done = steps.next();
  while (done.done !== true) {
    await setImmediate();
    done = steps.next();
  }
  return done.value;
}

/** The chance of label 1. */
export function logisticChance(model: LogisticModel, row: readonly number[]): number {
  let score = model.intercept;
  for (const [at, weight] of model.weights.entries())
    score += (weight * ((row[at] ?? 0) - (model.means[at] ?? 0))) / (model.deviations[at] ?? 1);
  return sigmoid(score);
}
