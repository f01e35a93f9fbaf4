import { sql } from 'drizzle-orm';
import { STAGES } from '../../contract/prediction.ts';
import type { LoanScore, RecoveryInsight } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import { activeLoansOf, loansVisibleTo } from '../access/scope.ts';
import { businessDay, isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { stageOf } from './loan-month-service.ts';
import { readModels, withOwnGroups } from './model-records.ts';
import { readReasons } from './reason-text.ts';
import { seesScores } from './score-order-service.ts';
import { newestScoring } from './scoring-records.ts';
import { isPredicted } from './training-set.ts';

type Stock = RecoveryInsight['stock'][number];

/** What the actor's loans are expected to bring by their scores; the models for who runs the agency. */
export async function readInsight(
  { db, settings }: Context,
  actor: Actor,
): Promise<RecoveryInsight> {
  const isTold = seesScores(actor);
  const stage = stageOf(
    sql`coalesce(${businessDay(settings.businessTz)}::date - l.due_date, l.dpd)`,
  );
  const { rows } = await db.execute<Stock & Record<string, unknown>>(sql`
    select ${stage} as stage, count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::bigint as "dueAmount",
      count(s.loan_id)::int as scored, avg(s.chance)::float8 as chance, sum(s.expected_amount)::bigint as "expectedAmount"
    from loans l left join loan_scores s on s.loan_id = l.id and ${isTold}
    where ${activeLoansOf(actor)} group by 1`);
  const isLeader = isAdmin(actor) || actor.role === 'MANAGER';
  return {
    stock: STAGES.flatMap((each) => rows.filter((row) => row.stage === each)),
    scoring: isTold ? await newestScoring(db) : null,
    models: isLeader ? await withOwnGroups(db, actor, await readModels(db, sql`true`, 20)) : null,
  };
}

interface ScoreRow extends Record<string, unknown> {
  readonly chance: number | null;
  readonly amount: number;
  readonly reasons: string;
  readonly scoredAt: string;
}

/** A loan's score; null: it has none. Throws 404 for a loan that the actor may not see. */
export async function readLoanScore(
  { db }: Context,
  actor: Actor,
  loanId: string,
): Promise<LoanScore | null> {
  const { rows } = await db.execute<ScoreRow>(sql`
    select s.chance::float8 as chance, s.expected_amount as amount, s.reasons, s.scored_at as "scoredAt"
    from loans l left join loan_scores s on s.loan_id = l.id and l.status = 'ACTIVE' and ${isPredicted}
    where l.id = ${loanId} and ${loansVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('The loan');
  if (row.chance === null) return null;
  return {
    chance: row.chance,
    expectedAmount: row.amount,
    reasons: readReasons(row.reasons),
    scoredAt: isoInstant(row.scoredAt),
  };
}
