import { MODEL_SIGNS, SIGNS, STAGES } from '../../contract/prediction.ts';
import type { ModelCard, ModelProblem } from '../../contract/recovery-model.ts';
import { calibrate, stageShift } from './calibration.ts';
import { askForest, openForest } from './forest.ts';
import { isEnough, logisticChance, trainLogistic } from './logistic.ts';
import type { LogisticModel } from './logistic.ts';
import { makeCard } from './model-card.ts';
import type { BasicAnswer } from './model-card.ts';
import { areaUnderCurve, binEdges, countBins } from './model-figures.ts';
import { payerAmounts } from './payer-amount.ts';
import { chanceOf, modelForm, openModel, shareOf } from './stored-model.ts';
import type { Model, StoredModel } from './stored-model.ts';
import { WIDTH, labelOf, paidShareOf, signsOf } from './training-rows.ts';
import type { TrainingRows } from './training-rows.ts';
import { trainForest } from './ydf-forest.ts';

/** Rows that trees need to learn from, and to be tried on; and of either kind in each part. */
const LEAST_LEARNED = 400;
const LEAST_TRIED = 100;
const LEAST_OF_KIND = 10;
/** An amount model needs so many payers; fewer share one mean. */
const LEAST_PAYERS = 300;
/** A sign that alone tells payers this well knows what came later. */
const LEAK_OF_SIGN = 0.95;
const LEAK_OF_MODEL = 0.98;
/** Ranking may be so much worse where the chances are better. */
const AUC_SLACK = 0.005;

/** What the thread that trains is given. */
export interface TrainingTask {
  readonly rows: TrainingRows;
  /** First days, oldest first. */
  readonly months: readonly string[];
  readonly groups: readonly { client: string; column: string; group: string }[];
  /** The model in use, as it is stored; null: none. */
  readonly champion: unknown;
  /** Share of the loans that was looked at. */
  readonly sample: number;
}

/** What became of it. */
export interface TrainingResult {
  readonly problem: ModelProblem | null;
  readonly card: ModelCard | null;
  readonly model: StoredModel | null;
}

/** Rows by their place in the pack. */
export interface Split {
  readonly learned: readonly number[];
  readonly calibrated: readonly number[];
  readonly tried: readonly number[];
}

const without = (problem: ModelProblem): TrainingResult => ({ problem, card: null, model: null });

/** The newest month to try, the one before to calibrate, the others to learn from; of two months each fourth row calibrates. */
function splitByTime(rows: TrainingRows): Split | null {
  const months = [...new Set(rows.months)].toSorted((a, b) => a - b);
  const last = months.at(-1);
  const before = months.at(-2);
  if (last === undefined || before === undefined) return null;
  const split = { learned: [] as number[], calibrated: [] as number[], tried: [] as number[] };
  for (let at = 0; at < rows.count; at += 1) {
    const month = rows.months[at];
    const isForCalibration = months.length > 2 ? month === before : at % 4 === 0;
    if (month === last) split.tried.push(at);
    else if (isForCalibration) split.calibrated.push(at);
    else split.learned.push(at);
  }
  return split;
}

function findProblem(rows: TrainingRows, split: Split): ModelProblem | null {
  const all = [...split.learned, ...split.calibrated, ...split.tried];
  const payers = (part: readonly number[]) => part.reduce((sum, at) => sum + labelOf(rows, at), 0);
  if (all.length < LEAST_LEARNED + 2 * LEAST_TRIED) return 'TOO_LITTLE';
  if (payers(all) === 0 || payers(all) === all.length) return 'ONE_CLASS';
  const hasFew = ([part, least]: readonly [readonly number[], number]) => {
    const ones = payers(part);
    return part.length < least || ones < LEAST_OF_KIND || part.length - ones < LEAST_OF_KIND;
  };
  const parts = [
    [split.learned, LEAST_LEARNED],
    [split.calibrated, LEAST_TRIED],
    [split.tried, LEAST_TRIED],
  ] as const;
  return parts.some(hasFew) ? 'TOO_LITTLE' : null;
}

