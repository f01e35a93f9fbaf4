import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { tooMany } from '../errors.ts';

const MOST_FAILURES = 10;
const WINDOW_MINUTES = 15;
/** Counted from the newest failure; tries while locked are not counted, so it unlocks by itself. */
const LOCK_MINUTES = 10;

/**
 * Takes one try for an account name, whichever login path it came by. The try counts as failed until `forgiveTries`.
 * Throws 429 when the account has failed too often: with the right password too, and for names that don't exist alike.
 */
export async function takeLoginTry(db: Db, account: string): Promise<void> {
  // The try is written down before it is counted: tries at the same moment see each other.
  const taken = await db.execute<{ id: number }>(
    sql`insert into login_failures (account) values (${account}) returning id`,
  );
  const id = Number(taken.rows[0]?.id);
  const counted = await db.execute<{ n: number; wait: number }>(sql`
    select count(*)::int as n,
      ceil(extract(epoch from max(failed_at) + make_interval(mins => ${LOCK_MINUTES}) - now()))::int as wait
    from login_failures
    where account = ${account} and id < ${id}
      and failed_at > now() - make_interval(mins => ${WINDOW_MINUTES})`);
  const { n = 0, wait = 0 } = counted.rows[0] ?? {};
  if (n < MOST_FAILURES || wait <= 0) return;
  await db.execute(sql`delete from login_failures where id = ${id}`);
  throw tooMany(
    'Too many failed logins. Wait ten minutes, then try again, or ask your manager for a new password.',
    wait,
  );
}

/** Forgets an account's failures after a login with the right password. */
export async function forgiveTries(db: Db, account: string): Promise<void> {
  await db.execute(sql`delete from login_failures where account = ${account}`);
}
