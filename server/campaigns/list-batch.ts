import { sql } from 'drizzle-orm';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { Actor } from '../access/actor.ts';
import { firstOpenNumber, isNumberShut } from '../contact-gate/wrong-number-service.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { databaseJson } from '../spreadsheets/database-json.ts';
import { addLeads, callableBy } from './lead-adding.ts';
import type { TargetList } from './lead-adding.ts';
import { isFailure } from './list-row-check.ts';
import type { Failure, WantedRow } from './list-row-check.ts';

/** So many refused rows are kept with their reason. */
export const KEPT_FAILURES = 1000;

interface FoundRow extends Record<string, unknown> {
  row: number;
  loan_id: string | null;
  number: string | null;
  /** The number is one of the loan's. */
  is_own: boolean;
  /** It is known as wrong, or nobody may reach it. */
  is_shut: boolean;
  status: string | null;
  count: number;
  priority: number;
}

/** Which loan each row means: by its number, else by the phone (the largest due of that borrower's). */
async function findLoans(
  tx: Db,
  actor: Actor,
  list: TargetList,
  rows: readonly WantedRow[],
): Promise<FoundRow[]> {
  const result = await tx.execute<FoundRow>(sql`
    with wanted as materialized (select * from jsonb_to_recordset(${databaseJson(rows)}::jsonb)
      as w("row" int, loan_number text, mobile text, client text, priority int)),
    matches as (
      select w."row", l.id, l.status, l.mobile_number, l.alternate_mobile_number, l.total_due_amount, l.client_id
      from wanted w join loan_keys k on upper(k.loan_number) = upper(w.loan_number) join loans l on l.id = k.id
      where w.loan_number is not null and l.status <> 'DELETED' and ${callableBy(actor, list)}
        and (w.client is null or exists (select 1 from clients c where c.id = l.client_id and lower(c.name) = lower(w.client)))
      union all
      select w."row", l.id, l.status, l.mobile_number, l.alternate_mobile_number, l.total_due_amount, l.client_id
      from wanted w join loans l on l.mobile_number = w.mobile or l.alternate_mobile_number = w.mobile
      where w.loan_number is null and l.status = 'ACTIVE' and ${callableBy(actor, list)}
        and (w.client is null or exists (select 1 from clients c where c.id = l.client_id and lower(c.name) = lower(w.client))))
    select w."row", w.priority, f.id as loan_id, f.status, coalesce(f.lenders, 0)::int as count, n.number,
      ${isNumberShut('f.id', 'n.number')} as is_shut,
      w.mobile is null or ${comparableNumberSql('w.mobile')} in (${comparableNumberSql('f.mobile_number')},
        ${comparableNumberSql('f.alternate_mobile_number')}) is true as is_own
    from wanted w left join lateral (select x.*, (select count(distinct y.client_id) from matches y where y."row" = w."row")
        as lenders from matches x where x."row" = w."row"
      order by x.status = 'ACTIVE' desc, x.total_due_amount desc nulls last, x.id limit 1) f on true
      cross join lateral (select coalesce(w.mobile, ${firstOpenNumber('f')}, nullif(f.mobile_number, ''),
        nullif(f.alternate_mobile_number, '')) as number) n
    order by w."row"`);
  return result.rows;
}

/** Why a row makes no lead, or null. */
function refusalOf(found: FoundRow, byNumber: boolean): string | null {
  if (found.loan_id === null)
    return byNumber ? ROW_WORDS['lead-without-loan'] : ROW_WORDS['lead-without-number'];
  if (byNumber && found.count > 1) return ROW_WORDS['lead-several-lenders'];
  if (found.status !== 'ACTIVE')
    return ROW_WORDS[found.status === 'PAID' ? 'lead-paid' : 'lead-closed'];
  if (!found.is_own) return ROW_WORDS['lead-not-own'];
  if (found.is_shut) return ROW_WORDS['lead-shut'];
  return found.number === null ? ROW_WORDS['lead-no-phone'] : null;
}

/** Loads one batch of rows: its leads, its refused rows, and how far it has come, in one transaction. */
export async function loadBatch(
  tx: Db,
  actor: Actor,
  list: TargetList,
  checked: readonly (WantedRow | Failure)[],
): Promise<void> {
  const failures = checked.filter(isFailure);
  const wanted = checked.filter((row): row is WantedRow => !isFailure(row));
  const byNumber = new Map(wanted.map((row) => [row.row, row.loan_number !== null]));
  const found = wanted.length === 0 ? [] : await findLoans(tx, actor, list, wanted);
  const leads: { loan_id: string; number: string; position: number; priority: number }[] = [];
  for (const row of found) {
    const { loan_id: loanId, number, priority } = row;
    const reason = refusalOf(row, byNumber.get(row.row) ?? false);
    if (reason !== null || loanId === null || number === null)
      failures.push({ row: row.row, reason: reason ?? '' });
    else leads.push({ loan_id: loanId, number, position: row.row, priority });
  }
  const added =
    leads.length === 0
      ? 0
      : await addLeads(
          tx,
          list,
          sql`select * from jsonb_to_recordset(${databaseJson(leads)}::jsonb)
            as w(loan_id uuid, number text, position int, priority int)`,
        );
  failures.sort((a, b) => a.row - b.row);
  await tx.execute(sql`update campaign_lists set row_count = row_count + ${checked.length},
    lead_count = lead_count + ${added}, failed_count = failed_count + ${failures.length},
    failed_rows = case when jsonb_array_length(failed_rows) >= ${KEPT_FAILURES} then failed_rows
      else failed_rows || ${databaseJson(failures.slice(0, KEPT_FAILURES))}::jsonb end
    where id = ${list.id}`);
}
