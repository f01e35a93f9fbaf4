import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { tooMany } from '../errors.ts';

const MOST_FAILURES = 10;
const WINDOW_MINUTES = 15;
/** Counted from the newest failure; tries while locked are not counted, so it unlocks by itself. */
const LOCK_MINUTES = 10;
/** A place from which the account logged in within this time is its own. */
const FAMILIAR_DAYS = 90;

/** One who tries an account, and from where. */
export interface LoginTry {
  readonly account: string;
  /** The caller's address (`placeOf`). */
  readonly place: string;
}

/** An address as a place: of IPv6 the network, since its owner has all the addresses in it. */
export function placeOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = ''] = address.split('::', 1);
  return `${head.split(':').slice(0, 4).join(':')}::/64`;
}

const isOwnPlace = (account: string, place: unknown) => sql`exists (select 1 from login_places p
  where p.account = ${account} and p.place = ${place} and p.last_at > now() - make_interval(days => ${FAMILIAR_DAYS}))`;

/**
 * Takes one try for an account name, whichever login path it came by. The try counts as failed until `forgiveTries`, or
 * `giveTryBack` with the id that is returned.
 * Throws 429 when the account has failed too often: with the right password too, and for names that don't exist alike.
 * What strangers try elsewhere does not lock the account's owner out of a place from which it has logged in before: such a
 * place counts its own failures only.
 */
export async function takeLoginTry(db: Db, { account, place }: LoginTry): Promise<number> {
  // The try is written down before it is counted: tries at the same moment see each other.
  const taken = await db.execute<{ id: number }>(
    sql`insert into login_failures (account, place) values (${account}, ${place}) returning id`,
  );
  const id = Number(taken.rows[0]?.id);
  const counted = await db.execute<{ n: number; wait: number }>(sql`
    select count(*)::int as n,
      ceil(extract(epoch from max(failed_at) + make_interval(mins => ${LOCK_MINUTES}) - now()))::int as wait
    from login_failures f
    where account = ${account} and id < ${id}
      and failed_at > now() - make_interval(mins => ${WINDOW_MINUTES}) and failed_at <= now()
      and case when ${isOwnPlace(account, place)} then f.place = ${place}
        else not ${isOwnPlace(account, sql`f.place`)} end`);
  const { n = 0, wait = 0 } = counted.rows[0] ?? {};
  if (n < MOST_FAILURES || wait <= 0) return id;
  await giveTryBack(db, id);
  throw tooMany(
    'Too many failed logins. Wait ten minutes, then try again, or ask your manager for a new password.',
    wait,
  );
}

/** Makes nothing of a try: what failed was not the password. */
export async function giveTryBack(db: Db, id: number): Promise<void> {
  await db.execute(sql`delete from login_failures where id = ${id}`);
}

/** Forgets the failures at this place after a login with the right password: from now on the place is the account's own. */
export async function forgiveTries(db: Db, { account, place }: LoginTry): Promise<void> {
  await db.execute(
    sql`delete from login_failures where account = ${account} and place is not distinct from ${place}`,
  );
  await db.execute(sql`insert into login_places (account, place) values (${account}, ${place})
    on conflict (account, place) do update set last_at = now()`);
}

/** Removes what no longer counts. */
export async function forgetOldLogins(db: Db): Promise<void> {
  // What a clock that was ahead wrote down, too.
  await db.execute(sql`delete from login_failures
    where failed_at not between now() - interval '1 day' and now() + interval '1 minute'`);
  await db.execute(
    sql`delete from login_places where last_at < now() - make_interval(days => ${FAMILIAR_DAYS})`,
  );
}
