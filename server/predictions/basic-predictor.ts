import { sql } from 'drizzle-orm';
import { ROLLS, SIGNS, STAGES } from '../../contract/prediction.ts';
import type { BasicPrediction, Stage } from '../../contract/prediction.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, loansOnceVisibleTo } from '../access/scope.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { hasWord } from '../loans/loan-words-service.ts';
import { OneByOne } from '../one-by-one.ts';
import { readLoanMonths } from './loan-history.ts';
import type { LoanMonth } from './loan-history.ts';
import { isEnough, logisticChance, trainInTurns } from './logistic.ts';
import type { LogisticModel } from './logistic.ts';
import { areaUnderCurve, brierScore, shareOf } from './model-figures.ts';
import { payerAmounts } from './payer-amount.ts';

/** Loans that are looked at: more of them change the figures little and take long. */
const MOST_LOANS = 6000;
const MONTHS = 6;
/** Shares are taken from so many loan-months on. */
const LEAST_OF_KIND = 30;
/** The latest month tells how good a model is from so many loans on. */
const LEAST_TESTED = 50;

/** What is asked of the basic predictor. */
export interface PredictionAsk {
  readonly client?: string | undefined;
  readonly product?: string | undefined;
}

/** The signs that the basic predictor knows come first. */
const basicSigns = ({ signs }: LoanMonth): readonly number[] => signs.slice(0, SIGNS.length);

/** What came for what was due; more than that is not expected again. */
const paidOfDue = ({ paidAmount, dueAmount }: LoanMonth): number => Math.min(paidAmount, dueAmount);

const isPayer = (month: LoanMonth): number => (month.paidAmount > 0 ? 1 : 0);

/** The first days of the months whose 30 days are over, oldest first. */
export function monthsBehind(today: string): string[] {
  const days: string[] = [];
  let first = `${today.slice(0, 7)}-01`;
  while (days.length < MONTHS) {
    if (addDays(first, 30) <= today) days.unshift(first);
    first = `${addDays(first, -1).slice(0, 7)}-01`;
  }
  return days;
}

/** Of each stage's loans, what became of them within a month. */
export function rollRates(history: readonly LoanMonth[]): BasicPrediction['rolls'] {
  return STAGES.flatMap((stage) => {
    const months = history.filter((month) => month.stage === stage);
    if (months.length === 0) return [];
    const outcomes = ROLLS.map((outcome) => {
      const count = months.filter(({ roll }) => roll === outcome).length;
      return Object.assign(shareOf(count, months.length), { outcome, count });
    });
    return [{ stage, count: months.length, outcomes }];
  });
}

/** A model of a stage, or of all. */
export interface Segment {
  readonly told: BasicPrediction['segments'][number];
  readonly model: LogisticModel;
  /** The same without the latest month; null: too few loans to be tried on it. */
  readonly tried: LogisticModel | null;
}

const isEnoughOf = (months: readonly LoanMonth[]): boolean =>
  isEnough(
    months.length,
    months.reduce((sum, month) => sum + isPayer(month), 0),
  );

/** A model of the months of a stage (null: of all), tried on the latest month by one that has not seen it. */
async function segmentOf(
  stage: Stage | null,
  history: readonly LoanMonth[],
): Promise<Segment | null> {
  const months = stage === null ? history : history.filter((month) => month.stage === stage);
  if (!isEnoughOf(months)) return null;
  const train = async (rows: readonly LoanMonth[]) =>
    trainInTurns(rows.map(basicSigns), rows.map(isPayer));
  const latest = months.reduce((day, month) => (month.day > day ? month.day : day), '');
  const before = months.filter((month) => month.day < latest);
  const after = months.filter((month) => month.day === latest);
  const isTried = isEnoughOf(before) && after.length >= LEAST_TESTED;
  const tried = isTried ? await train(before) : null;
  const chances =
    tried === null ? [] : after.map((month) => logisticChance(tried, basicSigns(month)));
  const labels = after.map(isPayer);
  const model = await train(months);
  const reasons = SIGNS.map((sign, at) => ({ sign, odds: Math.exp(model.weights[at] ?? 0) }))
    .filter(({ odds }) => Math.abs(Math.log(odds)) > 0.05)
    .toSorted((a, b) => Math.abs(Math.log(b.odds)) - Math.abs(Math.log(a.odds)));
  return {
    model,
    tried,
    told: {
      stage,
      count: months.length,
      payers: months.reduce((sum, month) => sum + isPayer(month), 0),
      auc: isTried ? areaUnderCurve(chances, labels) : null,
      brier: isTried ? brierScore(chances, labels) : null,
      tested: isTried ? after.length : 0,
      reasons: reasons.slice(0, 6),
    },
  };
}

/** The models that the history allows: of all, and of each stage. */
export async function segmentsOf(history: readonly LoanMonth[]): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const stage of [null, ...STAGES]) {
    const segment = await segmentOf(stage, history);
    if (segment !== null) segments.push(segment);
  }
  return segments;
}

