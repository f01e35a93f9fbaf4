import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isAdmin } from '../access/actor.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
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

/** User names rank 1, e-mail addresses 2: a full name counts where it is neither of somebody. */
export const FULL_NAME_RANK = 3;

/**
 * The name, the id and the rank of people `u` under their full names; the id is null where several of those who are `meant` have
 * the name.
 */
export const uniqueFullName = (meant: SQL): SQL => sql`lower(u.full_name) as name,
  case when count(*) filter (where ${meant}) over (partition by lower(u.full_name)) <= 1 then u.id end as id,
  ${FULL_NAME_RANK}::int as rank`;

/** Why a full name that several people have names nobody, as a row's reasons are kept. */
export const severalOfName = (column: SQL, said: SQL): SQL =>
  sql`jsonb_build_array(jsonb_build_object('column', ${column}, 'value', ${said}, 'reason',
    replace(${ROW_WORDS['several-of-name']}::text, '{{name}}', ${said})))`;
