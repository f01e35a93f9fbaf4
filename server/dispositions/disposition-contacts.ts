import { isTalk, tellsOfDeath } from '../../contract/disposition.ts';
import { noteContacts } from '../contact-gate/contact-gate-service.ts';
import { followHolds, holdLoans } from '../contact-gate/hold-service.ts';
import type { HoldingContact } from '../contact-gate/hold-service.ts';
import { followWrongNumbers, takeNumbersOut } from '../contact-gate/wrong-number-service.ts';
import type { NumberContact } from '../contact-gate/wrong-number-service.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import type { NewDisposition } from './disposition-row.ts';

/** Why the borrower is left alone after this contact. */
function holdOf({ code, dispositionClass }: NewDisposition): 'DISPUTE' | 'BEREAVEMENT' | null {
  if (tellsOfDeath(code)) return 'BEREAVEMENT';
  return dispositionClass === 'DISPUTE' ? 'DISPUTE' : null;
}

/**
 * Puts recorded contacts into the ledger of contacts: they have happened, so none is refused, and those that broke a rule
 * are audited. Of all but new ones the beginning was put there before. Call it with the loans' rows locked. A disputed debt
 * holds the loan where its lender's policy says so, a death always; a wrong number is called no more.
 */
export async function noteDispositions(
  { tx, audit }: Command,
  rows: readonly NewDisposition[],
  businessTz: string,
  news: 'NEW' | 'OUTCOME' | 'CORRECTED',
): Promise<void> {
  const contacts = rows.map((row) => ({
    attemptId: row.id,
    loanId: row.loanId,
    channel: row.channel === 'CALL' ? ('CALL' as const) : ('VISIT' as const),
    number: row.dialledNumber ?? null,
    agentId: row.agentId,
    at: new Date(row.recordedAt),
    isConversation: isTalk(row.code, row.dispositionClass),
    isReplay: typeof row.opId === 'string',
    isContinued: news !== 'NEW',
  }));
  const breaches = await noteContacts(tx, contacts, businessTz, true);
  for (const { attemptId, loanId, reason } of breaches) {
    const details = { loanId, reason };
    audit({ action: 'contact.breach', entity: 'contact', entityId: attemptId, details });
  }
  // What was never said before has neither held a loan nor taken out a number.
  if (news === 'CORRECTED') await followOutcomes(tx, rows);
  else await followNewOutcomes(tx, rows);
}

const holdingContact = (row: NewDisposition): HoldingContact => ({
  dispositionId: row.id,
  loanId: row.loanId,
  agentId: row.agentId,
  kind: holdOf(row),
  at: new Date(row.recordedAt),
});

const numberContact = (row: NewDisposition): NumberContact => ({
  id: row.id,
  loanId: row.loanId,
  agentId: row.agentId,
  code: row.code,
  number: row.dialledNumber ?? null,
  at: new Date(row.recordedAt),
});

async function followNewOutcomes(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  await holdLoans(tx, rows.map(holdingContact));
  await takeNumbersOut(tx, rows.map(numberContact));
}

/**
 * A number that a contact found to be somebody else's is out, and a borrower of whom it told to be left alone is held, until
 * that is corrected, or the contact is.
 */
export async function followOutcomes(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  await followHolds(tx, rows.map(holdingContact));
  await followWrongNumbers(tx, rows.map(numberContact));
}
