import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { SheetField } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { peopleNameableBy, severalOfName, uniqueFullName } from './nameable-people.ts';

/** One thing wrong with a row, as its reason is kept: at the column of sheet `a` that feeds the field. */
const problem = (field: SheetField, said: SQL, reason: string) =>
  sql`jsonb_build_array(jsonb_build_object('column', a.mapping ->> ${field}::text, 'value', ${said}, 'reason', ${reason}::text))`;

/** The sentences for a name that nobody has, or several people. */
const nobody = (alias: 'co' | 'fa' | 'ma', text: string, field: SheetField) => {
  const person = sql.raw(alias);
  const said = sql.raw(`s.${text}`);
  return sql`
    when ${said} is not null and ${person}.id is null then case when ${person}.name is null
      then ${problem(field, said, ROW_WORDS['unknown-person'])}
      else ${severalOfName(sql`a.mapping ->> ${field}::text`, said)} end`;
};

const NOT_A = {
  Collector: 'not-a-collector',
  Field_Agent: 'not-a-field-agent',
  Manager: 'not-a-manager',
} as const;

/** The sentences for a person who can't have the loan, by the alias of the person and the field that names it. */
const unfit = (
  alias: 'co' | 'fa' | 'ma',
  text: string,
  role: string,
  field: 'Collector' | 'Field_Agent' | 'Manager',
) => {
  const person = sql.raw(alias);
  const named = sql.raw(`s.${text}`);
  return sql`
    when ${named} is not null and ${person}.role <> ${role} then
      ${problem(field, named, ROW_WORDS[NOT_A[field]])}
    when ${named} is not null and ${person}.disabled_at is not null then
      ${problem(field, named, ROW_WORDS['person-left'])}`;
};

const elsewhere = (alias: 'co' | 'fa', text: string, field: SheetField) => {
  const person = sql.raw(alias);
  const named = sql.raw(`s.${text}`);
  return sql`
    when ${named} is not null and coalesce(ma.id, l.manager_id) is not null
      and ${person}.manager_id is distinct from coalesce(ma.id, l.manager_id) then
      ${problem(field, named, ROW_WORDS['person-elsewhere'])}`;
};

/**
 * Decides over the rows of an allocation sheet: whether loan and people are known, fit together and anything changes.
 */
export async function judgeAllocation(
  tx: Db,
  actor: Actor,
  sheet: { readonly id: string; readonly clientId: string },
): Promise<void> {
  await tx.execute(sql`create temporary table judged (row int primary key, outcome text not null, loan_id uuid,
    person_id uuid, field_agent_id uuid, manager_id uuid, problems jsonb) on commit drop`);
  await tx.execute(sql`
    insert into judged
    with people as (select u.id, u.username, u.email, u.full_name, u.role, u.manager_id, u.disabled_at from users u
      where u.deleted_at is null and u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and ${peopleNameableBy(actor)}),
    called as (
      select u.username as name, u.id, 1 as rank, u.role, u.manager_id, u.disabled_at from people u
      union all select u.email, u.id, 2, u.role, u.manager_id, u.disabled_at from people u
      union all select ${uniqueFullName(sql`u.disabled_at is null`)}, u.role, u.manager_id, u.disabled_at from people u),
    named as (
      select distinct on (c.name) c.* from called c
      order by c.name, c.rank, c.disabled_at is null desc),
    told as (
      select s.row, l.id as loan_id, co.id as collector_id, fa.id as field_agent_id, ma.id as manager_id, l.status,
        case when false then null
          ${nobody('co', 'person', 'Collector')}
          ${nobody('fa', 'field_agent', 'Field_Agent')}
          ${nobody('ma', 'manager', 'Manager')}
        end as unknown,
        case when false then null
          ${unfit('co', 'person', 'COLLECTOR', 'Collector')}
          ${unfit('fa', 'field_agent', 'FIELD_AGENT', 'Field_Agent')}
          ${unfit('ma', 'manager', 'MANAGER', 'Manager')}
          ${elsewhere('co', 'person', 'Collector')}
          ${elsewhere('fa', 'field_agent', 'Field_Agent')}
          when s.on_date is not null and fa.id is null and l.field_agent_id is null then
            ${problem('Visit_Date', sql`s.on_date::text`, ROW_WORDS['visit-without-agent'])}
        end as unfit,
        (s.person is null or co.id is not distinct from l.collector_id)
          and (s.field_agent is null or fa.id is not distinct from l.field_agent_id)
          and (s.manager is null or ma.id is not distinct from l.manager_id)
          and (s.on_date is null or s.on_date is not distinct from l.visit_date) as is_same
      from activity_sheet_rows s join activity_sheets a on a.id = s.sheet_id
        left join loans l on l.client_id = ${sheet.clientId} and l.loan_number = s.loan_number and l.status <> 'DELETED'
        left join named co on co.name = lower(s.person)
        left join named fa on fa.name = lower(s.field_agent)
        left join named ma on ma.name = lower(s.manager)
      where s.sheet_id = ${sheet.id} and s.outcome not in ('FAILED', 'DUPLICATE'))
    select row,
      case when loan_id is null then 'UNMATCHED' when unknown is not null then 'UNKNOWN_PERSON'
        when status <> 'ACTIVE' then 'NOT_ACTIVE' when unfit is not null then 'WRONG_PERSON'
        when is_same then 'UNCHANGED' else 'READY' end,
      loan_id, collector_id, field_agent_id, manager_id, case when loan_id is not null then coalesce(unknown, unfit) end
    from told`);
  await tx.execute(sql`analyze judged`);
  await tx.execute(sql`
    update activity_sheet_rows s set outcome = j.outcome, loan_id = j.loan_id, person_id = j.person_id,
      field_agent_id = j.field_agent_id, manager_id = j.manager_id, problems = j.problems
    from judged j where s.sheet_id = ${sheet.id} and s.row = j.row`);
  await tx.execute(sql`drop table judged`);
}
