import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { NotificationFacts, NotificationKind } from '../../contract/notification.ts';
import { CLIENT_SIDE } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { newId } from '../ids.ts';
import { idArray } from '../database/prepared.ts';

/** Something that a person, or all people of a lender, should know of. */
export interface NewNotification {
  /** One of a lender's own people is told through the lender's shared row. */
  readonly to: { readonly userId: string } | { readonly clientId: string };
  readonly kind: NotificationKind;
  readonly facts?: NotificationFacts;
  /** The lender it is about. */
  readonly clientId?: string | null;
  readonly loanId?: string | null;
  readonly settlementId?: string | null;
}

/** What somebody has to see to, or see the end of: who left hands it on. The rest concerns its recipient alone. */
const HANDED_ON: readonly NotificationKind[] = [
  'SETTLEMENT_PROPOSED',
  'SETTLEMENT_APPROVED',
  'SETTLEMENT_LETTER',
  'SETTLEMENT_LETTER_DIFFERS',
  'SETTLEMENT_COUNTERED',
  'SETTLEMENT_WAITS',
  'SETTLEMENT_DUE_SOON',
  'SETTLEMENT_BOUNCED',
  'IMPORT_FINISHED',
  'IMPORT_FAILED',
  'CONTACT_BREACH',
  'CONTACT_EXCEPTION',
  'PROMISE_BROKEN',
  'RECEIPT_CANCEL_ASKED',
  'RECEIPT_EXCESS',
  'DEPOSIT_CANCELLED',
  'RECEIPT_TAKEN_OUT',
  'WORK_REVIEW',
  'REPORT_FAILED',
  'SHARING_OUT_FAILED',
  'SENDING_FAILED',
];

/** Condition on users `w`: an admin who can log in. */
const isAdminHere: SQL = sql`(w.role in ('ADMIN', 'SUPER_ADMIN') and w.disabled_at is null)`;

/** Everyone who runs the agency. */
export async function adminsHere(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select w.id from users w where ${isAdminHere} order by w.id`,
  );
  return rows.map(({ id }) => id);
}

/** Condition on users `w`: told in the place of `u`, who left: the manager, else the admins. */
const standsIn: SQL = sql`case when exists (select 1 from users m where m.id = u.manager_id and m.disabled_at is null)
  then w.id = u.manager_id else ${isAdminHere} end`;

/**
 * Tells people, within the transaction of what they are told of: a repeat of it that changes nothing tells nobody. The
 * same words to the same recipient in one go are one notification. What waits for somebody who left goes to whoever stands in;
 * what one lender's people began before they went to another lender is not told there. Pushes follow after the commit
 * (server/push).
 */
export async function notify(tx: Db, notices: readonly NewNotification[]): Promise<void> {
  if (notices.length === 0) return;
  const asked = notices.map(({ to, kind, facts = {}, clientId, loanId, settlementId }) => ({
    id: newId(),
    user_id: 'userId' in to ? to.userId : null,
    recipient_client_id: 'clientId' in to ? to.clientId : null,
    kind,
    facts,
    client_id: clientId ?? null,
    loan_id: loanId ?? null,
    settlement_id: settlementId ?? null,
  }));
  await tx.execute(sql`
    with /* prepared */ asked as (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id uuid, user_id uuid,
      recipient_client_id uuid, kind text, facts jsonb, client_id uuid, loan_id uuid, settlement_id uuid)),
    told as (select case when s.id is null then a.id else ${newIdSql} end as id, a.kind, a.facts, a.client_id, a.loan_id, a.settlement_id,
        case when c.is_client_side then null else coalesce(s.id, a.user_id) end as user_id,
        case when c.is_client_side then case when a.client_id is null or a.client_id = u.client_id then u.client_id end
          else a.recipient_client_id end as recipient_client_id
      from asked a left join users u on u.id = a.user_id
        cross join lateral (select coalesce(u.role = any(${sql.param([...CLIENT_SIDE])}::text[]), false)) as c(is_client_side)
        left join lateral (select w.id from users w where u.disabled_at is not null and not c.is_client_side
          and a.kind = any(${sql.param([...HANDED_ON])}::text[]) and ${standsIn}) s on true)
    insert into notifications (id, user_id, recipient_client_id, kind, facts, client_id, loan_id, settlement_id)
    select distinct on (user_id, recipient_client_id, kind, facts, client_id, loan_id, settlement_id)
      id, user_id, recipient_client_id, kind, facts, client_id, loan_id, settlement_id
    from told where num_nonnulls(user_id, recipient_client_id) = 1
    order by user_id, recipient_client_id, kind, facts, client_id, loan_id, settlement_id, id`);
}

/** What is older than this is no longer handed on when somebody leaves. */
const HANDED_ON_DAYS = 30;

/**
 * Tells whoever stands in for a person, who was just disabled, what still waits for it. Each stays of its day, and is
 * pushed to nobody: there may be many. What a colleague was told already is not told again.
 */
export async function handOnNotices(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into notifications (id, user_id, kind, facts, client_id, loan_id, settlement_id, created_at, pushed_at)
    select ${newIdSql}, w.id, n.kind, n.facts, n.client_id, n.loan_id, n.settlement_id, n.created_at, now()
    from notifications n join users u on u.id = n.user_id join users w on ${standsIn}
    where u.id = ${userId} and n.deactivated_at is null and n.kind = any(${sql.param([...HANDED_ON])}::text[])
      and n.created_at > now() - make_interval(days => ${HANDED_ON_DAYS})
      and not exists (select 1 from notifications s where s.user_id = w.id and s.kind = n.kind and s.facts = n.facts
        and s.loan_id is not distinct from n.loan_id and s.settlement_id is not distinct from n.settlement_id)`);
}

/** Statement that tells the collector and the manager of each visited loan, except who was there itself. For rows just stored. */
export function visitNoticeInsert(visitIds: readonly string[]): SQL {
  const newIds = () => idArray(visitIds.map(() => newId()));
  return sql`
    insert into notifications (id, user_id, kind, facts, client_id, loan_id)
    select told.id, told.user_id, 'FIELD_DISPOSITION',
      jsonb_build_object('disposition', d.code, 'personName', agent.full_name), l.client_id, l.id
    from unnest(${idArray(visitIds)}, ${newIds()}, ${newIds()})
        as asked(visit, for_collector, for_manager)
      join dispositions d on d.id = asked.visit join loans l on l.id = d.loan_id join users agent on agent.id = d.agent_id
      cross join lateral (values (asked.for_collector, l.collector_id), (asked.for_manager, l.manager_id))
        as told(id, user_id)
    where told.user_id is not null and told.user_id <> d.agent_id`;
}
