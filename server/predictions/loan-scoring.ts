import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { addDays, businessDay, businessTime } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { readLoanMonths } from './loan-history.ts';
import type { LoanMonth } from './loan-history.ts';
import { countIn } from './model-figures.ts';
import { keepExpectations } from './month-expectation-service.ts';
import { reasonText } from './reason-text.ts';
import { chanceOf, reasonsOf, shareOf } from './stored-model.ts';
import type { Model } from './stored-model.ts';
import { WIDTH, packRows, rowOf } from './training-rows.ts';
import { isPredicted } from './training-set.ts';

/** Up to this hour the day that begins is the one that is judged. */
const NIGHT_ENDS = '04:00';

/** The day on whose beginning loans are judged: at night this one, later the next, so that all of today counts. */
function judgedDay(zone: string, now = new Date()): string {
  const today = businessDay(zone, now);
  return businessTime(zone, now) < NIGHT_ENDS ? today : addDays(today, 1);
}

/** Counts of the signs and the chance over the model's bins. */
export type BinCounts = number[][];

/** No counts yet. */
export const emptyCounts = ({ bins }: Model): BinCounts =>
  bins.map(({ edges }) => Array.from({ length: edges.length + 1 }, () => 0));

interface Scored {
  readonly ids: string[];
  readonly chances: number[];
  readonly amounts: number[];
  readonly reasons: string[];
}

/** Scores loans; `counts` is added to. */
export function scoreMonths(
  model: Model,
  loans: readonly LoanMonth[],
  counts: BinCounts | null,
): Scored {
  const rows = packRows(loans.map((loan) => rowOf(loan, 0)));
  const { signs } = rows;
  const scored: Scored = { ids: [], chances: [], amounts: [], reasons: [] };
  const parts = new Float64Array(WIDTH);
  for (const [at, loan] of loans.entries()) {
    const from = at * WIDTH;
    parts.fill(0);
    const chance = chanceOf(model, rows, at, parts);
    const due = Math.max(0, loan.dueNow);
    scored.ids.push(loan.loanId);
    scored.chances.push(chance);
    scored.amounts.push(Math.round(chance * shareOf(model, rows, at) * due));
    scored.reasons.push(reasonText(reasonsOf(parts, signs, from)));
    if (counts === null) continue;
    for (const [sign, { edges }] of model.bins.entries())
      countIn(edges, counts[sign] ?? [], sign < WIDTH ? (signs[from + sign] ?? 0) : chance);
  }
  return scored;
}

async function store(db: Db, version: number, scored: Scored): Promise<void> {
  const { ids, chances, amounts, reasons } = scored;
  await db.execute(sql`
    insert into loan_scores (loan_id, model_version, chance, expected_amount, reasons, scored_at)
    select n.id, ${version}, n.chance, n.amount, n.reasons, now()
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(chances)}::real[], ${sql.param(amounts)}::bigint[],
      ${sql.param(reasons)}::text[]) as n(id, chance, amount, reasons)
    on conflict (loan_id) do update set model_version = excluded.model_version, chance = excluded.chance,
      expected_amount = excluded.expected_amount, reasons = excluded.reasons,
      scored_at = excluded.scored_at`);
}

/** Scores the active loans of the condition on `l`; returns how many. */
export async function scoreLoans(
  db: Db,
  zone: string,
  { version, model }: { version: number; model: Model },
  where: SQL,
  counts: BinCounts | null = null,
): Promise<number> {
  const chosen = allOf([where, sql`l.status = 'ACTIVE'`, isPredicted]);
  const day = judgedDay(zone);
  const loans = await readLoanMonths(db, zone, chosen, [day], 1);
  if (loans.length === 0) return 0;
  const scores = scoreMonths(model, loans, counts);
  await store(db, version, scores);
  await keepExpectations(db, day, scores);
  return loans.length;
}
