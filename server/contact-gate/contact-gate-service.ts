import type { ContactChannel, ContactFacts, GateReason } from '../../contract/contact-rules.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import { judgeContact } from '../../contract/contact-judge.ts';
import type { Db } from '../database/connection.ts';
import { claim } from './contact-claim.ts';
import { readContactFacts, wantedOf } from './contact-facts-service.ts';
import { note } from './contact-notes.ts';
import type { BreachNoted, HappenedContact } from './contact-notes.ts';

export type { BreachNoted } from './contact-notes.ts';

/** A contact that somebody wants to make. */
export interface ContactAsk {
  readonly loanId: string;
  readonly channel: ContactChannel;
  readonly number?: string | null;
  /** Now, unless said. */
  readonly at?: Date;
  /** Not the borrower: family, referees, neighbours. */
  readonly toThirdParty?: boolean;
  /** Its own claim, when it was made already: that does not count against it. */
  readonly attemptId?: string;
}

/** What the gate says. `until`: the first moment from which it would be allowed; null when it is, or nobody can tell. */
export interface GateAnswer {
  readonly isAllowed: boolean;
  readonly reason: GateReason | null;
  readonly until: Date | null;
}

/** A contact to be made now, and by whom. `attemptId` is the id of the disposition, message or dialer call it becomes. */
export interface ContactClaim extends ContactAsk {
  readonly attemptId: string;
  readonly agentId: string | null;
  /** Made against a rule all the same: who answers for it, and why. */
  readonly override?: { readonly reason: string; readonly byId: string };
}

const answerOf = (facts: ContactFacts | undefined, ask: ContactAsk, now: Date): GateAnswer => {
  // A loan that is not there is not worked either.
  if (!facts) return { isAllowed: false, reason: 'LOAN_CLOSED', until: null };
  const { reason, until } = judgeContact(facts, {
    channel: ask.channel,
    number: comparableNumber(ask.number),
    at: ask.at ?? now,
    toThirdParty: ask.toThirdParty ?? false,
    attemptId: ask.attemptId,
  });
  return { isAllowed: reason === null, reason, until };
};

const factsOf = (db: Db, asks: readonly ContactAsk[], now: Date, businessTz: string) =>
  readContactFacts(db, wantedOf(asks.map((ask) => ({ ...ask, at: ask.at ?? now }))), businessTz);

type CountedAttempt = ContactFacts['attempts'][number];

/** What a contact of another loan counts as. */
const madeBy = ({ channel }: ContactAsk, id: string, number: string, at: Date): CountedAttempt => ({
  id,
  channel,
  number,
  at: at.toISOString(),
  isTalk: false,
  isOfLoan: false,
});

/**
 * Whether contacts are allowed, in the order asked, without recording anything: for screens, lists, previews. Who goes on
 * to make one claims it (claimContact). The caller makes sure that the reader may see the loans.
 */
export async function decideContacts(
  db: Db,
  asks: readonly ContactAsk[],
  businessTz: string,
): Promise<GateAnswer[]> {
  const now = new Date();
  const facts = await factsOf(db, asks, now, businessTz);
  return asks.map((ask) => answerOf(facts.get(ask.loanId), ask, now));
}

/** As `decideContacts`, of contacts that would all be made: each that is allowed counts for those after it of its number. */
export async function decideTogether(
  db: Db,
  asks: readonly ContactAsk[],
  businessTz: string,
): Promise<GateAnswer[]> {
  const now = new Date();
  const facts = await factsOf(db, asks, now, businessTz);
  const made = new Map<string, CountedAttempt[]>();
  return asks.map((ask, place) => {
    const number = comparableNumber(ask.number);
    const before = number === null ? [] : (made.get(number) ?? []);
    const known = facts.get(ask.loanId);
    const counted = known && { ...known, attempts: [...known.attempts, ...before] };
    const answer = answerOf(counted, ask, now);
    if (answer.isAllowed && number !== null)
      made.set(number, [...before, madeBy(ask, `asked-${place}`, number, ask.at ?? now)]);
    return answer;
  });
}

/**
 * Decides and records a contact in one step, under the lock of its loan and its number, so that of two at once only one is
 * the last that is allowed. The same `attemptId` again answers the same; one that was refused is judged anew. Whoever
 * contacts a borrower calls it in the transaction that places the call or queues the message. Throws 409 when the id
 * belongs to a contact of another loan.
 */
export async function claimContact(
  tx: Db,
  asked: ContactClaim,
  businessTz: string,
): Promise<GateAnswer> {
  return claim(tx, asked, businessTz);
}

/**
 * Records contacts that have happened: nothing is refused. One that broke a rule becomes a BREACH and its manager is told;
 * one that was claimed before keeps its decision. Answers the breaches that are new, for the caller's audit.
 * `areLoansLocked`: the transaction holds the loans' rows already.
 */
export async function noteContacts(
  tx: Db,
  contacts: readonly HappenedContact[],
  businessTz: string,
  areLoansLocked = false,
): Promise<BreachNoted[]> {
  return note(tx, contacts, businessTz, areLoansLocked);
}
