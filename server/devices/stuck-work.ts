import { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceWatchCalls } from '../../contract/device-watch.ts';
import { base64url, sealedOperationSchema, sha256Hex } from '../../contract/queued-work.ts';
import type { Receipt } from '../../contract/queued-work.ts';
import { idSchema } from '../../contract/values.ts';
import type { Actor, DeviceCaller } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, badInput } from '../errors.ts';
import { asCallError } from '../http/error-answer.ts';
import { fileMissing } from '../http/uploads.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { findDeviceAuthor } from '../identity/device-author-service.ts';
import { deliverFile } from './file-delivery.ts';
import { receiptOf } from './operation-rows.ts';
import { runOperation } from './operation-run.ts';
import type { DeliveryRun } from './operation-run.ts';
import { keyRing } from './server-keys.ts';
import { isGenuine, readHead } from './stuck-work-proof.ts';
import type { StuckHead } from './stuck-work-proof.ts';
import { BrokenFile, parsePiece, stuckMembers } from './stuck-work-scan.ts';

type ImportAnswer = CallAnswer<(typeof deviceWatchCalls)['importStuckWork']>;
type FileResult = ImportAnswer['files'][number];

const stuckFileSchema = z.object({
  fileId: idSchema,
  keyId: idSchema,
  ephemeralKey: base64url,
  sha256: sha256Hex,
  sealed: base64url,
});

/** A phone holds far fewer; more pieces make no answer that anyone reads. */
const MOST_PIECES = 20_000;

const notGenuine = () =>
  againstRules(
    'NOT_GENUINE',
    'This file was not made by a device of this organisation, or it was changed. Export it again on the device.',
  );

const otherVersion = () =>
  againstRules(
    'OTHER_VERSION',
    'This file was made by another version of the app. Update the server, then import the file again.',
  );

const stopped = {
  status: 503,
  code: 'WAITS',
  message: 'An earlier one of the same loan failed for the moment. Import the file again.',
};

/** The file's work, piece by piece; what is no piece of our shape ends it. Throws 422. */
async function runPieces(run: DeliveryRun, path: string): Promise<Omit<ImportAnswer, 'agentName'>> {
  const done: Omit<ImportAnswer, 'agentName'> = { receipts: [], files: [] };
  const waiting = new Set<string>();
  for await (const { key, text, isElement } of stuckMembers(path)) {
    if (!isElement) continue;
    if (done.receipts.length + done.files.length >= MOST_PIECES)
      throw badInput(`At most ${MOST_PIECES} items can be taken in at once.`);
    if (key === 'operations') done.receipts.push(await runPiece(run, parsePiece(text), waiting));
    else if (key === 'files') done.files.push(await takeFile(run, parsePiece(text)));
  }
  return done;
}

/** Runs one operation as a delivery would; after one that failed for the moment the rest of its loan waits. */
async function runPiece(run: DeliveryRun, piece: unknown, waiting: Set<string>): Promise<Receipt> {
  const parsed = sealedOperationSchema.safeParse(piece);
  if (!parsed.success) throw otherVersion();
  const sealed = parsed.data;
  if (waiting.has(sealed.loanId)) return receiptOf(sealed, 'RETRY', stopped);
  const receipt = await runOperation(run, sealed);
  if (receipt.outcome === 'RETRY') waiting.add(sealed.loanId);
  return receipt;
}

async function takeFile(
  { context, device, log }: DeliveryRun,
  piece: unknown,
): Promise<FileResult> {
  const parsed = stuckFileSchema.safeParse(piece);
  if (!parsed.success) throw otherVersion();
  const { fileId: _id, keyId, ephemeralKey, sha256, sealed } = parsed.data;
  const headers = { 'x-key-id': keyId, 'x-ephemeral-key': ephemeralKey, 'x-sha256': sha256 };
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const { outcome } = await deliverFile(context, device, { params: { id: _id }, headers }, bytes);
    return { _id, outcome };
  } catch (error) {
    const refusal = asCallError(error);
    if (refusal.status >= 500) log(error);
    return { _id, outcome: 'REFUSED', message: refusal.message };
  }
}

/** Who made the file. Throws 422 NOT_GENUINE, or AUTHOR_DISABLED when that person may not work any more. */
async function authorOf(context: Context, path: string, head: StuckHead): Promise<DeviceCaller> {
  const author = await findDeviceAuthor(context.db, head.deviceId, head.userId);
  if (!author || !(await isGenuine(context.db, path, head))) throw notGenuine();
  const { caller, isDisabled } = author;
  if (isDisabled)
    throw againstRules(
      'AUTHOR_DISABLED',
      `The account of ${caller.actor.fullName} is disabled. Enable it, then import the file again.`,
    );
  return caller;
}

const countOf = (results: readonly { outcome: string }[], outcome: string) =>
  results.filter((result) => result.outcome === outcome).length;

async function importFile(
  context: Context,
  actor: Actor,
  path: string,
  log: (error: unknown) => void,
): Promise<ImportAnswer> {
  const head = await readHead(path);
  const device = await authorOf(context, path, head);
  const about = { entity: 'device', entityId: head.deviceId };
  const facts = { userId: head.userId, exportedAt: head.exportedAt };
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({ action: 'device.stuck-work', ...about, details: facts }),
  );
  const run: DeliveryRun = { context, device, keyOf: keyRing(context.db), log };
  const { receipts, files } = await runPieces(run, path);
  const counts = {
    operations: receipts.length,
    done: countOf(receipts, 'DONE'),
    files: files.length,
    filesDone: countOf(files, 'DONE'),
  };
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({ action: 'device.stuck-work-done', ...about, details: { ...facts, ...counts } }),
  );
  return { agentName: device.actor.fullName, receipts, files };
}

/**
 * Takes in what an agent exported from the outbox: all of it runs once, under its author, as if the device had delivered
 * it; again is harmless. Two audit rows name who brought it and what came of it. Throws 400 without a file, 422
 * NOT_GENUINE, AUTHOR_DISABLED and OTHER_VERSION.
 */
export async function importStuckWork(
  context: Context,
  actor: Actor,
  file: UploadedFile | undefined,
  log: (error: unknown) => void,
): Promise<ImportAnswer> {
  if (file === undefined) throw fileMissing('Attach the file that the agent exported.');
  try {
    return await importFile(context, actor, file.path, log);
  } catch (error) {
    if (error instanceof BrokenFile) throw notGenuine();
    throw error;
  }
}
