import { sql } from 'drizzle-orm';
import type { BorrowerNumber } from '../../contract/borrower-profile.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { callsOfLoan, isReached, numberKey } from './borrower-calls.ts';

/** Numbers of one borrower that an answer gives at most. */
const MOST = 30;

interface KnownRow extends Record<string, unknown> {
  key: string;
  number: string;
  sources: BorrowerNumber['sources'];
  holder: string | null;
}

interface ResultRow extends Record<string, unknown> {
  /** Null: calls of which nobody noted the number. */
  key: string | null;
  calls: number;
  reached: number;
  code: string;
  label: string;
  disposition_class: string;
  at: string;
}

async function knownNumbers(db: Db, loanId: string): Promise<KnownRow[]> {
  const found = await db.execute<KnownRow>(sql`
    with given as (
      select l.mobile_number as number, 'MOBILE' as source, null as holder, 1 as place from loans l where l.id = ${loanId}
      union all
      select l.alternate_mobile_number, 'ALTERNATE', null, 2 from loans l where l.id = ${loanId}
      union all
      select n.number, 'LEARNT', n.holder, 3 from learnt_numbers n where n.loan_id = ${loanId}
      union all
      select distinct c.number, 'DIALLED', null, 4 from (${callsOfLoan(loanId)}) c)
    select key, (array_agg(number order by place))[1] as number, array_agg(distinct source) as sources,
      (array_agg(holder) filter (where holder is not null))[1] as holder
    from (select *, ${numberKey(sql`number`)} as key from given where number is not null) g
    where length(key) >= 5
    group by key order by min(place), key limit ${MOST}`);
  return found.rows;
}

async function resultsByNumber(db: Db, loanId: string): Promise<ResultRow[]> {
  const found = await db.execute<ResultRow>(sql`
    select ${numberKey(sql`c.number`)} as key, count(*)::int as calls, (count(*) filter (where ${isReached}))::int as reached,
      (array_agg(k.code order by c.at desc))[1] as code, (array_agg(k.label order by c.at desc))[1] as label,
      (array_agg(k.disposition_class order by c.at desc))[1] as disposition_class, max(c.at) as at
    from (${callsOfLoan(loanId)}) c join disposition_codes k on k.code = c.code
    group by 1`);
  return found.rows;
}

/** Last ten digits of the numbers that are known not to be this borrower's. */
async function wrongNumbers(db: Db, loanId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select number from contact_numbers where loan_id = ${loanId} and ended_at is null`,
  );
  return new Set(rows.map(({ number }) => number));
}

/**
 * The borrower's numbers with what came of calling each. Calls of which nobody noted the number went to the only number
 * there is; where there are several they are told of none.
 */
export async function numbersOf(db: Db, loanId: string): Promise<BorrowerNumber[]> {
  const known = await knownNumbers(db, loanId);
  const results = await resultsByNumber(db, loanId);
  const wrong = await wrongNumbers(db, loanId);
  const isOnly = known.length === 1;
  return known.map(({ key, number, sources, holder }) => {
    const own = results.filter((row) => row.key === key || (isOnly && row.key === null));
    const newest = own.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0] ?? null;
    return {
      number,
      sources,
      holder,
      isWrong: wrong.has(key),
      calls: own.reduce((sum, row) => sum + row.calls, 0),
      reached: own.reduce((sum, row) => sum + row.reached, 0),
      lastResult: newest && {
        code: newest.code,
        label: newest.label,
        disposition_class: newest.disposition_class,
        at: isoInstant(newest.at),
      },
    };
  });
}
