import { MODEL_SIGNS, STAGES } from '../../contract/prediction.ts';
import type { ModelSign } from '../../contract/prediction.ts';
import type { ModelCard } from '../../contract/recovery-model.ts';
import {
  areaUnderCurve,
  brierScore,
  calibrationErrorOf,
  capturedBy,
  kolmogorovSmirnov,
  reliabilityOf,
} from './model-figures.ts';
import type { Split, TrainingTask } from './model-training.ts';
import { chanceOf, shareOf } from './stored-model.ts';
import type { Model } from './stored-model.ts';
import { WIDTH, labelOf } from './training-rows.ts';
import type { TrainingRows } from './training-rows.ts';

/** What the basic predictor says of the rows that are tried. */
export interface BasicAnswer {
  readonly chances: readonly number[];
  /** What each is expected to bring. */
  readonly amounts: readonly number[];
}

/** What a card is made of. */
export interface CardFacts {
  readonly task: TrainingTask;
  readonly split: Split;
  readonly model: Model;
  readonly champion: Model | null;
  readonly basic: BasicAnswer;
  readonly suspected: readonly ModelSign[];
  readonly seconds: number;
}

/** Figures of a stage or group are told from so many loans on. */
const LEAST_LOANS = 30;

type Figures = ModelCard['model'];

const figures = (chances: readonly number[], labels: readonly number[]): Figures => ({
  auc: areaUnderCurve(chances, labels),
  ks: kolmogorovSmirnov(chances, labels),
  brier: brierScore(chances, labels),
  calibrationError: calibrationErrorOf(chances, labels),
});

const signValue = ({ signs }: TrainingRows, at: number, sign: ModelSign): number =>
  signs[at * WIDTH + MODEL_SIGNS.indexOf(sign)] ?? 0;

/** Work lists as they come without scores: broken promises first, the last ones on top, then the last worked. */
function presentPlace(rows: TrainingRows, at: number): number {
  const days = (sign: ModelSign) => Math.expm1(signValue(rows, at, sign));
  const sinceBroken = days('daysSinceBroken');
  const isBroken = sinceBroken < 364.5 && days('daysSincePaid') > sinceBroken;
  return isBroken ? 10_000 - sinceBroken : 1000 - days('daysSinceContact');
}

/** What is known of each row that is tried. */
interface Tried {
  readonly labels: readonly number[];
  readonly chances: readonly number[];
  readonly amounts: readonly number[];
  readonly paid: readonly number[];
  readonly basic: readonly number[];
  readonly basicAmounts: readonly number[];
  readonly present: readonly number[];
}

const pick = <T>(list: readonly T[], places: readonly number[]): T[] =>
  places.flatMap((place) => {
    const one = list[place];
    return one === undefined ? [] : [one];
  });

function capturedIn(
  tried: Tried,
  stage: (typeof STAGES)[number] | null,
  places: readonly number[],
) {
  const paid = pick(tried.paid, places);
  return {
    stage,
    loans: places.length,
    paidAmount: Math.round(paid.reduce((sum, one) => sum + one, 0)),
    model: capturedBy(pick(tried.amounts, places), paid),
    basic: capturedBy(pick(tried.basicAmounts, places), paid),
    present: capturedBy(pick(tried.present, places), paid),
  };
}

const sumOf = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0);
const meanOf = (of: readonly number[]): number => sumOf(of) / of.length;

function groupsOf({ task, split }: CardFacts, tried: Tried): ModelCard['groups'] {
  return task.groups.flatMap((group, index) => {
    const places = split.tried.flatMap((at, place) =>
      task.rows.groups[at] === index ? [place] : [],
    );
    if (places.length < LEAST_LOANS) return [];
    const chances = pick(tried.chances, places);
    const labels = pick(tried.labels, places);
    const told = { loans: places.length, expected: meanOf(chances), paid: meanOf(labels) };
    return [{ ...group, ...told, auc: areaUnderCurve(chances, labels) }];
  });
}

