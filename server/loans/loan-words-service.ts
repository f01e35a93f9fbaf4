import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** What lenders' files say of a loan in words of their own, and in any letter case. */
const COLUMNS = { bucket: sql`bucket`, city: sql`city`, product: sql`product` } as const;

/**
 * The values of a column of loans in their order that meet a condition on `s.value`, from one to the next by its index: as many
 * steps as there are values, not loans.
 */
export function wordsWhere(column: SQL, condition: SQL): SQL {
  const next = (after: SQL) => sql`(select k.${column} as value from loan_keys k
    where k.status <> 'DELETED' and k.${column} > ${after} order by k.${column} limit 1)`;
  return sql`with recursive steps as (
      ${next(sql`''`)}
      union all select x.value from steps s cross join lateral ${next(sql`s.value`)} x)
    select s.value from steps s where ${condition}`;
}

const isAlike = (given: SQL): SQL =>
  sql`lower(s.value) = any(array(select lower(w.word) from unnest(${given}) as w(word)))`;

/** Condition on a loan `l`: it has one of the words in a column, in whatever letter case. The column's index still serves it. */
export function hasWord(column: keyof typeof COLUMNS, words: readonly string[]): SQL {
  const given = sql`${sql.param(words)}::text[]`;
  const alike = isAlike(given);
  const name = COLUMNS[column];
  return sql`l.${name} = any(${given} || array(${wordsWhere(name, alike)}))`;
}

/** A column of such words. */
export type WordColumn = keyof typeof COLUMNS | 'region';

/** How loans spell words that are told in lower case: `word` and `spelling`. No index tells regions. */
function spellingsOf(column: WordColumn, words: SQL): SQL {
  const found =
    column === 'region'
      ? sql`select s.region as value from loans s where lower(s.region) = any(${words})`
      : wordsWhere(COLUMNS[column], isAlike(words));
  return sql`select lower(f.value) as word, min(f.value) as spelling from (${found}) f group by 1`;
}

/** What words that are told in lower case are called: as loans spell them. */
export async function spelledIn(
  db: Db,
  column: WordColumn,
  words: readonly (string | null)[],
): Promise<(word: string | null) => string | null> {
  const named = sql.param([...new Set(words)].filter((word) => word !== null));
  const { rows } = await db.execute<{ word: string; spelling: string }>(
    spellingsOf(column, sql`${named}::text[]`),
  );
  const spellings = new Map(rows.map(({ word, spelling }) => [word, spelling]));
  return (word) => (word === null ? null : (spellings.get(word.toLowerCase()) ?? word));
}
