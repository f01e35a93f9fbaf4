import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SortingKey } from '../../contract/allocation-rule.ts';
import type { Db } from '../database/connection.ts';

interface SortingRow extends Record<string, unknown> {
  client_id: string | null;
  keys: SortingKey[];
}

/** Where nobody set a sorting rule: the largest dues first. */
const LARGEST_FIRST: readonly SortingKey[] = [{ field: 'Total_Due_Amount', isDescending: true }];

/** Every field as a number, so that lenders with different keys fit into one order. */
const NUMBER_OF: Readonly<Record<SortingKey['field'], SQL>> = {
  Total_Due_Amount: sql`l.total_due_amount::float8`,
  Principal_Outstanding: sql`l.principal_outstanding::float8`,
  DPD: sql`l.dpd::float8`,
  // "30-60" counts as 30.
  Bucket: sql`substring(l.bucket from '^\\d{1,9}')::float8`,
  Due_Date: sql`(l.due_date - date '2000-01-01')::float8`,
  Last_Payment_Date: sql`(l.last_payment_date - date '2000-01-01')::float8`,
  disCreatedAt: sql`extract(epoch from l.disposition_at)::float8`,
  createdAt: sql`extract(epoch from l.created_at)::float8`,
};

/** A key as something that is sorted upwards, loans without a value last. */
function ascending({ field, isDescending }: SortingKey): SQL {
  const number = NUMBER_OF[field];
  const value = isDescending ? sql`-${number}` : number;
  return sql`coalesce(${value}, 'Infinity'::float8)`;
}

/** The key at a place, by the loan's lender. */
function keyAt(
  place: number,
  ofLender: ReadonlyMap<string, readonly SortingKey[]>,
  others: readonly SortingKey[],
): SQL {
  const valueOf = (keys: readonly SortingKey[]) => {
    const key = keys[place];
    return key ? ascending(key) : sql`0::float8`;
  };
  const cases = [...ofLender].map(
    ([client, keys]) => sql`when l.client_id = ${client}::uuid then ${valueOf(keys)}`,
  );
  if (cases.length === 0) return valueOf(others);
  return sql`case ${sql.join(cases, sql` `)} else ${valueOf(others)} end`;
}

/** How loans are numbered: a column of the query over `l` (loans), and the number made of it as `q.rank`. */
export interface DealingNumber {
  readonly rank: SQL;
  readonly number: SQL;
}

/**
 * The order in which loans are given out: by the lenders' sorting rules. Where lenders have their own, each lender's
 * first loans come first, then its next, as far as each is through its list.
 */
export async function dealingNumber(db: Db): Promise<DealingNumber> {
  const { rows } = await db.execute<SortingRow>(sql`select client_id, keys from sorting_rules`);
  const ofLender = new Map(
    rows.flatMap(({ client_id: client, keys }) =>
      client === null || keys.length === 0 ? [] : [[client, keys] as const],
    ),
  );
  const forOthers = rows.find((row) => row.client_id === null)?.keys ?? [];
  const others = forOthers.length === 0 ? LARGEST_FIRST : forOthers;
  const most = Math.max(others.length, ...[...ofLender.values()].map((keys) => keys.length));
  const keys = Array.from({ length: most }, (_, place) => keyAt(place, ofLender, others));
  const order = sql.join(keys, sql`, `);
  if (ofLender.size === 0)
    return { rank: sql`row_number() over (order by ${order}, l.id)`, number: sql`q.rank` };
  return {
    rank: sql`percent_rank() over (partition by l.client_id order by ${order})`,
    number: sql`row_number() over (order by q.rank, q.id)`,
  };
}
