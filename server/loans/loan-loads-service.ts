import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, loansInReachOf } from '../access/scope.ts';

/**
 * A query of what each person has among the active loans that the actor may see: `kind`, `id` (null: nobody), `loans`,
 * `due` (rupees). Summed from the indexes by holder, without their loans. A closed loan has no collector and no field
 * agent, so only managers' loans are asked for their status.
 */
export function personLoads(actor: Actor): SQL {
  const figures = sql`count(*) as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due`;
  const reach = loansInReachOf(actor);
  return sql`select 'MANAGER' as kind, l.manager_id as id, ${figures} from loans l where ${activeLoansOf(actor)} group by l.manager_id
    union all
    select 'COLLECTOR', l.collector_id, ${figures} from loans l where l.collector_id is not null and ${reach} group by l.collector_id
    union all
    select 'FIELD', l.field_agent_id, ${figures} from loans l where l.field_agent_id is not null and ${reach} group by l.field_agent_id`;
}
