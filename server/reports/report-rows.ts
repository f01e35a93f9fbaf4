import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Disposition } from '../../contract/disposition.ts';
import type { AgentTotals, DispositionReport } from '../../contract/report.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import {
  dispositionColumns,
  dispositionJoins,
  toDisposition,
} from '../dispositions/disposition-rows-service.ts';
import type { DispositionRow } from '../dispositions/disposition-rows-service.ts';
import { isOpenClaim, isReceipted, moneyLines } from '../payments/collected-service.ts';
import type { ReportRange } from './report-range.ts';
import type { ReportScope } from './daily-report.ts';

interface TotalsRow extends Omit<AgentTotals, 'verified'>, Record<string, unknown> {
  is_total: boolean;
}

interface VerifiedRow extends Record<string, unknown> {
  is_total: boolean;
  /** Null: nobody is credited. */
  personId: string | null;
  name: string | null;
  verified: number;
}

/** The sums of nothing; a lender's people see no claims and receipts. */
const noSums = ({ clientId }: Actor) => {
  const told = clientId === null ? 0 : null;
  return {
    count: 0,
    loanCount: 0,
    claimed: told,
    receipted: told,
    promiseAmount: 0,
    promiseCount: 0,
  };
};

/** The newest first; equal instants keep one order. */
const newestFirst = sql`d.recorded_at desc, d.id desc`;

/** The verified money of a report's days and people (a condition on `m`), in all and by person, most first. */
async function readVerified(db: Db, actor: Actor, range: ReportRange, where: SQL) {
  const { rows } = await db.execute<VerifiedRow>(sql`
    select s.*, u.full_name as name from (
      select grouping(m.person_id) = 1 as is_total, m.person_id as "personId",
        coalesce(sum(m.verified), 0)::bigint as verified
      from ${moneyLines(actor, range)} m where ${where} group by grouping sets ((), (m.person_id))) s
    left join users u on u.id = s."personId" order by s.verified desc, u.full_name`);
  return rows;
}

/** The lines of who is credited with payments and recorded nothing. */
function creditedOnly(
  actor: Actor,
  recorded: readonly TotalsRow[],
  verified: readonly VerifiedRow[],
): AgentTotals[] {
  const known = new Set(recorded.map(({ agentId }) => agentId));
  return verified
    .filter((row) => !row.is_total && row.verified > 0 && !known.has(row.personId))
    .map(({ personId, name, verified: amount }) =>
      Object.assign(noSums(actor), { agentId: personId, Agent_Name: name, verified: amount }),
    );
}

/**
 * Sums over all dispositions of a condition on `d` and `l`, and the same by agent, who brought most first. `paid` is the
 * condition on the money lines `m` of payments that go with them; null: none do.
 */
export async function readTotals(
  db: Db,
  actor: Actor,
  { range, where, paid }: ReportScope,
): Promise<Pick<DispositionReport, 'totals' | 'byAgent'>> {
  const own = (counts: SQL) =>
    actor.clientId === null
      ? sql`coalesce(sum(r.amount) filter (where ${counts}), 0)::bigint`
      : sql`null::bigint`;
  const result = await db.execute<TotalsRow>(sql`
    select s.*, u.full_name as "Agent_Name" from (
      select grouping(d.agent_id) = 1 as is_total, d.agent_id as "agentId", count(*) as count,
        count(distinct d.loan_id) as "loanCount",
        ${own(isOpenClaim)} as claimed, ${own(isReceipted)} as receipted,
        coalesce(sum(d.promise_amount), 0)::bigint as "promiseAmount",
        count(*) filter (where d.disposition_class = 'PTP') as "promiseCount"
      from dispositions d join loans l on l.id = d.loan_id
        left join receipts r on r.disposition_id = d.id and r.cancelled_at is null
      where ${where} group by grouping sets ((), (d.agent_id))) s
    left join users u on u.id = s."agentId"
    order by s.receipted + s.claimed desc nulls last, s.count desc, u.full_name, s."agentId"`);
  const verified = paid === null ? [] : await readVerified(db, actor, range, paid);
  const verifiedOf = (isOne: (row: VerifiedRow) => boolean) =>
    paid === null ? null : (verified.find(isOne)?.verified ?? 0);
  const recorded = result.rows.filter((row) => !row.is_total);
  return {
    totals: {
      ...(result.rows.find((row) => row.is_total) ?? noSums(actor)),
      verified: verifiedOf((row) => row.is_total),
    },
    byAgent: [
      ...recorded.map((row) =>
        Object.assign(row, {
          verified: verifiedOf((each) => !each.is_total && each.personId === row.agentId),
        }),
      ),
      ...creditedOnly(actor, recorded, verified),
    ],
  };
}

/** A page of the dispositions of a condition, newest first. */
export async function readReportPage(
  db: Db,
  where: SQL,
  page: number,
  pageSize: number,
): Promise<Disposition[]> {
  const result = await db.execute<DispositionRow>(sql`select ${dispositionColumns}
    from (select d.* from dispositions d join loans l on l.id = d.loan_id where ${where}
      order by ${newestFirst} ${pageLimit({ page, pageSize })}) d
    ${dispositionJoins} order by ${newestFirst}`);
  return result.rows.map(toDisposition);
}

const BATCH = 1000;

/**
 * All dispositions of a condition in the order of the pages, in batches. Each batch goes on behind the last row of the
 * one before, so that a slow reader holds no transaction open.
 */
export async function* readAllReportRows(
  db: Db,
  where: SQL,
): AsyncGenerator<Disposition[], void, undefined> {
  let behind = sql`true`;
  for (;;) {
    const result = await db.execute<DispositionRow & { position_at: string }>(sql`
      select ${dispositionColumns}, d.recorded_at::text as position_at
      from (select d.* from dispositions d join loans l on l.id = d.loan_id where ${where} and ${behind}
        order by ${newestFirst} limit ${BATCH}) d
      ${dispositionJoins} order by ${newestFirst}`);
    if (result.rows.length > 0) yield result.rows.map(toDisposition);
    const last = result.rows.at(-1);
    if (!last || result.rows.length < BATCH) return;
    behind = sql`(d.recorded_at, d.id) < (${last.position_at}::timestamptz, ${last._id}::uuid)`;
  }
}
