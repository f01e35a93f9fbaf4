import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** A change of one text in stored lists. */
export interface TextChange {
  readonly from: string;
  readonly to: string;
}

/** Condition: the JSON list has the text as an element, case included. */
export const listHas = (list: SQL, text: string): SQL => sql`${list} @> to_jsonb(${text}::text)`;

/** The JSON list with the elements that equal one text replaced by another. The list must not be null. */
export const listWith = (list: SQL, { from, to }: TextChange): SQL =>
  sql`(select coalesce(jsonb_agg(case when e.value = to_jsonb(${from}::text) then to_jsonb(${to}::text) else e.value end
    order by e.place), '[]') from jsonb_array_elements(${list}) with ordinality as e(value, place))`;
