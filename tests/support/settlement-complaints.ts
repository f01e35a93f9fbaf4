import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../server/database/connection.ts';

/** Whose terms stood when an event `e` came: the last that were proposed or countered before it. */
const madeBefore = sql`left join lateral (select m.actor_id, m.action, m.level from settlement_events m
    where m.settlement_id = e.settlement_id and m.revision < e.revision and m.action in ('PROPOSE', 'COUNTER')
    order by m.revision desc limit 1) m on true`;

const isClients = (event: SQL): SQL =>
  sql`coalesce(${event}.level in ('CLIENT', 'CLIENT_HEAD'), false)`;

/** Steps of people against the client's matrix, which must not have changed since. */
const ofAuthority = (among: SQL): SQL => sql`
    select 'approved by who proposed it or made its terms' as wrong, e.settlement_id as id
    from settlement_events e join settlements s on s.id = e.settlement_id ${madeBefore}
    where ${among} and e.action = 'APPROVE' and (e.actor_id = s.proposed_by or e.actor_id = m.actor_id)
    union all select 'approved beyond the matrix', e.settlement_id
    from settlement_events e join settlements s on s.id = e.settlement_id
      join settlement_rules r on r.client_id = s.client_id ${madeBefore}
      cross join lateral (select case e.level when 'MANAGER' then r.manager_percent when 'ADMIN' then r.admin_percent
          when 'CLIENT' then r.client_percent when 'CLIENT_HEAD' then 100 else -1 end as percent,
        case e.level when 'MANAGER' then r.manager_amount when 'ADMIN' then r.admin_amount
          when 'CLIENT' then r.client_amount end as amount) x
    where ${among} and e.action = 'APPROVE' and (e.waiver_amount > x.amount
        or e.waiver_amount * 100 > x.percent * (e.offered_amount + e.waiver_amount))
      and not (m.action = 'COUNTER' and ${isClients(sql`m`)} and not ${isClients(sql`e`)})
    union all select 'a letter without the client’s word', e.settlement_id
    from settlement_events e join settlements s on s.id = e.settlement_id
      join settlement_rules r on r.client_id = s.client_id join loans l on l.id = s.loan_id ${madeBefore}
    where ${among} and e.action = 'ISSUE_LETTER' and not exists (select 1 from settlement_events a
        where a.settlement_id = e.settlement_id and a.revision < e.revision and a.action = 'APPROVE'
          and a.offered_amount = e.offered_amount and ((${isClients(sql`a`)} or ${isClients(sql`m`)})
            and (not r.is_rbi or coalesce(l.loan_amount, s.due_amount) < r.sanction_amount or r.sanction_amount is null
              or 'CLIENT_HEAD' in (a.level, m.level))
            or (not r.is_rbi and a.waiver_amount <= r.delegated_amount)))`;

/** Each change is there, follows the one before, and nothing else made what stands. */
const ofHistory = (among: SQL): SQL => sql`
    select 'history has gaps', s.id from settlements s
    where ${among} and (s.revision <> (select count(*) from settlement_events e where e.settlement_id = s.id)
      or s.revision <> (select max(e.revision) from settlement_events e where e.settlement_id = s.id))
    union all select 'history ends elsewhere', s.id from settlements s
    where ${among} and s.state <> (select e.to_state from settlement_events e where e.settlement_id = s.id
      order by e.revision desc limit 1)
    union all select 'a step from another state', e.settlement_id from (select e.*, lag(e.to_state) over (
        partition by e.settlement_id order by e.revision) as before
      from settlement_events e join settlements s on s.id = e.settlement_id where ${among}) e
    where e.from_state is distinct from e.before`;

/** What was paid, written off and is still asked for. */
const ofMoney = (among: SQL): SQL => sql`
    select 'paid in full with less than was agreed', s.id from settlements s
    where ${among} and s.state = 'FULFILLED' and s.paid_amount < s.offered_amount and s.waived_amount > 0
    union all select 'more written off than was approved', s.id from settlements s
    where ${among} and s.waived_amount > s.waiver_amount
    union all select 'instalments of another sum', s.id from settlements s
    where ${among} and s.kind = 'INSTALMENTS' and s.offered_amount <> (select sum((i ->> 'amount')::bigint)
      from jsonb_array_elements(s.instalments) i)
    union all select 'payments and write-off are not what was due', s.id from settlements s
      join loans l on l.id = s.loan_id join lender_figures f on f.loan_id = l.id
    where ${among} and s.state = 'FULFILLED' and (l.paid_amount + s.waived_amount < f.amount
      or (s.waived_amount > 0 and l.paid_amount + s.waived_amount > f.amount))
    union all select 'a loan of another end', l.id from loans l join settlements s on s.loan_id = l.id
    where ${among} and s.state = 'FULFILLED' and (l.total_due_amount <> 0
      or l.status not in ('SETTLED', case when s.waived_amount = 0 then 'PAID' else 'SETTLED' end))
    union all select 'asked for more than is due', l.id from loans l join settlements s on s.loan_id = l.id
    where ${among} and l.settlement_state in ('LETTER_ISSUED', 'ACTIVE') and l.settlement_amount > l.total_due_amount
    union all select 'written off though nothing is settled', l.id from loans l join settlements s on s.loan_id = l.id
    where ${among} and l.status = 'SETTLED' and not exists (select 1 from settlements o
      where o.loan_id = l.id and o.state = 'FULFILLED')
    union all select 'two are open', s.loan_id from settlements s where ${among} and s.waits_for is not null
    group by s.loan_id having count(*) > 1`;

/** What does not hold of the settlements of these loans, asked of the database alone. */
export async function settlementComplaints(db: Db, loanIds: readonly string[]): Promise<unknown[]> {
  const among = sql`s.loan_id = any(${sql.param(loanIds)}::uuid[])`;
  const { rows } = await db.execute(sql`${ofAuthority(among)} union all ${ofHistory(among)}
    union all ${ofMoney(among)} limit 20`);
  return rows;
}
