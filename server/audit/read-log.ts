import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { auditReads } from '../database/tables/audit.ts';

/** Somebody saw something that is a borrower's. */
export interface SeenEntry {
  readonly actorId: string;
  readonly actorRole: Role;
  /** The call by which it was seen. */
  readonly call: string;
  /** What was seen: the loan's id, the file's, the recording's. */
  readonly about: string | null;
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

const MOST_AT_ONCE = 200;

/** Writes down who saw what. It is not the chained trail: readers would wait for each other there. */
export interface ReadLog {
  /** Resolves once it is written. Entries of the same moment share one statement. */
  note(entry: SeenEntry): Promise<void>;
}

/** Opens the log of reads. */
export function openReadLog(db: Db): ReadLog {
  let waiting: SeenEntry[] = [];
  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    next = null;
    for (let at = 0; at < entries.length; at += MOST_AT_ONCE)
      await db.insert(auditReads).values(entries.slice(at, at + MOST_AT_ONCE));
  };
  return {
    note: async (entry) => {
      waiting.push(entry);
      next ??= current
        .catch(() => undefined)
        .then(async () => {
          current = write();
          return current;
        });
      return next;
    },
  };
}

/** Rows younger than this may still be joined by older ones that commit late. Seconds. */
const SETTLED_SECONDS = 60;
/** How long who saw what is kept, as `forget_old_reads` has it. Days. */
const KEPT_DAYS = 400;

const digestOf = (from: number, to: number) => sql`
  select encode(sha256(convert_to(coalesce(string_agg(
    concat_ws('|', id, at, actor_id, actor_role, call, about, address, user_agent, request_id), E'\\n' order by id), ''), 'UTF8')), 'hex') as digest,
    count(*)::int as count
  from audit_reads where id between ${from} and ${to}`;

/** The digest of a stretch of reads, as it stands in the chained trail when it was sealed. */
export async function digestReads(
  db: Db,
  from: number,
  to: number,
): Promise<{ digest: string; count: number }> {
  const { rows } = await db.execute<{ digest: string; count: number }>(digestOf(from, to));
  return rows[0] ?? { digest: '', count: 0 };
}

/** The stretch of reads that is settled and not sealed yet; null when there is none. */
export async function unsealedReads(db: Db): Promise<{ from: number; to: number } | null> {
  const { rows } = await db.execute<{ from: number | null; to: number | null }>(sql`
    select min(id) as "from", max(id) as "to" from audit_reads
    where at < now() - make_interval(secs => ${SETTLED_SECONDS})
      and id > coalesce((select (details ->> 'to')::bigint from audit_log
        where entity = 'reads' and action = 'reads.sealed' order by sequence desc limit 1), 0)`);
  const { from = null, to = null } = rows[0] ?? {};
  return from === null || to === null ? null : { from, to };
}

/** Sealed stretches that no longer have the digest that the chained trail has of them, and are not past their keeping. */
export async function changedReads(db: Db): Promise<readonly { from: number; to: number }[]> {
  const { rows } = await db.execute<{ from: number; to: number; digest: string }>(sql`
    select (details ->> 'from')::float8 as "from", (details ->> 'to')::float8 as "to", details ->> 'digest' as digest
    from audit_log where action = 'reads.sealed' and at > now() - make_interval(days => ${KEPT_DAYS - 1})
    order by sequence`);
  const changed: { from: number; to: number }[] = [];
  for (const { from, to, digest } of rows)
    if ((await digestReads(db, from, to)).digest !== digest) changed.push({ from, to });
  return changed;
}

/** Removes what is older than it has to be kept. */
export async function forgetOldReads(db: Db): Promise<void> {
  await db.execute(sql`select forget_old_reads()`);
}
