import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Disposition } from '../../contract/disposition.ts';
import type { AgentTotals, DispositionReport } from '../../contract/report.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import {
  dispositionColumns,
  dispositionJoins,
  toDisposition,
} from '../dispositions/disposition-rows-service.ts';
import type { DispositionRow } from '../dispositions/disposition-rows-service.ts';

interface TotalsRow extends AgentTotals, Record<string, unknown> {
  is_total: boolean;
}

/** The newest first; equal instants keep one order. */
const newestFirst = sql`d.recorded_at desc, d.id desc`;

/** Sums over all dispositions of a condition on `d` and `l`, and the same by agent, who collected most first. */
export async function readTotals(
  db: Db,
  where: SQL,
): Promise<Pick<DispositionReport, 'totals' | 'byAgent'>> {
  const result = await db.execute<TotalsRow>(sql`
    select s.*, u.full_name as "Agent_Name" from (
      select grouping(d.agent_id) = 1 as is_total, d.agent_id as "agentId", count(*) as count,
        count(distinct d.loan_id) as "loanCount",
        coalesce(sum(d.amount_collected), 0)::bigint as "amountCollected",
        coalesce(sum(d.promise_amount), 0)::bigint as "promiseAmount",
        count(*) filter (where d.disposition_class = 'PTP') as "promiseCount"
      from dispositions d join loans l on l.id = d.loan_id where ${where}
      group by grouping sets ((), (d.agent_id))) s
    left join users u on u.id = s."agentId"
    order by s."amountCollected" desc, s.count desc, u.full_name, s."agentId"`);
  const byAgent = result.rows.filter((row) => !row.is_total);
  const none = { count: 0, loanCount: 0, amountCollected: 0, promiseAmount: 0, promiseCount: 0 };
  return { totals: result.rows.find((row) => row.is_total) ?? none, byAgent };
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
