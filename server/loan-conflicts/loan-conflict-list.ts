import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { LoanConflict, loanConflictCalls } from '../../contract/loan-conflict.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import { contains, countRows, pageLimit } from '../database/list-page.ts';
import { valueOfField } from '../loan-edits/loan-correction-service.ts';

type ConflictsQuery = CallRequest<typeof loanConflictCalls.listLoanConflicts>['query'];

interface ConflictRow extends Omit<LoanConflict, 'offeredBy'>, Record<string, unknown> {
  offeredById: string | null;
  offeredByName: string | null;
}

function toConflict({ offeredById, offeredByName, ...row }: ConflictRow): LoanConflict {
  return {
    ...row,
    standsSince: isoInstantOrNull(row.standsSince),
    offeredBy: offeredById === null ? null : { _id: offeredById, name: offeredByName ?? '' },
    offeredAt: isoInstant(row.offeredAt),
  };
}

function matching(text: string | undefined): SQL {
  if (!text) return sql`true`;
  return contains(text, sql`l.loan_number`, sql`l.customer_name`, sql`u.full_name`);
}

/** Open conflicts of the loans the actor may see, the oldest first, with who last changed the value that stands. */
export async function listLoanConflicts(
  { db }: Context,
  actor: Actor,
  { page, pageSize, search }: ConflictsQuery,
): Promise<Page<LoanConflict>> {
  const from = sql`loan_changes x join loans l on l.id = x.loan_id left join users u on u.id = x.changed_by
    where x.is_conflict and x.settled_at is null and ${loansVisibleTo(actor)} and ${matching(search)}`;
  const totalCount = await countRows(db, from);
  const result = await db.execute<ConflictRow>(sql`
    select p.*, c.name as "Client_Name", s.changed_at as "standsSince",
      (select full_name from users where id = s.changed_by) as "standsBy"
    from (select x.id as "_id", x.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
        l.client_id, x.field, ${valueOfField(sql`x.field`)} as stands, coalesce(x.new_value, '') as offered,
        u.id as "offeredById", u.full_name as "offeredByName", x.changed_at as "offeredAt"
      from ${from} order by x.changed_at, x.id ${pageLimit({ page, pageSize })}) p
    join clients c on c.id = p.client_id
    left join lateral (select h.changed_at, h.changed_by from loan_changes h
      where h.loan_id = p."loanId" and h.field = p.field and not h.is_conflict
      order by h.revision desc limit 1) s on true
    order by p."offeredAt", p."_id"`);
  const data = result.rows.map(toConflict);
  return { data, totalCount, page, pageSize };
}
