import { sql } from 'drizzle-orm';
import type { RuleChoices } from '../../contract/allocation-rule-answers.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, peopleVisibleTo, userNameFor } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

type Row<Key extends keyof RuleChoices> = RuleChoices[Key][number] & Record<string, unknown>;

/** What a rule can name. The lenders' own columns are those of the files that came in: no loan is read for them. */
export async function readRuleChoices(db: Db, actor: Actor): Promise<RuleChoices> {
  const lenders = await db.execute<Row<'lenders'>>(
    sql`select c.id as "_id", c.name as "Client_Name" from clients c where ${clientsVisibleTo(actor)} order by c.name`,
  );
  const agents = await db.execute<Row<'agents'>>(sql`
    select u.id as "_id", u.full_name as "fullName", ${userNameFor(actor)} as username, boss.full_name as "managerName",
      case u.role when 'FIELD_AGENT' then 'FIELD' else u.role end as kind
    from users u left join users boss on boss.id = u.manager_id
    where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and u.disabled_at is null and u.deleted_at is null
      and ${peopleVisibleTo(actor)}
    order by u.full_name, u.id`);
  const headers = await db.execute<{ header: string }>(sql`
    select distinct h.header from loan_imports i cross join jsonb_array_elements_text(i.headers) h(header)
    where h.header <> '' and not exists (select 1 from jsonb_each_text(i.mapping) m where m.value = h.header)
    order by 1 limit 500`);
  const codes = await db.execute<Row<'dispositions'>>(
    sql`select code, label, channel from disposition_codes where sort_order > 0 order by sort_order`,
  );
  return {
    lenders: lenders.rows,
    agents: agents.rows,
    otherHeaders: headers.rows.map(({ header }) => header),
    dispositions: codes.rows,
  };
}
