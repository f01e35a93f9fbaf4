import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type {
  Disposition,
  callDispositionInputSchema,
  fieldDispositionInputSchema,
} from '../../contract/disposition.ts';
import { knownLeft } from '../../contract/loan.ts';
import type { Actor } from '../access/actor.ts';
import { workableLoan } from '../access/workable-loan.ts';
import { workedAt } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { callToWrapUp, followRecordedCalls } from '../agent-states/desk-call-service.ts';
import { announceFiles, attachStoredFiles } from '../attached-files/attached-file-service.ts';
import type { StoredUpload } from '../attached-files/attached-file-service.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { dispositions } from '../database/tables/dispositions.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { keepReceipts } from '../receipts/receipt-keeping-service.ts';
import { collectedMoney } from './collected-money.ts';
import { addDispositions } from './disposition-adding.ts';
import { makeAlert, tellCollectors } from './disposition-alert.ts';
import { noteDispositions } from './disposition-contacts.ts';
import { findCode } from './disposition-codes.ts';
import { refuseAgainstRules } from './disposition-rules.ts';
import type { ContactInput } from './disposition-rules.ts';
import { dispositionColumns, dispositionJoins, toDisposition } from './disposition-rows-service.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import {
  dispositionRow,
  isCorrected,
  isOfTheSame,
  isStartOf,
  provenDuration,
  saysTheSame,
  withinTalk,
} from './disposition-row.ts';
import type { NewDisposition, StoredDisposition } from './disposition-row.ts';
import { refreshLoanSummary } from './loan-summary.ts';
import { bringsOthers } from './repeated-contact.ts';

/** What recording needs beside the transaction. */
interface Recording {
  readonly businessTz: string;
  readonly origin: WorkOrigin;
  /** Files that came in the same request, already checked and stored. */
  readonly uploads?: readonly StoredUpload[];
}

const otherContent = () =>
  conflict(
    'OTHER_CONTENT',
    'This was already saved with other content or other files. Record it again as a new one.',
  );

/** Whether what is stored under a row's id is this contact: it says the same, or one of them is that its call began. */
function isKnownAs(stored: StoredDisposition, row: NewDisposition): boolean {
  // Corrected meanwhile: the repeat says what it said before.
  if (isCorrected(stored) && isOfTheSame(stored, row)) return true;
  return saysTheSame(stored, row) || isStartOf(stored, row) || isStartOf(row, stored);
}

/** Stores the row: NEW, or OUTCOME of a call that began under this id; null when it says nothing new. Throws 409. */
async function store(
  tx: Db,
  row: NewDisposition,
  isOther: (stored: StoredDisposition) => Promise<boolean>,
): Promise<'NEW' | 'OUTCOME' | null> {
  if (await addDispositions(tx, [row])) return 'NEW';
  const [stored] = await tx.select().from(dispositions).where(eq(dispositions.id, row.id));
  if (!stored || !isKnownAs(stored, row)) throw otherContent();
  const completes = stored.code === CALL_STARTED && row.code !== CALL_STARTED;
  if (!completes) {
    if (await isOther(stored)) throw otherContent();
    return null;
  }
  await tx
    .update(dispositions)
    .set({ ...row, duration: provenDuration(stored, row), updatedAt: sql`now()` })
    .where(eq(dispositions.id, row.id));
  return 'OUTCOME';
}

async function readDisposition(tx: Db, id: string): Promise<Disposition> {
  const result = await tx.execute<DispositionRow>(
    sql`select /* prepared */ ${dispositionColumns} from dispositions d ${dispositionJoins} where d.id = ${id}`,
  );
  const [row] = result.rows;
  if (!row) throw new Error(`The disposition ${id} is gone within its own transaction.`);
  return toDisposition(row);
}

/** An outcome that does not say of which call it is one of the dialer's with that borrower, while one lacks it. */
async function callOf(tx: Db, actor: Actor, input: ContactInput): Promise<string | undefined> {
  const isOutcome =
    input.channel === 'CALL' && (input.disposition ?? CALL_STARTED) !== CALL_STARTED;
  return isOutcome ? callToWrapUp(tx, actor, input.loanId) : undefined;
}