/** What a loan brings when it pays, by its stage and due, as payers of the history did. */
export const payerAmountsOf = (history: readonly LoanMonth[]): ReturnType<typeof payerAmounts> =>
  payerAmounts(
    history.map(({ stage, dueAmount, paidAmount }) => ({
      stage,
      due: dueAmount,
      paid: paidAmount,
    })),
  );

type Expected = BasicPrediction['expected'][number];

/** What chance the loans of a stage have, by the best that the history allows. */
function chanceBy(
  stage: Stage,
  history: readonly LoanMonth[],
  segments: readonly Segment[],
): { readonly basis: Expected['basis']; readonly chance: (month: LoanMonth) => number } {
  const own = segments.find(({ told }) => told.stage === stage);
  const all = segments.find(({ told }) => told.stage === null);
  const used = own ?? all;
  if (used !== undefined)
    return {
      basis: own ? 'STAGE' : 'PORTFOLIO',
      chance: (month) => logisticChance(used.model, basicSigns(month)),
    };
  const payers = history.reduce((sum, month) => sum + isPayer(month), 0);
  if (history.length < LEAST_OF_KIND) return { basis: 'NONE', chance: () => 0 };
  return { basis: 'RATE', chance: () => payers / history.length };
}

function expectedOf(
  stock: readonly LoanMonth[],
  history: readonly LoanMonth[],
  segments: readonly Segment[],
  sample: number,
): Expected[] {
  const brings = payerAmountsOf(history);
  return STAGES.flatMap((stage): Expected[] => {
    const loans = stock.filter((month) => month.stage === stage);
    if (loans.length === 0) return [];
    const { basis, chance } = chanceBy(stage, history, segments);
    const chances = loans.map(chance);
    const dueAmount = loans.reduce((sum, loan) => sum + loan.dueNow, 0);
    const amount = loans.reduce(
      (sum, loan, at) => sum + (chances[at] ?? 0) * brings(stage, loan.dueNow),
      0,
    );
    const isKnown = basis !== 'NONE';
    return [
      {
        stage,
        loans: Math.round(loans.length / sample),
        dueAmount: Math.round(dueAmount / sample),
        chance: isKnown ? chances.reduce((sum, one) => sum + one, 0) / loans.length : null,
        expectedAmount: isKnown ? Math.round(amount / sample) : null,
        basis,
      },
    ];
  });
}

/** What the latest month was expected to bring by the months before it, and what it brought; null: too little history. */
function tryOnLatest(
  history: readonly LoanMonth[],
  segments: readonly Segment[],
  sample: number,
): BasicPrediction['tried'] {
  const month = history.reduce((day, each) => (each.day > day ? each.day : day), '');
  const before = history.filter(({ day }) => day < month);
  const known = segments.flatMap(({ told, tried }) =>
    tried === null ? [] : [{ told, tried, model: tried }],
  );
  if (known.length === 0) return null;
  const latest = history
    .filter(({ day }) => day === month)
    .map((each) => Object.assign({}, each, { dueNow: each.dueAmount }));
  const expected = expectedOf(latest, before, known, sample);
  return {
    month,
    expectedAmount: expected.reduce((sum, each) => sum + (each.expectedAmount ?? 0), 0),
    paidAmount: Math.round(latest.reduce((sum, each) => sum + paidOfDue(each), 0) / sample),
  };
}

async function countLoans(db: Db, where: ReturnType<typeof allOf>): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from loans l where ${where}`,
  );
  return rows[0]?.n ?? 0;
}

async function predict(
  { db, settings }: Context,
  actor: Actor,
  { client, product }: PredictionAsk,
): Promise<BasicPrediction> {
  const today = businessDay(settings.businessTz);
  const chosen = [
    client !== undefined &&
      sql`l.client_id in (select c.id from clients c where c.name = ${client})`,
    product !== undefined && hasWord('product', [product]),
  ];
  const seen = allOf([loansOnceVisibleTo(actor), ...chosen]);
  const sample = Math.min(1, MOST_LOANS / Math.max(1, await countLoans(db, seen)));
  const days = monthsBehind(today);
  const zone = settings.businessTz;
  const history = await readLoanMonths(db, zone, seen, days, sample);
  const stock = await readLoanMonths(
    db,
    zone,
    allOf([activeLoansOf(actor), ...chosen]),
    [today],
    sample,
  );
  const segments = await segmentsOf(history);
  const used = new Set(history.map(({ day }) => day));
  return {
    asOf: new Date().toISOString(),
    months: days.filter((day) => used.has(day)),
    sample,
    rolls: rollRates(history),
    segments: segments.map(({ told }) => told),
    expected: expectedOf(stock, history, segments, sample),
    tried: tryOnLatest(history, segments, sample),
  };
}

/** Each takes seconds of a core and of the database. */
const predicting = new OneByOne<BasicPrediction>();

/** Roll rates, models and the expected recovery of the loans that the actor may see. Throws 503 while many ask. */
export const readBasicPrediction = async (
  context: Context,
  actor: Actor,
  asked: PredictionAsk,
): Promise<BasicPrediction> =>
  predicting.ask(actor.userId, async () => predict(context, actor, asked));
