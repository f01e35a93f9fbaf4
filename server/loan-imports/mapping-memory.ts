import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { newId } from '../ids.ts';
import type { ChosenClient } from './client-choice.ts';
import { lockMappingNames } from './mapping-names.ts';

/** A name for a mapping that nobody named: the file's, without its ending and the day of it. */
function nameOf(fileName: string, client: string): string {
  const bare = fileName
    .replace(/\.[a-z]{2,4}$/i, '')
    .replace(/[\d_.,()-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (bare === '' ? client : bare).slice(0, 100);
}

/**
 * What `loan_mappings m` has seen, with some more (null: nothing more) and the columns that it maps before it is changed:
 * a column that somebody takes out of it is not a new one.
 */
export const seenWith = (more: SQL): SQL =>
  sql`(select jsonb_agg(distinct x.value) from (
      select value from jsonb_array_elements_text(coalesce(m.seen_columns, '[]'))
      union all select value from jsonb_array_elements_text(coalesce(${more}::jsonb, '[]'))
      union all select value from jsonb_each_text(m.mapping)) x)`;

/**
 * Remembers the mapping that a verified file was read with, so that the client's next file maps itself: one that is saved
 * already becomes the newest, any other is saved under the file's name.
 */
export async function rememberMapping(
  { tx, audit }: Command,
  actor: Actor,
  client: ChosenClient,
  upload: Pick<LoanImport, 'mapping' | 'fileName'> & { readonly headers: readonly string[] },
): Promise<void> {
  await lockMappingNames(tx, client.id);
  const mapping = JSON.stringify(upload.mapping);
  const columns = sql`${JSON.stringify(upload.headers)}::jsonb`;
  const known = await tx.execute(sql`update loan_mappings m set updated_at = clock_timestamp(),
      seen_columns = ${seenWith(columns)}
    where m.id = (select s.id from loan_mappings s where s.client_id = ${client.id} and s.mapping = ${mapping}::jsonb
      order by s.updated_at desc limit 1)`);
  if ((known.rowCount ?? 0) > 0) return;
  const { rows } = await tx.execute<{ name: string }>(
    sql`select lower(name) as name from loan_mappings where client_id = ${client.id}`,
  );
  const taken = new Set(rows.map(({ name }) => name));
  const wanted = nameOf(upload.fileName, client.name);
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wanted} (${count})`;
  const id = newId();
  await tx.execute(sql`insert into loan_mappings (id, client_id, name, mapping, seen_columns, updated_by)
    values (${id}, ${client.id}, ${name}, ${mapping}::jsonb, ${columns}, ${actor.userId})`);
  audit({
    action: 'loan-mapping.save',
    entity: 'loan-mapping',
    entityId: id,
    details: { client: client.name, name },
  });
}
