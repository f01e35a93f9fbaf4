import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type {
  Notification,
  NotificationFacts,
  NotificationKind,
  NotificationQuery,
} from '../../contract/notification.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import {
  clientsVisibleTo,
  loansVisibleTo,
  notificationsOf,
  settlementsVisibleTo,
} from '../access/scope.ts';
import { addDays, instantOf, isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { messageOf } from './notification-words.ts';

interface NotificationRow extends Record<string, unknown> {
  id: string;
  kind: NotificationKind;
  facts: NotificationFacts;
  settlement_id: string | null;
  created_at: string;
  is_active: boolean;
  loan_id: string | null;
  loan_number: string | null;
  client_name: string | null;
}

const toNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  loanId: row.loan_id,
  Loan_ID: row.loan_number,
  Client_Name: row.client_name,
  createdAt: isoInstant(row.created_at),
  isActive: row.is_active,
  settalementId: row.settlement_id,
  kind: row.kind,
  facts: row.facts,
  message: messageOf({ kind: row.kind, facts: row.facts, loanNumber: row.loan_number }),
});

/** The instants that months (`YYYY-MM`, either may be left out) begin and end at, as a condition on `n`. */
function withinMonths(businessTz: string, { startMonth, endMonth }: NotificationQuery): SQL {
  const parts = [sql`true`];
  if (startMonth !== undefined)
    parts.push(sql`n.created_at >= ${instantOf(businessTz, `${startMonth}-01`)}`);
  if (endMonth !== undefined) {
    const nextMonth = addDays(`${endMonth}-01`, 32).slice(0, 7);
    parts.push(sql`n.created_at < ${instantOf(businessTz, `${nextMonth}-01`)}`);
  }
  return allOf(parts);
}

const isActiveIs = (isActive: boolean) =>
  isActive ? sql`n.deactivated_at is null` : sql`n.deactivated_at is not null`;

function matching(actor: Actor, query: NotificationQuery, businessTz: string): SQL {
  const names = query.clientsName ?? [];
  const ofClients =
    names.length === 0
      ? sql`true`
      : sql`n.client_id in (select c.id from clients c
          where c.name = any(${sql.param(names)}::text[]) and ${clientsVisibleTo(actor)})`;
  return sql`${notificationsOf(actor)} and ${isActiveIs(query.isActive === 'true')}
    and ${ofClients} and ${withinMonths(businessTz, query)}`;
}

/** Condition on `n`: its settlement is out of the actor's sight. */
const isSettlementHidden = (
  actor: Actor,
): SQL => sql`exists (select 1 from settlements s join loans l on l.id = s.loan_id
  where s.id = n.settlement_id and (${settlementsVisibleTo(actor)}) is not true)`;

/** A page of the actor's notifications, newest first; pages count from 0. Loans, lenders and settlements out of its sight stay unnamed. */
export async function listNotifications(
  db: Db,
  actor: Actor,
  query: NotificationQuery,
  businessTz: string,
): Promise<Page<Notification>> {
  const { pageSize } = query;
  const offset = query.offset ?? query.page * pageSize;
  const where = matching(actor, query, businessTz);
  const [rows, counted] = await Promise.all([
    db.execute<NotificationRow>(sql`
      select n.id, n.kind, n.facts, case when not ${isSettlementHidden(actor)} then n.settlement_id end as settlement_id, n.created_at, n.deactivated_at is null as is_active,
        l.id as loan_id, l.loan_number, c.name as client_name
      from notifications n left join loans l on l.id = n.loan_id and ${loansVisibleTo(actor)}
        left join clients c on c.id = n.client_id and ${clientsVisibleTo(actor)}
      where ${where} order by n.created_at desc, n.id desc limit ${pageSize} offset ${offset}`),
    db.execute<{ n: number }>(sql`select count(*)::int as n from notifications n where ${where}`),
  ]);
  return {
    data: rows.rows.map(toNotification),
    totalCount: counted.rows[0]?.n ?? 0,
    page: Math.floor(offset / pageSize),
    pageSize,
  };
}

/** How many active notifications the actor has. */
export async function countNotifications(db: Db, actor: Actor): Promise<number> {
  const { rows } = await db.execute<{
    n: number;
  }>(sql`select /* prepared */ count(*)::int as n from notifications n
    where ${notificationsOf(actor)} and ${isActiveIs(true)}`);
  return rows[0]?.n ?? 0;
}

/** The lenders that the actor's notifications are about, as far as it sees them, by name. */
export async function listNotificationClients(db: Db, actor: Actor): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select c.name from clients c
    where ${clientsVisibleTo(actor)} and exists (select 1 from notifications n
      where n.client_id = c.id and ${notificationsOf(actor)}) order by c.name`);
  return rows.map(({ name }) => name);
}
