import { sql } from 'drizzle-orm';
import type { Assignee } from '../../contract/allocation.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo, userNameFor } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { personLoads } from '../loans/loan-loads-service.ts';

interface AssigneeRow extends Assignee, Record<string, unknown> {}

/** The managers, collectors and field agents the actor may name, each with its loans as far as the actor sees them. */
export async function listAssignees(context: Context, actor: Actor): Promise<{ data: Assignee[] }> {
  const result = await context.db.execute<AssigneeRow>(sql`
    with loads as (${personLoads(actor)})
    select u.id as "_id", u.full_name as "fullName",
      ${userNameFor(actor)} as username, u.role, u.manager_id as "managerId",
      coalesce(w.loans, 0) as "loanCount"
    from users u left join loads w on w.id = u.id
    where u.role in ('MANAGER', 'COLLECTOR', 'FIELD_AGENT') and u.disabled_at is null and ${peopleVisibleTo(actor)}
    order by u.full_name, u.id`);
  return { data: result.rows };
}
