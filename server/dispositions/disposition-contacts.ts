import { isTalk, tellsOfDeath } from '../../contract/disposition.ts';
import { noteContacts } from '../contact-gate/contact-gate-service.ts';
import { followHolds } from '../contact-gate/hold-service.ts';
import { followWrongNumbers } from '../contact-gate/wrong-number-service.ts';
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
 * are audited. `isContinued`: their beginning was put there before. A disputed debt holds the loan where its lender's policy says so, a death always; a wrong number is
 * called no more.
 */
export async function noteDispositions(
  { tx, audit }: Command,
  rows: readonly NewDisposition[],
  businessTz: string,
  isContinued = false,
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
    isContinued,
  }));
  const breaches = await noteContacts(tx, contacts, businessTz);
  for (const { attemptId, loanId, reason } of breaches) {
    const details = { loanId, reason };
    audit({ action: 'contact.breach', entity: 'contact', entityId: attemptId, details });
  }
  await followOutcomes(tx, rows);
}

/**
 * A number that a contact found to be somebody else's is out, and a borrower of whom it told to be left alone is held, until
 * that is corrected, or the contact is.
 */
export async function followOutcomes(tx: Db, rows: readonly NewDisposition[]): Promise<void> {
  await followHolds(
    tx,
    rows.map((row) => ({
      dispositionId: row.id,
      loanId: row.loanId,
      agentId: row.agentId,
      kind: holdOf(row),
      at: new Date(row.recordedAt),
    })),
  );
  await followWrongNumbers(
    tx,
    rows.map(({ id, loanId, agentId, code, dialledNumber, recordedAt }) => ({
      id,
      loanId,
      agentId,
      code,
      number: dialledNumber ?? null,
      at: new Date(recordedAt),
    })),
  );
}
