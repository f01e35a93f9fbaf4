import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { readContactFacts, wantedOf } from './contact-facts-service.ts';
import type { ContactClaim, GateAnswer } from './contact-gate-service.ts';
import { lockLedger, storedAttempts, writeLedger } from './contact-ledger.ts';
import type { Decision, StoredAttempt } from './contact-ledger.ts';
import { grantsOf, isOverridable } from './granted-exceptions.ts';

const allowed: GateAnswer = { isAllowed: true, reason: null, until: null };

/** What a stored contact answers: it was made or may be; null: it was refused and is judged anew. */
function standing(stored: StoredAttempt | undefined, loanId: string): GateAnswer | null {
  if (!stored) return null;
  if (stored.loan_id !== loanId)
    throw conflict(
      'OTHER_CONTENT',
      'This contact belongs to another loan. Begin the contact again.',
    );
  return stored.decision === 'REFUSED' ? null : allowed;
}

async function overrideOf(tx: Db, asked: ContactClaim, at: Date) {
  if (asked.override) return asked.override;
  const [grant] = await grantsOf(tx, [{ ...asked, at }]);
  return grant ?? null;
}

/** The work of claimContact (contact-gate-service.ts). */
export async function claim(tx: Db, asked: ContactClaim, businessTz: string): Promise<GateAnswer> {
  const { attemptId, loanId, channel, agentId } = asked;
  const number = comparableNumber(asked.number);
  await lockLedger(tx, [loanId], [number]);
  const known = standing((await storedAttempts(tx, [attemptId])).get(attemptId), loanId);
  if (known) return known;
  // Read after the lock was given: who waited for it is later than who had it.
  const at = asked.at ?? new Date();
  const wanted = wantedOf([{ loanId, number, at }]);
  const facts = (await readContactFacts(tx, wanted, businessTz)).get(loanId);
  if (!facts) return { isAllowed: false, reason: 'LOAN_CLOSED', until: null };
  const toThirdParty = asked.toThirdParty ?? false;
  const verdict = judgeContact(facts, { attemptId, channel, number, at, toThirdParty });
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
