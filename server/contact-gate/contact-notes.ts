import { sql } from 'drizzle-orm';
import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber, isOverridable } from '../../contract/contact-rules.ts';
import type { ContactChannel, ContactFacts, GateReason } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { notify } from '../notifications/notification-service.ts';
import { readContactFacts, wantedOf } from './contact-facts-service.ts';
import {
  CLAIM_MS,
  isMessage,
  lockLoans,
  lockNumbers,
  storedAttempts,
  withAttempt,
  writeLedger,
} from './contact-ledger.ts';
import type { LedgerRow, StoredAttempt } from './contact-ledger.ts';
import { grantsOf } from './granted-exceptions.ts';
import { idArray } from '../database/prepared.ts';

/** A contact that has happened. */
export interface HappenedContact {
  readonly attemptId: string;
  readonly loanId: string;
  readonly channel: ContactChannel;
  readonly number: string | null;
  readonly agentId: string | null;
  readonly at: Date;
  readonly isConversation: boolean;
  readonly isReplay: boolean;
  readonly toThirdParty?: boolean;
  /** Its beginning was noted before: this is what came of it, however long that took. */
  readonly isContinued?: boolean;
}

/** A contact that broke a rule and that nobody knew of until now. */
export interface BreachNoted {
  readonly attemptId: string;
  readonly loanId: string;
  readonly reason: GateReason;
}

/** The facts of the loans of a batch, as they grow while it is judged one after the other. */
class Ledger {
  readonly #facts: Map<string, ContactFacts>;

  constructor(facts: Map<string, ContactFacts>) {
    this.#facts = facts;
  }

  factsOf(loanId: string): ContactFacts | undefined {
    return this.#facts.get(loanId);
  }

  /** Counts a contact for its loan, and for other loans of the batch when it may be of their number. */
  count(row: LedgerRow): void {
    for (const [loanId, facts] of this.#facts) {
      const isOfLoan = loanId === row.loanId;
      if (isOfLoan || row.number !== null)
        this.#facts.set(loanId, withAttempt(facts, row, isOfLoan));
    }
  }
}

/** As it stands without anybody's leave. */
function judge(contact: HappenedContact, facts: ContactFacts | undefined): LedgerRow {
  const { attemptId, channel, at, toThirdParty = false, isConversation: isTalk } = contact;
  const number = comparableNumber(contact.number);
  const verdict = facts
    ? judgeContact(facts, { attemptId, channel, number, at, toThirdParty, isTalk })
    : { reason: 'LOAN_CLOSED' as const, until: null };
  const { reason, until } = verdict;
  const row = { id: attemptId, loanId: contact.loanId, channel, number, agentId: contact.agentId };
  const happened = { ...row, at, reason, until, isTalk, isReplay: contact.isReplay };
  return { ...happened, decision: reason === null ? 'ALLOWED' : 'BREACH' };
}

/** Tells the loan's manager (or the agent's, for a loan without one), once per loan while it has not been put away. */
async function tellManagers(tx: Db, breaches: readonly BreachNoted[]): Promise<void> {
  if (breaches.length === 0) return;
  const { rows } = await tx.execute<{
    loan_id: string;
    client_id: string;
    manager_id: string;
    person_name: string | null;
  }>(sql`
    select /* prepared */ distinct on (l.id) l.id as loan_id, l.client_id, coalesce(l.manager_id, u.manager_id) as manager_id,
      u.full_name as person_name
    from contact_attempts a join loans l on l.id = a.loan_id left join users u on u.id = a.agent_id
    where a.id = any(${idArray(breaches.map(({ attemptId }) => attemptId))})
      and coalesce(l.manager_id, u.manager_id) is not null
      and not exists (select 1 from notifications n join users t on t.id = n.user_id
          join users m on m.id = coalesce(l.manager_id, u.manager_id)
        where n.loan_id = l.id and n.kind = 'CONTACT_BREACH' and n.deactivated_at is null and t.disabled_at is null
          and (t.id = m.id or m.disabled_at is not null))
    order by l.id, a.at, a.id`);
  await notify(
    tx,
    rows.map((row) => ({
      to: { userId: row.manager_id },
      kind: 'CONTACT_BREACH',
      facts: row.person_name === null ? {} : { personName: row.person_name },
      clientId: row.client_id,
      loanId: row.loan_id,
    })),
  );
}