/** What is left to collect on the contact's loan; null: no money came, the lender told no due, or this is a repeat. */
async function leftOf(tx: Db, input: ContactInput): Promise<number | null> {
  if ((input.amountCollected ?? 0) === 0) return null;
  const { rows } = await tx.execute<{ due: number | null; unverified: number }>(sql`
    select l.total_due_amount as due, l.unverified_amount as unverified from loans l where l.id = ${input.loanId}
      and not exists (select 1 from dispositions d where d.id = ${input._id ?? null} and d.code <> ${CALL_STARTED})`);
  const [loan] = rows;
  if (loan === undefined) return null;
  return knownLeft({ Total_Due_Amount: loan.due, Unverified_Amount: loan.unverified });
}

/** What a contact is recorded as. Throws 404 (not the actor's loan), 409 (another's call), 422 (loan closed, rules by code). */
async function judge(tx: Db, actor: Actor, input: ContactInput, { businessTz, origin }: Recording) {
  const recordedAt = workedAt(origin);
  const callId = input._id ?? (await callOf(tx, actor, input));
  const work = { loanId: input.loanId, at: recordedAt, origin, callId };
  const loan = await workableLoan(tx, actor, work);
  const code = await findCode(tx, input.disposition ?? CALL_STARTED);
  const left = origin.opId === null ? await leftOf(tx, input) : null;
  refuseAgainstRules(code, input, recordedAt, businessTz, { left, origin });
  return { recordedAt, callId, loan, code };
}

/** Refuses a contact that could not be recorded whatever its files are. Throws 404, 409, 422. */
export async function refuseContact(...asked: Parameters<typeof judge>): Promise<void> {
  await judge(...asked);
}

async function record(
  command: Command,
  actor: Actor,
  input: ContactInput,
  recording: Recording,
): Promise<string> {
  const { tx, audit } = command;
  const { businessTz, origin, uploads = [] } = recording;
  const { recordedAt, callId, loan, code } = await judge(tx, actor, input, recording);
  const id = callId ?? newId();
  const given = dispositionRow(id, actor, loan, code, input, recordedAt, origin.opId);
  const [row = given] = await withinTalk(tx, [given]);
  const announced = input.files ?? [];
  const news = await store(
    tx,
    row,
    async (stored) =>
      origin.opId === null && bringsOthers(tx, stored, { row, input, announced, uploads }),
  );
  await announceFiles(tx, actor, { dispositionId: id, loanId: loan.loanId }, announced);
  if (news !== null) {
    await attachStoredFiles(tx, actor, { dispositionId: id, loanId: loan.loanId }, uploads);
    await tellCollectors(tx, [row]);
    await noteDispositions(command, [row], businessTz, news);
    await followRecordedCalls(tx, actor, [row]);
    await makeAlert(tx, row, businessTz);
    await keepReceipts(command, collectedMoney([{ row, input }]), businessTz);
    if (row.code !== CALL_STARTED) await refreshLoanSummary(tx, loan.loanId, businessTz);
    const details = { loanId: loan.loanId, code: row.code, isLate: loan.isLate };
    audit({ action: 'disposition.record', entity: 'disposition', entityId: id, details });
  }
  return id;
}

/**
 * Records a call: append-only, with its announced or uploaded files and the alert of a promise or callback. A repeat of
 * `_id` answers the same row. Throws 404 (not the actor's loan), 409 (same id, other content or files), 422 (rules by code).
 */
export async function recordCallDisposition(
  command: Command,
  actor: Actor,
  input: z.output<typeof callDispositionInputSchema>,
  recording: Recording,
): Promise<Disposition> {
  const id = await record(command, actor, { channel: 'CALL', ...input }, recording);
  return readDisposition(command.tx, id);
}

/** Records a visit, in the same way. */
export async function recordFieldDisposition(
  command: Command,
  actor: Actor,
  input: z.output<typeof fieldDispositionInputSchema>,
  recording: Recording,
): Promise<Disposition> {
  const id = await record(command, actor, { channel: 'FIELD', ...input }, recording);
  return readDisposition(command.tx, id);
}

/** Records a delivered call: a receipt is all its device gets, so nothing is read back. */
export async function storeCallDisposition(
  ...[command, actor, input, recording]: Parameters<typeof recordCallDisposition>
): Promise<void> {
  await record(command, actor, { channel: 'CALL', ...input }, recording);
}

/** Records a delivered visit, in the same way. */
export async function storeFieldDisposition(
  ...[command, actor, input, recording]: Parameters<typeof recordFieldDisposition>
): Promise<void> {
  await record(command, actor, { channel: 'FIELD', ...input }, recording);
}
