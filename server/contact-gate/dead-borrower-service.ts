import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { hasPan, taxNumberOf } from '../borrower-profiles/tax-number-service.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { newIdSql } from '../database/new-id-sql.ts';

/** The keys of a borrower that stand in a loan: its tax number, and its name with each of its numbers. */
const keysOf = (alias: 'n' | 'd'): SQL => {
  const column = (name: string) => `${alias}.${name}`;
  return sql`cross join lateral (
    select ${taxNumberOf(column('other_columns'))} as key where ${hasPan(column('other_columns'))}
    union all select lower(trim(${sql.raw(column('customer_name'))})) || ' ' || m.number
      from unnest(array[${comparableNumberSql(column('mobile_number'))},
        ${comparableNumberSql(column('alternate_mobile_number'))}]) as m(number) where length(m.number) = 10) keys`;
};

interface DeadKey extends Record<string, unknown> {
  key: string;
  disposition_id: string;
  created_by: string | null;
}

/** Of each borrower's key the first contact that told of its death. */
async function keysOfDead(tx: Db): Promise<DeadKey[]> {
  const { rows } = await tx.execute<DeadKey>(sql`
    select distinct on (keys.key) keys.key, h.disposition_id, h.created_by
    from contact_holds h join loans d on d.id = h.loan_id ${keysOf('d')}
    where h.kind = 'BEREAVEMENT' and h.disposition_id is not null and least(h.ends_at, h.ended_at) is null
      and keys.key is not null
    order by keys.key, h.disposition_id`);
  return rows;
}

/**
 * Holds those of these loans (SQL of their ids) whose borrower a contact with another loan told to have died. The keys go by
 * a list of values: of many loans that came just now the planner knows nothing, and would compare each with each.
 */
export async function holdLoansOfDead(tx: Db, loanIds: SQL): Promise<void> {
  const dead = await keysOfDead(tx);
  if (dead.length === 0) return;
  const keys = dead.map(({ key }) => key);
  await tx.execute(sql`
    with fresh as materialized (select n.id, keys.key from loans n ${keysOf('n')}
      where n.id in (${loanIds}) and n.status <> 'DELETED' and keys.key = any(${sql.param(keys)}::text[]))
    insert into contact_holds (id, loan_id, kind, starts_at, disposition_id, created_by)
    select ${newIdSql}, c.id, 'BEREAVEMENT', now(), c.disposition_id, c.created_by
    from (select distinct on (f.id) f.id, k.disposition_id, k.created_by from fresh f
        join jsonb_to_recordset(${JSON.stringify(dead)}::jsonb) as k(key text, disposition_id uuid, created_by uuid)
          on k.key = f.key
        order by f.id, k.disposition_id) c
    where not exists (select 1 from contact_holds h where h.loan_id = c.id and h.kind = 'BEREAVEMENT' and h.channel is null
      and least(h.ends_at, h.ended_at) is null)
    on conflict (disposition_id, loan_id) where disposition_id is not null do nothing`);
}