/** How much each sign moves the chances, of all that moves them. */
function signShares({ model, task, split }: CardFacts): ModelCard['signs'] {
  const sums = MODEL_SIGNS.map(() => 0);
  const parts = new Float64Array(WIDTH);
  for (const at of split.tried) {
    parts.fill(0);
    chanceOf(model, task.rows, at, parts);
    for (const [sign, part] of parts.entries()) sums[sign] = (sums[sign] ?? 0) + Math.abs(part);
  }
  const all = sums.reduce((sum, one) => sum + one, 0) || 1;
  return MODEL_SIGNS.map((sign, at) => ({ sign, share: (sums[at] ?? 0) / all }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
}

function tryOut({ task, split, model, basic }: CardFacts): Tried {
  const { rows } = task;
  const due = split.tried.map((at) => rows.due[at] ?? 0);
  const chances = split.tried.map((at) => chanceOf(model, rows, at));
  return {
    labels: split.tried.map((at) => labelOf(rows, at)),
    chances,
    amounts: split.tried.map(
      (at, place) => (chances[place] ?? 0) * shareOf(model, rows, at) * (due[place] ?? 0),
    ),
    paid: split.tried.map((at) => rows.paid[at] ?? 0),
    basic: basic.chances,
    basicAmounts: basic.amounts,
    present: split.tried.map((at) => presentPlace(rows, at)),
  };
}

function stagesOf({ task, split }: CardFacts, tried: Tried) {
  return STAGES.flatMap((stage, index) => {
    const places = split.tried.flatMap((at, place) =>
      task.rows.stages[at] === index ? [place] : [],
    );
    return places.length < LEAST_LOANS ? [] : [{ stage, places }];
  }).map(({ stage, places }) => {
    const chances = pick(tried.chances, places);
    const labels = pick(tried.labels, places);
    const told = { loans: places.length, expected: meanOf(chances), paid: meanOf(labels) };
    return {
      captured: capturedIn(tried, stage, places),
      figures: { stage, ...told, ...figures(chances, labels) },
    };
  });
}

/** The card of a model, by the month that it is tried on. */
export function makeCard(facts: CardFacts): ModelCard {
  const { task, split, model, champion, suspected, seconds } = facts;
  const { rows, months, sample } = task;
  const tried = tryOut(facts);
  const monthsOf = (part: readonly number[]): string[] =>
    [...new Set(part.map((at) => rows.months[at] ?? 0))]
      .toSorted((a, b) => a - b)
      .flatMap((month) => months[month] ?? []);
  const payers = (part: readonly number[]) => part.filter((at) => labelOf(rows, at) === 1).length;
  const byChampion = champion && split.tried.map((at) => chanceOf(champion, rows, at));
  const stages = stagesOf(facts, tried);
  const all = split.tried.map((_, place) => place);
  return {
    learnedFrom: monthsOf(split.learned),
    calibratedOn: monthsOf(split.calibrated).at(-1) ?? '',
    triedOn: monthsOf(split.tried).at(-1) ?? '',
    learned: split.learned.length,
    learnedPayers: payers(split.learned),
    calibrated: split.calibrated.length,
    tried: split.tried.length,
    triedPayers: payers(split.tried),
    calibration: model.calibration.kind,
    trees: model.chance.roots.length + (model.share?.roots.length ?? 0),
    sample,
    seconds,
    model: figures(tried.chances, tried.labels),
    basic: figures(tried.basic, tried.labels),
    champion: byChampion && figures(byChampion, tried.labels),
    stages: stages.map((stage) => stage.figures),
    reliability: reliabilityOf(tried.chances, tried.labels),
    captured: [capturedIn(tried, null, all), ...stages.map(({ captured }) => captured)],
    signs: signShares(facts),
    suspected: [...suspected],
    expectedAmount: Math.round(sumOf(tried.amounts)),
    paidAmount: Math.round(sumOf(tried.paid)),
    groups: groupsOf(facts, tried),
  };
}
