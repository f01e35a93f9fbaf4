import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** A row at which the chain does not hold. */
export interface BrokenAuditRow {
  readonly sequence: number;
  readonly reason: 'edited' | 'removed before it';
}

/**
 * Recomputes the whole audit chain in the database. Returns the rows at which it does not hold, oldest first (empty:
 * nothing was edited or removed), and how many rows were checked.
 */
export async function verifyAudit(db: Db): Promise<{ checked: number; broken: BrokenAuditRow[] }> {
  const result = await db.execute<{ sequence: number; edited: boolean; gap: boolean }>(sql`
    select sequence, edited, gap from (
      select sequence,
        hash <> audit_hash(previous_hash, sequence, at, actor_id, actor_role, action, entity, entity_id, details) as edited,
        previous_hash <> coalesce(lag(hash) over chain, repeat('0', 64))
          or sequence <> coalesce(lag(sequence) over chain, 0) + 1 as gap
      from audit_log window chain as (order by sequence)
    ) checked where edited or gap order by sequence`);
  const count = await db.execute<{ n: number }>(sql`select count(*)::int as n from audit_log`);
  return {
    checked: count.rows[0]?.n ?? 0,
    broken: result.rows.map((row) => ({
      sequence: row.sequence,
      reason: row.edited ? 'edited' : 'removed before it',
    })),
  };
}

/** What a bounded run over the chain found. */
interface AuditPart {
  /** Numbers of the first and last row checked; null when there was none. */
  readonly from: number | null;
  readonly to: number | null;
  /** The first row at which the chain does not hold. */
  readonly brokenAt: number | null;
}

/** Recomputes the chain over at most `most` rows behind row number `after` (0: from the beginning). */
export async function verifyAuditPart(db: Db, after: number, most: number): Promise<AuditPart> {
  const result = await db.execute<{ [Name in keyof AuditPart]: number | null }>(sql`
    select min(sequence) as "from", max(sequence) as "to",
      min(sequence) filter (where is_edited or is_gap) as "brokenAt" from (
      select sequence,
        hash <> audit_hash(previous_hash, sequence, at, actor_id, actor_role, action, entity, entity_id, details)
          as is_edited,
        previous_hash <> coalesce(lag(hash) over chain,
          (select hash from audit_log where sequence = ${after}), repeat('0', 64))
          or sequence <> coalesce(lag(sequence) over chain, ${after}) + 1 as is_gap
      from (select * from audit_log where sequence > ${after} order by sequence limit ${most}) part
      window chain as (order by sequence)) checked`);
  return result.rows[0] ?? { from: null, to: null, brokenAt: null };
}
