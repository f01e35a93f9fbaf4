/** Who paid something: what it owed and what it paid of that. `stage`: any name of its group. */
export interface Payer {
  readonly stage: string | number;
  readonly due: number;
  readonly paid: number;
}

/** A stage speaks for itself from so many payers on. */
const LEAST_PAYERS = 30;

const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);

/** By which power of the due payments grow, 0 to 1: the slope between their logarithms. 1 where all owe the same. */
function powerOf(payers: readonly Payer[]): number {
  const dues = payers.map(({ due }) => Math.log(due));
  const mean = sumOf(dues) / dues.length;
  const spread = sumOf(dues.map((due) => (due - mean) ** 2));
  const moved = sumOf(payers.map(({ paid }, at) => ((dues[at] ?? 0) - mean) * Math.log(paid)));
  return spread < 1e-9 ? 1 : Math.min(1, Math.max(0, moved / spread));
}

function amountBy(payers: readonly Payer[]): (due: number) => number {
  if (payers.length === 0) return () => 0;
  const power = powerOf(payers);
  const factor =
    sumOf(payers.map(({ paid }) => paid)) / sumOf(payers.map(({ due }) => due ** power));
  return (due) => (due <= 0 ? 0 : Math.min(due, factor * due ** power));
}

/**
 * What a loan of a stage brings when it pays, by its due. Most pay an instalment, which is all of a small due and little of a
 * large one: one share of the due for all would expect most of the largest loans. Scaled so that the payers of the stage
 * bring what they brought; a stage with few payers is as all are.
 */
export function payerAmounts(
  payers: readonly Payer[],
): (stage: string | number, due: number) => number {
  const known = payers
    .map((payer) => Object.assign({}, payer, { paid: Math.min(payer.paid, payer.due) }))
    .filter(({ paid }) => paid > 0);
  const all = amountBy(known);
  const stages = new Map<string | number, (due: number) => number>();
  for (const stage of new Set(known.map((payer) => payer.stage))) {
    const own = known.filter((payer) => payer.stage === stage);
    stages.set(stage, own.length >= LEAST_PAYERS ? amountBy(own) : all);
  }
  return (stage, due) => (stages.get(stage) ?? all)(due);
}
