import { sql } from 'drizzle-orm';
import type { PartnerLanding, PersonResult } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, dispositionsVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { moneyLines } from '../payments/collected-service.ts';
import { readCollected, startOfDay } from './collections.ts';
import type { Moment } from './collections.ts';
import { stockOf, stockSums, total } from './stock.ts';
import type { StockSums } from './stock.ts';

/** People on the board; who collected most this month first. */
const MOST_PEOPLE = 50;

type WorkRow = Omit<PersonResult, 'loanCount' | 'dueAmount'> & Record<string, unknown>;

interface HolderRow extends StockSums {
  holders: (string | null)[];
}

/** One pass over the loans: the stock, and who has how many, both come from these groups. */
async function readHolders(db: Db, actor: Actor, today: string): Promise<HolderRow[]> {
  const { rows } = await db.execute<HolderRow>(sql`
    select array[l.manager_id, l.collector_id, l.field_agent_id]::text[] as holders, ${stockSums(today)}
    from loans l where ${activeLoansOf(actor)} group by l.manager_id, l.collector_id, l.field_agent_id`);
  return rows;
}

/**
 * What the partner's managers and agents did this month; a manager's is that of its team. Whoever works under one of its
 * managers is one of its people, whoever made the account: else the team's sum has no rows.
 */
async function readWork(db: Db, actor: Actor, moment: Moment): Promise<WorkRow[]> {
  const { today } = moment;
  const month = `${today.slice(0, 7)}-01`;
  const { rows } = await db.execute<WorkRow>(sql`
    with work as (
      select p.id, count(*) as contacts
      from dispositions d join loans l on l.id = d.loan_id
        cross join lateral (select d.agent_id as id union select d.manager_id) as p
      where d.channel in ('CALL', 'FIELD') and d.recorded_at >= ${startOfDay(moment, 0)}::timestamptz
        and ${isNotSuperseded} and ${dispositionsVisibleTo(actor)} and p.id is not null group by p.id),
    money as (
      select p.id, coalesce(sum(m.collected) filter (where m.day = ${today}::date), 0)::bigint as today,
        sum(m.collected)::bigint as month
      from ${moneyLines(actor, { from: month, to: today })} m
        cross join lateral (select m.person_id as id union select m.manager_id) as p
      where p.id is not null group by p.id)
    select u.id as "_id", u.full_name as "fullName", u.role, m.full_name as "managerName",
      u.disabled_at is null as "isActive", coalesce(work.contacts, 0) as "contactsToday",
      coalesce(money.today, 0) as "collectedToday", coalesce(money.month, 0) as "collectedMonth"
    from users u left join users m on m.id = u.manager_id left join work on work.id = u.id
      left join money on money.id = u.id
    where u.role in ('MANAGER', 'COLLECTOR', 'FIELD_AGENT') and u.deleted_at is null
      and (${peopleVisibleTo(actor)} or m.created_by = ${actor.userId})
    order by u.full_name, u.id`);
  return rows;
}

function peopleOf(work: readonly WorkRow[], holders: readonly HolderRow[]) {
  const people = work.map((row): PersonResult => {
    const own = holders.filter((group) => group.holders.includes(row._id));
    return {
      ...row,
      loanCount: total(own, (group) => group.loans),
      dueAmount: total(own, (group) => group.due),
    };
  });
  people.sort((a, b) => b.collectedMonth - a.collectedMonth || b.dueAmount - a.dueAmount);
  return { rows: people.slice(0, MOST_PEOPLE), totalCount: people.length };
}

/** A partner's morning, all of one instant: the loans of its managers, and how its people did. */
export async function readPartnerLanding(context: Context, actor: Actor): Promise<PartnerLanding> {
  const zone = context.settings.businessTz;
  const now = new Date();
  const moment: Moment = { zone, now, today: businessDay(zone, now) };
  return context.db.transaction(
    async (tx) => {
      const holders = await readHolders(tx, actor, moment.today);
      return {
        asOf: now.toISOString(),
        stock: stockOf(holders),
        collected: await readCollected(tx, actor, moment),
        people: peopleOf(await readWork(tx, actor, moment), holders),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
