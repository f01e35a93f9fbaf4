import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import type { TextChange } from '../database/json-list.ts';

/** Changes a lender's name in what models' cards say of its loans. */
export async function renameLenderInCards(tx: Db, { from, to }: TextChange): Promise<void> {
  await tx.execute(sql`update recovery_models set card = jsonb_set(card, '{groups}', (
      select jsonb_agg(case when e.value ->> 'client' = ${from} then jsonb_set(e.value, '{client}', to_jsonb(${to}::text))
        else e.value end order by e.place)
      from jsonb_array_elements(card -> 'groups') with ordinality as e(value, place)))
    where card -> 'groups' @> jsonb_build_array(jsonb_build_object('client', ${from}::text))`);
}
