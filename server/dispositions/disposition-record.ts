import { sql } from 'drizzle-orm';
import type {
  DispositionRecord,
  DispositionRevision,
  dispositionChangeCalls,
} from '../../contract/disposition-change.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { rightOver } from './contact-rights.ts';
import {
  dispositionColumns,
  dispositionJoins,
  isNotSuperseded,
  toDisposition,
} from './disposition-rows-service.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import { withVisitMarks } from './visit-marks-service.ts';

interface RecordRow extends DispositionRow {
  agent_id: string;
  manager_id: string | null;
  is_own_work: boolean;
}

interface RevisionRow extends DispositionRevision, Record<string, unknown> {}

async function revisionsOf(db: Db, id: string): Promise<DispositionRevision[]> {
  const result = await db.execute<RevisionRow>(sql`
    select r.revision, b.code, k.label, b.remarks, b.person_met as "personMet",
      b.amount_collected as "amountCollected", b.promise_amount as "promiseAmount", b.on_date as "date",
      to_char(b.at_time, 'HH24:MI') as "time", u.full_name as "Changed_By", r.changed_at as "changedAt", r.reason
    from disposition_revisions r
      cross join lateral jsonb_to_record(r.before) as b(code text, remarks text, person_met text,
        amount_collected bigint, promise_amount bigint, on_date date, at_time time)
      join disposition_codes k on k.code = b.code join users u on u.id = r.changed_by
    where r.disposition_id = ${id} order by r.revision desc`);
  return result.rows.map((row) => Object.assign(row, { changedAt: isoInstant(row.changedAt) }));
}

const CORRECTORS = new Set(['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'COLLECTOR']);

/**
 * One contact with its past and what the actor may do with it: for those who see the loan, and for whoever worked it
 * then. Throws 404.
 */
export async function readRecord(
  db: Db,
  actor: Actor,
  id: string,
  businessTz: string,
): Promise<DispositionRecord> {
  const result = await db.execute<RecordRow>(sql`
    select ${dispositionColumns}, d.agent_id, d.manager_id, ${dispositionsVisibleTo(actor)} as is_own_work
    from dispositions d ${dispositionJoins}
    where d.id = ${id} and (${loansVisibleTo(actor)} or ${dispositionsVisibleTo(actor)})`);
  const [found] = await withVisitMarks(db, actor, result.rows);
  if (!found) throw notFound('This disposition');
  const { agent_id: agentId, manager_id: managerId, is_own_work: isOwnWork, ...row } = found;
  const disposition = toDisposition(row);
  const recordedAt = disposition.disCreatedAt;
  const right =
    isOwnWork && CORRECTORS.has(actor.role)
      ? rightOver(actor, { agentId, managerId, recordedAt }, businessTz)
      : null;
  return {
    ...disposition,
    revisions: await revisionsOf(db, id),
    mayCorrect: right !== null,
    needsReason: right === 'WITH_REASON',
  };
}

type ByLoan = (typeof dispositionChangeCalls)['listLoanDispositions'];

/** A page of a loan's calls, newest first. Throws 404 when the actor may not see the loan. */
export async function listLoanDispositions(
  db: Db,
  actor: Actor,
  { loanId, page, pageSize }: CallRequest<ByLoan>['query'],
): Promise<CallAnswer<ByLoan>> {
  const loan = await db.execute(
    sql`select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (loan.rows.length === 0) throw notFound('This loan');
  const where = sql`d.loan_id = ${loanId} and d.channel = 'CALL' and ${isNotSuperseded}`;
  const totalCount = await countRows(db, sql`dispositions d where ${where}`);
  const result = await db.execute<DispositionRow>(sql`
    select ${dispositionColumns} from dispositions d ${dispositionJoins} where ${where}
    order by d.recorded_at desc, d.id desc ${pageLimit({ page, pageSize })}`);
  return {
    data: result.rows.map(toDisposition),
    totalCount,
    page,
    pageSize,
  };
}
