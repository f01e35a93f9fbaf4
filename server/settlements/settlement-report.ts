import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { SettlementReportRow, settlementRuleCalls } from '../../contract/settlement-rule.ts';
import type { Actor } from '../access/actor.ts';
import { settlementsVisibleTo } from '../access/scope.ts';
import { businessDay, dayRange } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { clientCondition } from '../loans/loan-filter-service.ts';

type ReportCall = typeof settlementRuleCalls.reportSettlements;

/** An approval stands no more once its terms were rejected, withdrawn, or changed and not approved again. */
const approvalStands = sql`s.state not in ('REJECTED', 'COUNTERED')
  and (s.state <> 'WITHDRAWN' or s.letter_at is not null) and not (s.state = 'EXPIRED'
  and exists (select 1 from settlement_events x where x.settlement_id = s.id and x.action = 'EXPIRE'
    and x.from_state = 'COUNTERED'))`;

/**
 * Settlements whose last approval lies in a range of days (this month, when nothing is said: spec 9) and stands, by client and
 * approver: what was due, offered, waived and paid. Each settlement counts once, for whoever approved it last; terms that
 * the client set itself, for whoever set them, though the agency answered last.
 */
export async function reportSettlements(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<ReportCall>['query'],
): Promise<CallAnswer<ReportCall>> {
  const today = businessDay(settings.businessTz);
  const from = query.gte ?? `${(query.lte ?? today).slice(0, 8)}01`;
  const to = query.lte ?? (from > today ? from : today);
  const { start, end } = dayRange(settings.businessTz, from, to);
  const { rows } = await db.execute<SettlementReportRow & Record<string, unknown>>(sql`
    with approved as (select distinct on (e.settlement_id) e.settlement_id, e.revision, e.to_state, e.actor_id, e.level,
        e.at
      from settlement_events e where e.action = 'APPROVE' order by e.settlement_id, e.revision desc),
    given as (select a.settlement_id, a.at, coalesce(m.actor_id, a.actor_id) as actor_id, coalesce(m.level, a.level) as level
      from approved a left join lateral (select e.actor_id, e.level from settlement_events e
        where a.to_state = 'APPROVED_BY_CLIENT' and a.level in ('MANAGER', 'ADMIN') and e.settlement_id = a.settlement_id
          and e.action = 'COUNTER' and e.revision < a.revision order by e.revision desc limit 1) m on true)
    select c.name as "Client_Name", u.full_name as "Approved_By", coalesce(a.level, '') as level, count(*)::int as count,
      (count(*) filter (where s.is_restructuring))::int as "restructuringCount",
      sum(s.due_amount)::bigint as "dueAmount", sum(s.offered_amount)::bigint as "offeredAmount",
      sum(s.waiver_amount)::bigint as "waiverAmount", sum(s.paid_amount)::bigint as "paidAmount",
      (count(*) filter (where s.state = 'FULFILLED'))::int as "fulfilledCount",
      (count(*) filter (where s.state in ('BROKEN', 'EXPIRED')))::int as "brokenCount"
    from given a join settlements s on s.id = a.settlement_id join loans l on l.id = s.loan_id
      join clients c on c.id = s.client_id join users u on u.id = a.actor_id
    where ${allOf([
      settlementsVisibleTo(actor),
      approvalStands,
      sql`a.at >= ${start}::timestamptz and a.at < ${end}::timestamptz`,
      query.clientName && clientCondition([query.clientName]),
    ])}
    group by c.id, u.id, a.level order by c.name, u.full_name, a.level limit 2000`);
  return { data: rows, from, to };
}
