import { sql } from 'drizzle-orm';
import type { ContactChannel, ContactFacts, GateReason } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { idArray } from '../database/prepared.ts';

/** How a contact stands in the ledger. */
export type Decision = 'ALLOWED' | 'OVERRIDDEN' | 'REFUSED' | 'BREACH';

/** A row of the ledger. */
export interface LedgerRow {
  readonly id: string;
  readonly loanId: string;
  readonly channel: ContactChannel;
  /** Ten digits. */
  readonly number: string | null;
  readonly agentId: string | null;
  readonly at: Date;
  readonly decision: Decision;
  readonly reason: GateReason | null;
  readonly until: Date | null;
  readonly overrideReason?: string | null;
  readonly overrideBy?: string | null;
  readonly isTalk: boolean;
  readonly isReplay: boolean;
}

/** A contact that is in the ledger. */
export interface StoredAttempt extends Record<string, unknown> {
  readonly id: string;
  readonly loan_id: string;
  readonly channel: ContactChannel;
  readonly number: string | null;
  readonly agent_id: string | null;
  /** Milliseconds since 1970. */
  readonly at_ms: number;
  readonly decision: Decision;
  readonly reason: GateReason | null;
  readonly until: string | null;
  readonly is_conversation: boolean;
}

/** Locks loans, in one order for all. Whoever holds them is the only one to add contacts to them. */
export async function lockLoans(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select /* prepared */ id from loans where id = any(${idArray([...new Set(loanIds)])})
    order by id for no key update`);
}

/**
 * Locks numbers, in one order for all, after the loans' rows: a number may belong to several loans. Whoever holds them is the
 * only one to add contacts to them.
 */
export async function lockNumbers(tx: Db, numbers: readonly (string | null)[]): Promise<void> {
  const given = [...new Set(numbers.filter((number) => number !== null))];
  if (given.length > 0) await holdLocks(tx, 'contactNumber', given);
}

/** A claim holds for so long: what happens later is another contact. Milliseconds. */
export const CLAIM_MS = 2 * 3_600_000;

/** Whether a contact's channel is a message. */
export const isMessage = (channel: ContactChannel): boolean =>
  channel === 'SMS' || channel === 'WHATSAPP';

/** The contacts of these ids that are in the ledger. */
export async function storedAttempts(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, StoredAttempt>> {
  const { rows } = await tx.execute<StoredAttempt>(sql`
    select /* prepared */ id, loan_id, channel, number, agent_id, extract(epoch from at)::float8 * 1000 as at_ms, decision, reason,
      until::text, is_conversation
    from contact_attempts where id = any(${idArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes rows; one that stands there takes the new decision, and stays a talk when it was one. */
export async function writeLedger(tx: Db, rows: readonly LedgerRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map((row) => ({
    id: row.id,
    loan_id: row.loanId,
    channel: row.channel,
    number: row.number,
    agent_id: row.agentId,
    at: row.at.toISOString(),
    decision: row.decision,
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    override_reason: row.overrideReason ?? null,
    override_by: row.overrideBy ?? null,
    is_conversation: row.isTalk,
    is_replay: row.isReplay,
  }));
  await tx.execute(sql`
    insert /* prepared */ into contact_attempts (id, loan_id, channel, number, agent_id, at, decision, reason, until, override_reason,
      override_by, is_conversation, is_replay)
    select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(id uuid, loan_id uuid, channel text, number text,
      agent_id uuid, at timestamptz, decision text, reason text, until timestamptz, override_reason text,
      override_by uuid, is_conversation boolean, is_replay boolean)
    on conflict (id) do update set decision = excluded.decision, reason = excluded.reason, until = excluded.until,
      at = excluded.at, channel = excluded.channel, number = coalesce(excluded.number, contact_attempts.number),
      agent_id = coalesce(excluded.agent_id, contact_attempts.agent_id),
      override_reason = excluded.override_reason, override_by = excluded.override_by,
      is_conversation = contact_attempts.is_conversation or excluded.is_conversation,
      is_replay = excluded.is_replay`);
}

/** The facts with one more contact counted. */
export function withAttempt(facts: ContactFacts, row: LedgerRow, isOfLoan: boolean): ContactFacts {
  const { id, channel, number, at, isTalk } = row;
  const attempt = { id, channel, number, at: at.toISOString(), isTalk, isOfLoan };
  return { ...facts, attempts: [...facts.attempts.filter((known) => known.id !== id), attempt] };
}
