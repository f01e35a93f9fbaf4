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
 * Whom the rows of somebody's reports and loan lists name: people and lenders whom it may not name elsewhere. Each condition
 * asks one column, so that an index answers it, whoever is named.
 */

const any = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

const loan = (is: SQL, reach: SQL): SQL =>
  sql`exists (select 1 from loans l where ${is} and ${reach})`;
const contact = (is: SQL, seen: SQL): SQL =>
  sql`exists (select 1 from dispositions d join loans l on l.id = d.loan_id where ${is} and ${seen})`;
const allocation = (is: SQL, seen: SQL): SQL =>
  sql`exists (select 1 from allocations a join loans l on l.id = a.loan_id where ${is} and ${seen})`;
const promise = (is: SQL, seen: SQL): SQL =>
  sql`exists (select 1 from promises p join loans l on l.id = p.loan_id where ${is} and ${seen})`;

/** Condition: money that the actor sees names it. */
function money(actor: Actor, ofReceipt: readonly SQL[], ofPayment: readonly SQL[]): SQL[] {
  return [
    ...ofReceipt.map(
      (is) => sql`exists (select 1 from receipts r where ${is} and ${toldMoneyVisibleTo(actor)})`,
    ),
    ...ofPayment.map(
      (is) =>
        sql`exists (select 1 from ${attributedPayments} p where ${is} and ${paymentsVisibleTo(actor)})`,
    ),
  ];
}

const isAgent = ({ role }: Actor): boolean => role === 'COLLECTOR' || role === 'FIELD_AGENT';

/** Condition on `c` (clients): those that the actor may name, and those that its rows name. */
export function clientsOfRows(actor: Actor): SQL {
  const is = sql`l.client_id = c.id`;
  const own = [clientsVisibleTo(actor), loan(is, loansInReachOf(actor))];
  // The contacts and the money of all others are those of their loans.
  const works = isAgent(actor) || actor.role === 'MANAGER';
  if (!works) return any(own);
  const past = isAgent(actor)
    ? [
        allocation(is, sql`a.assignee_id = ${actor.userId}`),
        promise(is, sql`p.agent_id = ${actor.userId}`),
      ]
    : [];
  return any([
    ...own,
    contact(is, dispositionsVisibleTo(actor)),
    ...past,
    ...money(actor, [sql`r.client_id = c.id`], [sql`p.client_id = c.id`]),
  ]);
}

/** Condition on `u` (users): those that the actor may name, and those that its rows name, whoever they are under. */
export function peopleOfRows(actor: Actor): SQL {
  const reach = loansInReachOf(actor);
  const seen = dispositionsVisibleTo(actor);
  const holders = [
    sql`l.collector_id = u.id`,
    sql`l.field_agent_id = u.id`,
    sql`l.manager_id = u.id`,
  ];
  const past = isAgent(actor)
    ? [
        allocation(sql`l.manager_id = u.id`, sql`a.assignee_id = ${actor.userId}`),
        promise(sql`l.manager_id = u.id`, sql`p.agent_id = ${actor.userId}`),
      ]
    : [allocation(sql`a.assignee_id = u.id`, reach), promise(sql`p.agent_id = u.id`, reach)];
  return any([
    peopleVisibleTo(actor),
    ...holders.map((is) => loan(is, reach)),
    contact(sql`d.agent_id = u.id`, seen),
    contact(sql`d.manager_id = u.id`, seen),
    ...past,
    ...money(
      actor,
      [sql`r.agent_id = u.id`, sql`r.manager_id = u.id`],
      [sql`p.collector_id = u.id`, sql`p.manager_id = u.id`],
    ),
  ]);
}
