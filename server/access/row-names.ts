import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { attributedPayments } from '../payments/attribution-service.ts';
import type { Actor } from './actor.ts';
import {
  clientsVisibleTo,
  dispositionsVisibleTo,
  loansInReachOf,
  paymentsVisibleTo,
  peopleVisibleTo,
  toldMoneyVisibleTo,
} from './scope.ts';

/*
 * Whom the rows of somebody's reports and loan lists name: people and lenders whom it may not name elsewhere. Somebody
 * whom they name is found soon; that they name somebody nowhere is known after up to a second where there are many.
 */

const isAgent = ({ role }: Actor): boolean => role === 'COLLECTOR' || role === 'FIELD_AGENT';

/** Condition on `c` (clients): those that the actor may name, and those that its rows name. */
export function clientsOfRows(actor: Actor): SQL {
  // The contacts and the money of all others are those of their loans.
  const works = isAgent(actor) || actor.role === 'MANAGER' || actor.role === 'PARTNER';
  return sql`(${clientsVisibleTo(actor)}
    or exists (select 1 from loans l where l.client_id = c.id and ${loansInReachOf(actor)})
    or ${works} and (exists (select 1 from dispositions d join loans l on l.id = d.loan_id
        where l.client_id = c.id and ${dispositionsVisibleTo(actor)})
      or exists (select 1 from allocations a join loans l on l.id = a.loan_id
        where l.client_id = c.id and a.assignee_id = ${actor.userId})
      or exists (select 1 from promises p join loans l on l.id = p.loan_id
        where l.client_id = c.id and p.agent_id = ${actor.userId})
      or exists (select 1 from receipts r where r.client_id = c.id and ${toldMoneyVisibleTo(actor)})
      or exists (select 1 from ${attributedPayments} p where p.client_id = c.id and ${paymentsVisibleTo(actor)})))`;
}

/** Condition on `u` (users): those whom past allocations and promises name, of an agent's its managers. */
function peopleOfPast(actor: Actor): SQL {
  const isOwn = isAgent(actor);
  return sql`(${isOwn} and (exists (select 1 from allocations a join loans l on l.id = a.loan_id
        where l.manager_id = u.id and a.assignee_id = ${actor.userId})
      or exists (select 1 from promises p join loans l on l.id = p.loan_id
        where l.manager_id = u.id and p.agent_id = ${actor.userId}))
    or not ${isOwn} and (exists (select 1 from allocations a join loans l on l.id = a.loan_id
        where a.assignee_id = u.id and ${loansInReachOf(actor)})
      or exists (select 1 from promises p join loans l on l.id = p.loan_id
        where p.agent_id = u.id and ${loansInReachOf(actor)})))`;
}

/** Condition on `u` (users): those that the actor may name, and those that its rows name, whoever they are under. */
export function peopleOfRows(actor: Actor): SQL {
  const reach = loansInReachOf(actor);
  const contacts = dispositionsVisibleTo(actor);
  const told = toldMoneyVisibleTo(actor);
  const paid = paymentsVisibleTo(actor);
  return sql`(${peopleVisibleTo(actor)}
    or exists (select 1 from loans l where l.collector_id = u.id and ${reach})
    or exists (select 1 from loans l where l.field_agent_id = u.id and ${reach})
    or exists (select 1 from loans l where l.manager_id = u.id and ${reach})
    or exists (select 1 from dispositions d join loans l on l.id = d.loan_id where d.agent_id = u.id and ${contacts})
    or exists (select 1 from dispositions d join loans l on l.id = d.loan_id where d.manager_id = u.id and ${contacts})
    or ${peopleOfPast(actor)}
    or exists (select 1 from receipts r where r.agent_id = u.id and ${told})
    or exists (select 1 from receipts r where r.manager_id = u.id and ${told})
    or exists (select 1 from ${attributedPayments} p where p.collector_id = u.id and ${paid})
    or exists (select 1 from ${attributedPayments} p where p.manager_id = u.id and ${paid}))`;
}
