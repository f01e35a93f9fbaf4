import { sql } from 'drizzle-orm';
import type { BasicPrediction, Roll, Stage } from '../../contract/prediction.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { monthsBehind, payerAmountsOf, rollRates, segmentsOf } from './basic-predictor.ts';
import type { Segment } from './basic-predictor.ts';
import { readLoanMonths } from './loan-history.ts';
import type { LoanMonth } from './loan-history.ts';
import { logisticChance } from './logistic.ts';
import { isPredicted } from './training-set.ts';

/** What a loan is expected to bring within 30 days as it stands, by the history of its client's loans. */
export interface LoanExpectation {
  readonly stage: Stage;
  /** By the loan's score of the model in use; else by the history of its client's loans. */
  readonly isScored: boolean;
  /** Chance of any payment, 0 to 1. */
  readonly chance: number;
  /** Whole rupees. */
  readonly amount: number;
  /** What became of loans of the same stage within a month. */
  readonly rolls: { readonly outcome: Roll; readonly share: number }[];
}

type Rolls = BasicPrediction['rolls'];

/** So many of a client's loans teach it. */
const MOST_LOANS = 1500;
/** From fewer loan-months nothing is said. */
const LEAST_MONTHS = 30;
/** What was learned of a client stands for so long, milliseconds. */
const FRESH_MS = 900_000;

interface Learned {
  readonly at: number;
  readonly day: string;
  readonly segments: readonly Segment[];
  readonly rolls: Rolls;
  /** Of those who had any due, the share that paid in a month; null: too little history. */
  readonly rate: number | null;
  readonly brings: ReturnType<typeof payerAmountsOf>;
}

const learned = new WeakMap<Context['db'], Map<string, Promise<Learned>>>();

async function learn({ db, settings }: Context, clientId: string, day: string): Promise<Learned> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from loans l where l.client_id = ${clientId}`,
  );
  const share = Math.min(1, MOST_LOANS / Math.max(1, rows[0]?.n ?? 0));
  const where = sql`l.client_id = ${clientId}`;
  const history = await readLoanMonths(db, settings.businessTz, where, monthsBehind(day), share);
  const payers = history.filter(({ paidAmount }) => paidAmount > 0).length;
  return {
    at: performance.now(),
    day,
    segments: await segmentsOf(history),
    rolls: rollRates(history),
    rate: history.length < LEAST_MONTHS ? null : payers / history.length,
    brings: payerAmountsOf(history),
  };
}

/** What was learned of a client lately, else learned now; by several who ask at once only one time. */
async function learnedOf(context: Context, clientId: string, day: string): Promise<Learned> {
  const ofClients = learned.get(context.db) ?? new Map<string, Promise<Learned>>();
  learned.set(context.db, ofClients);
  const known = await ofClients.get(clientId)?.catch(() => null);
  if (known?.day === day && performance.now() - known.at < FRESH_MS) return known;
  const fresh = learn(context, clientId, day);
  ofClients.set(clientId, fresh);
  return fresh;
}

interface Score extends Record<string, unknown> {
  readonly chance: number;
  readonly amount: number;
}

/** The loan's score, of what is due by now at most; null: it has none, or its client does without. */
async function scoreOf(db: Context['db'], loanId: string): Promise<Score | null> {
  const { rows } = await db.execute<Score>(sql`
    select s.chance::float8 as chance, least(s.expected_amount, greatest(l.total_due_amount, 0)) as amount
    from loan_scores s join loans l on l.id = s.loan_id
    where l.id = ${loanId} and l.status = 'ACTIVE' and ${isPredicted}`);
  return rows[0] ?? null;
}

/** The same by the history of its client's loans; null: it says too little. */
function byHistory({ segments, rate, brings }: Learned, month: LoanMonth): Score | null {
  const { stage, signs, dueNow } = month;
  const used = [stage, null].flatMap(
    (which) => segments.find(({ told }) => told.stage === which) ?? [],
  );
  const chance = used[0] === undefined ? rate : logisticChance(used[0].model, signs);
  if (chance === null) return null;
  return { chance, amount: Math.round(chance * brings(stage, dueNow)) };
}

/**
 * What a loan is expected to bring by itself within 30 days: by its score, where the model in use gave it one, else by its
 * client's history; null: that says too little.
 */
export async function expectedOfLoan(
  context: Context,
  { loanId, clientId }: { readonly loanId: string; readonly clientId: string },
): Promise<LoanExpectation | null> {
  const { db, settings } = context;
  const today = businessDay(settings.businessTz);
  const learnt = await learnedOf(context, clientId, today);
  const [month] = await readLoanMonths(db, settings.businessTz, sql`l.id = ${loanId}`, [today], 1);
  if (month === undefined) return null;
  const { stage } = month;
  const score = await scoreOf(db, loanId);
  const expected = score ?? byHistory(learnt, month);
  if (expected === null) return null;
  const outcomes = learnt.rolls.find((row) => row.stage === stage)?.outcomes ?? [];
  return {
    stage,
    isScored: score !== null,
    chance: expected.chance,
    amount: expected.amount,
    rolls: outcomes.map(({ outcome, share }) => ({ outcome, share })),
  };
}
