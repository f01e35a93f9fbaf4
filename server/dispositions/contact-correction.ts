import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { DispositionCode } from '../../contract/disposition.ts';
import type { dispositionCorrectionSchema } from '../../contract/disposition-change.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { atOnce } from '../access/work-origin.ts';
import { attachStoredFiles } from '../attached-files/attached-file-service.ts';
import type { StoredUpload } from '../attached-files/attached-file-service.ts';
import { staleRecord } from '../audit/stale-record.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { dispositions } from '../database/tables/dispositions.ts';
import { badInput } from '../errors.ts';
import { lockContacts, refuseWithoutRight } from './contact-rights.ts';
import { followContact } from './contact-consequences.ts';
import { mergedContact } from './corrected-contact.ts';
import { moveAlert } from './disposition-alert.ts';
import { findCode } from './disposition-codes.ts';
import { noteDispositions } from './disposition-contacts.ts';
import { isUnchanged, withinTalk } from './disposition-row.ts';
import type { StoredDisposition } from './disposition-row.ts';
import { refuseAgainstRules } from './disposition-rules.ts';
import { recordCallDisposition } from './disposition-service.ts';

type Correction = z.output<typeof dispositionCorrectionSchema>;

/** What correcting needs beside the transaction: the zone of the business day, and files of the same request. */
interface Correcting {
  readonly businessTz: string;
  readonly uploads: readonly StoredUpload[];
}

const whyMore = ({ excessReason, reason }: Correction) => excessReason ?? reason;

/** A call that only began gets its outcome: that is recording it, with everything that hangs on that. */
async function completeCall(
  command: Command,
  actor: Actor,
  { stored, correction }: { stored: StoredDisposition; correction: Correction },
  { businessTz, uploads }: Correcting,
): Promise<void> {
  const { disposition, call_status, duration, recordlink, dialledNumber } = correction;
  const given = {
    disposition,
    duration: duration ?? stored.duration ?? undefined,
    recordlink: recordlink ?? stored.recordLink ?? undefined,
    dialledNumber: dialledNumber ?? stored.dialledNumber ?? undefined,
    remarks: correction.remarks ?? undefined,
    personMet: correction.personMet ?? undefined,
    amountCollected: correction.amountCollected ?? undefined,
    promiseAmount: correction.promiseAmount ?? undefined,
    date: correction.date ?? undefined,
    time: correction.time ?? undefined,
    paymentMode: correction.paymentMode ?? undefined,
    paidOn: correction.paidOn ?? undefined,
    paymentReference: correction.paymentReference ?? undefined,
    excessReason: whyMore(correction),
    call_status: call_status ?? 'CALL_ENDED',
  };
  const input = { _id: stored.id, loanId: stored.loanId, ...given };
  await recordCallDisposition(command, actor, input, { businessTz, origin: atOnce, uploads });
}

async function keepPast({ tx }: Command, actor: Actor, id: string, reason: string | undefined) {
  await tx.execute(sql`
    insert into disposition_revisions (disposition_id, revision, loan_id, before, reason, changed_by)
    select d.id, d.revision, d.loan_id, to_jsonb(d), ${reason ?? null}, ${actor.userId}
    from dispositions d where d.id = ${id}`);
}

async function refuseStale(tx: Db, { id, revision }: StoredDisposition, seen: number | undefined) {
  if (seen === undefined || seen === revision) return;
  throw await staleRecord(tx, { kind: 'contactEntry', id }, { revision });
}

interface Change {
  readonly stored: StoredDisposition;
  readonly correction: Correction;
  readonly code: DispositionCode;
}

async function replace(
  command: Command,
  actor: Actor,
  { stored, correction, code }: Change,
  { businessTz, uploads }: Correcting,
): Promise<void> {
  const { tx, audit } = command;
  const { row: said } = mergedContact(stored, correction, code);
  const [row = said] = correction.duration === undefined ? [said] : await withinTalk(tx, [said]);
  const place = { dispositionId: stored.id, loanId: stored.loanId };
  await attachStoredFiles(tx, actor, place, uploads);
  const { paymentMode: mode, paidOn, paymentReference: reference } = correction;
  const isPaidAnew = [mode, paidOn, reference].some((given) => given !== undefined);
  if (isUnchanged(stored, row) && !isPaidAnew && uploads.length === 0) return;
  await keepPast(command, actor, stored.id, correction.reason);
  await tx
    .update(dispositions)
    .set({ ...row, revision: stored.revision + 1, updatedAt: sql`now()` })
    .where(eq(dispositions.id, stored.id));
  await moveAlert(tx, stored, row, businessTz);
  // A talk is counted as one, a disputed debt is held.
  if (row.code !== stored.code) await noteDispositions(command, [row], businessTz, 'CORRECTED');
  const paid = { mode, paidOn, reference };
  const reason = whyMore(correction);
  await followContact(command, actor, { row, paid, businessTz, reason, before: stored });
  const details = {
    loanId: stored.loanId,
    from: stored.code,
    to: row.code,
    revision: stored.revision + 1,
    reason: correction.reason ?? null,
  };
  audit({ action: 'disposition.correct', entity: 'disposition', entityId: stored.id, details });
}

/** The contact as it stands, and what it becomes; code null: a call that only began gets its outcome. Throws as below. */
async function judge(
  tx: Db,
  actor: Actor,
  correction: Correction,
  businessTz: string,
): Promise<{ stored: StoredDisposition; code: DispositionCode | null }> {
  const id = correction._id ?? correction.dispositionId;
  if (id === undefined) throw badInput('Say which disposition.', [fieldProblem('_id', 'required')]);
  const [stored] = await lockContacts(tx, actor, [id]);
  if (!stored) throw new Error(`The disposition ${id} is gone although it is locked.`);
  await refuseStale(tx, stored, correction.revision);
  const isOutcome = stored.code === CALL_STARTED && correction.disposition !== undefined;
  if (isOutcome && stored.agentId === actor.userId) return { stored, code: null };
  refuseWithoutRight(actor, stored, correction.reason, businessTz);
  const code = await findCode(tx, correction.disposition ?? stored.code);
  const { input } = mergedContact(stored, correction, code);
  refuseAgainstRules(code, input, new Date(stored.recordedAt), businessTz);
  return { stored, code };
}

/** Refuses a correction that could not be made whatever its files are. Throws 404, 400, 409, 422. */
export async function refuseCorrection(...asked: Parameters<typeof judge>): Promise<void> {
  await judge(...asked);
}

/**
 * Corrects a contact; the loan's summary, promise, reminder and receipt follow, and what it said before is kept. A call
 * that only began is completed. Returns its id. Throws 404, 400 (no reason), 409 (corrected meanwhile, its money is in a
 * deposit), 422 (too late, rules by code).
 */
export async function correctDisposition(
  command: Command,
  actor: Actor,
  correction: Correction,
  correcting: Correcting,
): Promise<string> {
  const { stored, code } = await judge(command.tx, actor, correction, correcting.businessTz);
  if (code === null) await completeCall(command, actor, { stored, correction }, correcting);
  else await replace(command, actor, { stored, correction, code }, correcting);
  return stored.id;
}