/** Marks as talks those that were claimed before anybody could know. */
async function markTalks(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update contact_attempts set is_conversation = true
    where id = any(${sql.param(ids)}::uuid[]) and not is_conversation`);
}

/**
 * Whether the ledger has this very contact: claimed or noted before. A claim of somebody else, for another kind of contact or
 * of long before is none of it: then the contact is judged by itself. Throws 409 for the id of another loan's contact or of
 * a message.
 */
function isKnown(stored: StoredAttempt | undefined, contact: HappenedContact): boolean {
  if (!stored) return false;
  if (stored.loan_id !== contact.loanId || isMessage(stored.channel) !== isMessage(contact.channel))
    throw conflict(
      'OTHER_CONTENT',
      'This was already saved with other content. Record it again as a new one.',
    );
  if (stored.decision === 'REFUSED') return false;
  // A call of the dialer's was placed by the server itself; its outcome may come days later.
  const isEngines = stored.channel === 'DIALER' && stored.agent_id === null;
  if (isEngines || contact.isContinued === true) return true;
  const isSamePerson = stored.agent_id === null || stored.agent_id === contact.agentId;
  const isInTime = contact.at.getTime() - stored.at_ms <= CLAIM_MS;
  return stored.channel === contact.channel && isSamePerson && isInTime;
}

/** Those that broke a rule with a manager's leave, as done with it; the others as they are. */
async function withGrants(tx: Db, rows: readonly LedgerRow[]): Promise<LedgerRow[]> {
  const asked = rows.filter(
    ({ decision, reason }) => decision === 'BREACH' && reason !== null && isOverridable(reason),
  );
  if (asked.length === 0) return [...rows];
  const grants = await grantsOf(tx, asked);
  const grantFor = new Map(asked.map((row, place) => [row, grants[place] ?? null]));
  return rows.map((row): LedgerRow => {
    const grant = grantFor.get(row) ?? null;
    if (grant === null) return row;
    const { reason: overrideReason, byId: overrideBy } = grant;
    return { ...row, decision: 'OVERRIDDEN', overrideReason, overrideBy };
  });
}

/** The work of noteContacts (contact-gate-service.ts). */
export async function note(
  tx: Db,
  contacts: readonly HappenedContact[],
  businessTz: string,
  areLoansLocked: boolean,
): Promise<BreachNoted[]> {
  if (contacts.length === 0) return [];
  if (!areLoansLocked)
    await lockLoans(
      tx,
      contacts.map(({ loanId }) => loanId),
    );
  await lockNumbers(
    tx,
    contacts.map(({ number }) => comparableNumber(number)),
  );
  const stored = await storedAttempts(
    tx,
    contacts.map(({ attemptId }) => attemptId),
  );
  const known = contacts.filter((contact) => isKnown(stored.get(contact.attemptId), contact));
  await markTalks(
    tx,
    known.filter(({ isConversation }) => isConversation).map(({ attemptId }) => attemptId),
  );
  const added = contacts.filter((contact) => !known.includes(contact));
  if (added.length === 0) return [];
  const ledger = new Ledger(await readContactFacts(tx, wantedOf(added), businessTz));
  const judged = added.map((contact) => {
    const row = judge(contact, ledger.factsOf(contact.loanId));
    ledger.count(row);
    return row;
  });
  const rows = await withGrants(tx, judged);
  await writeLedger(tx, rows);
  const breaches = rows.flatMap(({ id, loanId, decision, reason }) =>
    decision === 'BREACH' && reason !== null ? [{ attemptId: id, loanId, reason }] : [],
  );
  await tellManagers(tx, breaches);
  return breaches;
}
