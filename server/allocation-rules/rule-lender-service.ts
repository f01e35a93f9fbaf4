import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { listHas, listWith } from '../database/json-list.ts';
import type { TextChange } from '../database/json-list.ts';
import { keepVersion, lockRules } from './rule-rows.ts';

/** Drops the rules and the order of a lender that is being removed; earlier versions of the rules still tell of them. */
export async function dropLenderRules(
  { tx, audit }: Command,
  actor: Actor,
  lenderId: string,
): Promise<void> {
  await tx.execute(sql`delete from sorting_rules where client_id = ${lenderId}`);
  await lockRules(tx);
  const dropped = await tx.execute<{ was_there: boolean }>(sql`
    delete from allocation_rules where client_id = ${lenderId} returning deleted_at is null as was_there`);
  const count = dropped.rows.filter((row) => row.was_there).length;
  if (count === 0) return;
  await keepVersion(tx, actor);
  audit({
    action: 'allocation-rule.drop',
    entity: 'client',
    entityId: lenderId,
    details: { rules: count },
  });
}

/** Changes a lender's name in the conditions that list lenders, as a new version of the rules; earlier versions keep it. */
export async function renameLenderInRules(
  { tx, audit }: Command,
  actor: Actor,
  change: TextChange,
): Promise<void> {
  await lockRules(tx);
  const values = sql`c.value -> 'values'`;
  const isNamed = sql`(c.value ->> 'field' = 'Client_Name' and c.value ->> 'is' in ('in', 'notIn')
    and ${listHas(values, change.from)})`;
  const { rowCount } = await tx.execute(sql`
    update allocation_rules r set revision = r.revision + 1, updated_by = ${actor.userId}, updated_at = now(),
      spec = jsonb_set(r.spec, '{conditions}', (select jsonb_agg(case when ${isNamed}
          then jsonb_set(c.value, '{values}', ${listWith(values, change)}) else c.value end order by c.place)
        from jsonb_array_elements(r.spec -> 'conditions') with ordinality as c(value, place)))
    where r.deleted_at is null
      and exists (select 1 from jsonb_array_elements(r.spec -> 'conditions') as c(value) where ${isNamed})`);
  if (!rowCount) return;
  await keepVersion(tx, actor);
  audit({
    action: 'allocation-rule.rename-lender',
    entity: 'allocation-rule',
    details: { ...change, rules: rowCount },
  });
}