/** Signs that alone tell nearly all: what no honest sign does. */
export function suspectedSigns(rows: TrainingRows, part: readonly number[]): number[] {
  const labels = part.map((at) => labelOf(rows, at));
  return MODEL_SIGNS.map((_, sign) => sign).filter((sign) => {
    const area = areaUnderCurve(
      part.map((at) => rows.signs[at * WIDTH + sign] ?? 0),
      labels,
    );
    return area !== null && Math.max(area, 1 - area) > LEAK_OF_SIGN;
  });
}

/** The basic predictor's chances and amounts for rows from which it learned nothing: by stage where that has enough, else by all. */
function askBasic(rows: TrainingRows, { learned, calibrated, tried }: Split): BasicAnswer {
  const signs = (at: number) =>
    Array.from(rows.signs.subarray(at * WIDTH, at * WIDTH + SIGNS.length));
  const train = (part: readonly number[]): LogisticModel | null => {
    const labels = part.map((at): number => labelOf(rows, at));
    const ones = labels.reduce((sum, label) => sum + label, 0);
    return isEnough(part.length, ones) ? trainLogistic(part.map(signs), labels) : null;
  };
  const known = [...learned, ...calibrated];
  const all = train(known);
  const models = new Map<number, LogisticModel | null>();
  const stageAt = (at: number): number => rows.stages[at] ?? 0;
  const brings = payerAmounts(
    known.map((at) => ({ stage: stageAt(at), due: rows.due[at] ?? 0, paid: rows.paid[at] ?? 0 })),
  );
  const chances = tried.map((at) => {
    const stage = stageAt(at);
    if (!models.has(stage))
      models.set(stage, train(known.filter((row) => rows.stages[row] === stage)));
    const model = models.get(stage) ?? all;
    return model === null ? 0 : logisticChance(model, signs(at));
  });
  const amounts = chances.map((chance, place) => {
    const at = tried[place] ?? 0;
    return chance * brings(stageAt(at), rows.due[at] ?? 0);
  });
  return { chances, amounts };
}

const share = (part: readonly number[], rows: TrainingRows): number =>
  part.reduce((sum, at) => sum + paidShareOf(rows, at), 0) / Math.max(1, part.length);

async function trainShare(
  rows: TrainingRows,
  learned: readonly number[],
  left: ReadonlySet<number>,
) {
  const payers = learned.filter((at) => labelOf(rows, at) === 1);
  if (payers.length < LEAST_PAYERS) return null;
  const labels = payers.map((at) => paidShareOf(rows, at));
  return trainForest({ rows: signsOf(rows, payers), width: WIDTH, labels }, 'REGRESSION', left);
}

/** Payers of a stage that count as much as all others do for its amounts. */
const PAYERS_OF_WEIGHT = 20;
const MOST_SCALED = 3;

const bounded = (scale: number): number => Math.min(MOST_SCALED, Math.max(1 / MOST_SCALED, scale));

/** What amounts are multiplied by, so that those of the month of calibration come out right. */
function amountScale(model: Model, rows: TrainingRows, part: readonly number[]): number {
  let [expected, came] = [0, 0];
  for (const at of part) {
    const due = rows.due[at] ?? 0;
    expected += chanceOf(model, rows, at) * shareOf(model, rows, at) * due;
    came += Math.min(rows.paid[at] ?? 0, due);
  }
  return expected > 0 && came > 0 ? bounded(came / expected) : 1;
}

/** The same by stage; few payers say little, and a stage's scale is drawn towards that of all. */
function stageScales(model: Model, rows: TrainingRows, part: readonly number[], all: number) {
  return STAGES.map((_, stage) => {
    const own = part.filter((at) => rows.stages[at] === stage);
    const payers = own.filter((at) => labelOf(rows, at) === 1).length;
    const weight = payers / (payers + PAYERS_OF_WEIGHT);
    const scale = payers === 0 ? all : amountScale(model, rows, own);
    return bounded(Math.exp(weight * Math.log(scale) + (1 - weight) * Math.log(all)));
  });
}

