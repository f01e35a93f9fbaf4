import { sql } from 'drizzle-orm';
import type { PartnerLanding, PersonResult } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { businessDay, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { readCollected, startOfDay } from './collections.ts';
import type { Moment } from './collections.ts';
import { stockOf, stockSums } from './stock.ts';
import type { StockSums } from './stock.ts';

/** People on the board; who collected most this month first. */
const MOST_PEOPLE = 50;

interface ResultRow extends PersonResult, Record<string, unknown> {
  total_count: number;
}

/**
 * How the partner's managers and agents did. Loans and contacts are counted once for all of them and joined by person; a
 * manager's are those of its team.
 */
async function readPeople(db: Db, actor: Actor, moment: Moment): Promise<PartnerLanding['people']> {
  const month = instantOf(moment.zone, `${moment.today.slice(0, 7)}-01`);
  const today = startOfDay(moment, 0);
  const { rows } = await db.execute<ResultRow>(sql`
    with own as materialized (
      select u.id, u.full_name, u.role, u.manager_id, u.disabled_at from users u
      where u.role in ('MANAGER', 'COLLECTOR', 'FIELD_AGENT') and u.deleted_at is null and ${peopleVisibleTo(actor)}),
    loads as (
      select p.id, count(*) as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due
      from loans l cross join lateral (values (l.manager_id), (l.collector_id), (l.field_agent_id)) as p(id)
      where p.id is not null and ${loansVisibleTo(actor)} group by p.id),
    work as (
      select p.id,
        count(*) filter (where d.recorded_at >= ${today}::timestamptz and ${isNotSuperseded}) as contacts,
        coalesce(sum(d.amount_collected) filter (where d.recorded_at >= ${today}::timestamptz), 0)::bigint as today,
        coalesce(sum(d.amount_collected), 0)::bigint as month
      from dispositions d join loans l on l.id = d.loan_id
        cross join lateral (select d.agent_id as id union select d.manager_id) as p
      where d.recorded_at >= ${month}::timestamptz and (d.amount_collected > 0 or d.recorded_at >= ${today}::timestamptz)
        and ${dispositionsVisibleTo(actor)} and p.id is not null group by p.id)
    select o.id as "_id", o.full_name as "fullName", o.role, m.full_name as "managerName",
      o.disabled_at is null as "isActive", coalesce(loads.loans, 0) as "loanCount", coalesce(loads.due, 0) as "dueAmount",
      coalesce(work.contacts, 0) as "contactsToday", coalesce(work.today, 0) as "collectedToday",
      coalesce(work.month, 0) as "collectedMonth", count(*) over () as total_count
    from own o left join users m on m.id = o.manager_id left join loads on loads.id = o.id left join work on work.id = o.id
    order by coalesce(work.month, 0) desc, coalesce(loads.due, 0) desc, o.full_name, o.id limit ${MOST_PEOPLE}`);
  return { rows, totalCount: rows[0]?.total_count ?? 0 };
}

/** A partner's morning, all of one instant: the loans of its managers, and how its people did. */
export async function readPartnerLanding(context: Context, actor: Actor): Promise<PartnerLanding> {
  const zone = context.settings.businessTz;
  const now = new Date();
  const moment: Moment = { zone, now, today: businessDay(zone, now) };
  return context.db.transaction(
    async (tx) => {
      const stock = await tx.execute<StockSums>(
        sql`select ${stockSums(moment.today)} from loans l where ${loansVisibleTo(actor)}`,
      );
      return {
        asOf: now.toISOString(),
        stock: stockOf(stock.rows),
        collected: await readCollected(tx, dispositionsVisibleTo(actor), moment),
        people: await readPeople(tx, actor, moment),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
