import { sql } from 'drizzle-orm';
import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber, isOverridable } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { readContactFacts, wantedOf } from './contact-facts-service.ts';
import type { ContactClaim, GateAnswer } from './contact-gate-service.ts';
import { CLAIM_MS, lockLoans, lockNumbers, storedAttempts, writeLedger } from './contact-ledger.ts';
import type { Decision, StoredAttempt } from './contact-ledger.ts';
import { calledByHand } from './hand-call-service.ts';
import { grantsOf } from './granted-exceptions.ts';

const allowed: GateAnswer = { isAllowed: true, reason: null, until: null };

/** Whether both may be one: what only one of them says is no difference. */
const agrees = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/**
 * What a stored contact answers: it was made or may be; null: it was refused and is judged anew. An id stands for one
 * contact, by one person, on one way: what was allowed to one allows nothing else.
 */
function standing(
  stored: StoredAttempt | undefined,
  { loanId, channel, agentId }: ContactClaim,
  { number, at }: { number: string | null; at: Date },
): GateAnswer | null {
  if (!stored) return null;
  if (stored.loan_id !== loanId)
    throw conflict(
      'OTHER_CONTENT',
      'This contact belongs to another loan. Begin the contact again.',
    );
  if (stored.channel !== channel || !agrees(stored.agent_id, agentId))
    throw conflict('OTHER_CONTENT', 'This contact is another one. Begin the contact again.');
  if (stored.decision === 'REFUSED') return null;
  if (!agrees(stored.number, number) || at.getTime() - stored.at_ms > CLAIM_MS)
    throw conflict('CLAIM_OVER', 'This contact was made already. Begin the contact again.');
  return allowed;
}

async function overrideOf(tx: Db, asked: ContactClaim, at: Date) {
  if (asked.override) return asked.override;
  const [grant] = await grantsOf(tx, [{ ...asked, at }]);
  return grant ?? null;
}

/** Who is looked for again after so long, milliseconds. */
const ON_THE_LINE_MS = 120_000;

/**
 * A call, not this agent's own, in which somebody is spoken to at this moment. One of the dialer that only rings gives way; one by
 * hand may have ended without word of it (hand-call-service.ts).
 */
async function isOnTheLine(
  tx: Db,
  { loanId, agentId }: ContactClaim,
  number: string | null,
): Promise<boolean> {
  const byHand =
    agentId === null
      ? sql`false`
      : calledByHand(sql`${loanId}::uuid`, sql`${number}::text`, agentId);
  const { rows } = await tx.execute<{
    is: boolean;
  }>(sql`select ${byHand} or exists (select 1 from dialer_calls
    where state in ('ANSWERED', 'CONNECTED') and source = 'ENGINE' and (loan_id = ${loanId} or number = ${number})
      and agent_id is distinct from ${agentId}) as is`);
  return rows[0]?.is ?? false;
}

/** The work of claimContact (contact-gate-service.ts). */
export async function claim(tx: Db, asked: ContactClaim, businessTz: string): Promise<GateAnswer> {
  const { attemptId, loanId, channel, agentId } = asked;
  const number = comparableNumber(asked.number);
  await lockLoans(tx, [loanId]);
  await lockNumbers(tx, [number]);
  // Read after the lock was given: who waited for it is later than who had it.
  const at = asked.at ?? new Date();
  const stored = (await storedAttempts(tx, [attemptId])).get(attemptId);
  const known = standing(stored, asked, { number, at });
  if (known) return known;
  const wanted = wantedOf([{ loanId, number, at }]);
  const facts = (await readContactFacts(tx, wanted, businessTz)).get(loanId);
  if (!facts) return { isAllowed: false, reason: 'LOAN_CLOSED', until: null };
  const toThirdParty = asked.toThirdParty ?? false;
  const verdict =
    channel === 'CALL' && (await isOnTheLine(tx, asked, number))
      ? { reason: 'IN_CALL' as const, until: new Date(at.getTime() + ON_THE_LINE_MS) }
      : judgeContact(facts, { attemptId, channel, number, at, toThirdParty });
  const override =
    verdict.reason !== null && isOverridable(verdict.reason)
      ? await overrideOf(tx, asked, at)
      : null;
  const refusal: Decision = override === null ? 'REFUSED' : 'OVERRIDDEN';
  const decision: Decision = verdict.reason === null ? 'ALLOWED' : refusal;
  await writeLedger(tx, [
    {
      id: attemptId,
      loanId,
      channel,
      number,
      agentId,
      at,
      decision,
      reason: verdict.reason,
      until: verdict.until,
      overrideReason: override?.reason ?? null,
      overrideBy: override?.byId ?? null,
      isTalk: false,
      isReplay: false,
    },
  ]);
  return decision === 'REFUSED'
    ? { isAllowed: false, reason: verdict.reason, until: verdict.until }
    : { ...allowed, reason: verdict.reason };
}