function opened(stored: StoredModel): Model {
  const model = openModel(stored);
  if (model === null) throw new Error('The model that was trained can not be read.');
  return model;
}

/**
 * The signs and the chance of the newest month by bins of what was learned from: what today's loans are compared with. Older months
 * would call it a drift that a stock grows older with its agency, which no new training mends.
 */
function binsOf(model: Model, rows: TrainingRows, { learned, calibrated, tried }: Split) {
  const columns = [
    ...MODEL_SIGNS.map((_, sign) => (at: number) => rows.signs[at * WIDTH + sign] ?? 0),
    (at: number) => chanceOf(model, rows, at),
  ];
  const known = [...learned, ...calibrated];
  return columns.map((column) => {
    const edges = binEdges(known.map(column));
    return { edges, counts: countBins(edges, tried.map(column)) };
  });
}

/** What each stage's chances are short of or beyond on the month of calibration. */
function shiftsOf(model: Model, rows: TrainingRows, part: readonly number[]): number[] {
  return STAGES.map((_, stage) => {
    const own = part.filter((at) => rows.stages[at] === stage);
    return stageShift(
      own.map((at) => chanceOf(model, rows, at)),
      own.map((at) => labelOf(rows, at)),
    );
  });
}

async function trainParts(
  rows: TrainingRows,
  split: Split,
  left: ReadonlySet<number>,
): Promise<StoredModel> {
  const { learned, calibrated } = split;
  const labels = learned.map((at) => labelOf(rows, at));
  const chance = await trainForest(
    { rows: signsOf(rows, learned), width: WIDTH, labels },
    'CLASSIFICATION',
    left,
  );
  const forest = openForest(chance);
  const calibration = calibrate(
    calibrated.map((at) => askForest(forest, rows.signs, at * WIDTH)),
    calibrated.map((at) => labelOf(rows, at)),
  );
  const payers = learned.filter((at) => labelOf(rows, at) === 1);
  const model: StoredModel = {
    ...modelForm,
    chance,
    calibration,
    shifts: STAGES.map(() => 0),
    share: await trainShare(rows, learned, left),
    meanShare: share(payers, rows),
    scale: 1,
    bins: Array.from({ length: WIDTH + 1 }, () => ({ edges: [], counts: [0] })),
  };
  const shifts = shiftsOf(opened(model), rows, calibrated);
  const ready = opened({ ...model, shifts });
  const scale = amountScale(ready, rows, calibrated);
  return {
    ...model,
    shifts,
    scale,
    scales: stageScales(ready, rows, calibrated, scale),
    bins: binsOf(ready, rows, split),
  };
}

function judge({ model, basic, champion }: ModelCard): ModelProblem | null {
  if ((model.auc ?? 0) > LEAK_OF_MODEL) return 'LEAK';
  const rival = champion ?? basic;
  const isBetter =
    (model.brier ?? 1) < (rival.brier ?? 1) - 1e-6 &&
    (model.auc ?? 0) >= (rival.auc ?? 0) - AUC_SLACK;
  return isBetter ? null : 'NOT_BETTER';
}

/** Trains a model and tries it on the newest month, from which it learned nothing. */
export async function trainModel(task: TrainingTask): Promise<TrainingResult> {
  const began = performance.now();
  const { rows } = task;
  const split = splitByTime(rows);
  if (split === null) return without(rows.count === 0 ? 'TOO_LITTLE' : 'NO_LATER_MONTH');
  const problem = findProblem(rows, split);
  if (problem !== null) return without(problem);
  const suspected = suspectedSigns(rows, [...split.learned, ...split.calibrated]);
  if (suspected.length === WIDTH) return without('LEAK');
  const stored = await trainParts(rows, split, new Set(suspected));
  const card = makeCard({
    task,
    split,
    model: opened(stored),
    champion: openModel(task.champion),
    basic: askBasic(rows, split),
    suspected: suspected.flatMap((sign) => MODEL_SIGNS[sign] ?? []),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  });
  return { problem: judge(card), card, model: stored };
}
