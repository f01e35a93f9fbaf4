import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';

/**
 * Condition on `u`: whom the actor may name in a sheet: beside the people it sees, a lender's admin the managers of its
 * lender and their people.
 */
export function peopleNameableBy(actor: Actor): SQL {
  if (isAdmin(actor) || actor.clientId === null) return peopleVisibleTo(actor);
  const ofLender = sql`(select manager_id from manager_clients where client_id = ${actor.clientId})`;
  return sql`(${peopleVisibleTo(actor)} or u.id in ${ofLender} or u.manager_id in ${ofLender})`;
}

/** Condition on `u`: whom the actor may say that a payment is credited to: also who had loans of its lender before. */
export function peopleCreditableBy(actor: Actor): SQL {
  if (isAdmin(actor) || actor.clientId === null) return peopleNameableBy(actor);
  return sql`(${peopleNameableBy(actor)} or exists (select 1 from allocations a join loans x on x.id = a.loan_id
    where a.assignee_id = u.id and x.client_id = ${actor.clientId}))`;
}
