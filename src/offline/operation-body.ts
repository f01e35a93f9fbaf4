import type { z } from 'zod';
import { parseFields } from '../../contract/errors.ts';
import { alertCalls } from '../../contract/alert.ts';
import type { QueuedCall } from '../../contract/queued-work.ts';
import { dispositionCalls } from '../../contract/disposition.ts';
import type { announcedFileSchema } from '../../contract/disposition.ts';
import { receiptCalls } from '../../contract/receipt.ts';
import { settlementProposalSchema } from '../../contract/settlement.ts';
import { loanEditCalls } from '../../contract/loan-edit.ts';
import { sha256Hex } from './bytes.ts';
import { DeviceError } from './errors.ts';
import { newId } from './id.ts';

const QUEUED_BODIES = {
  createCallDisposition: dispositionCalls.createCallDisposition.body,
  createFieldDisposition: dispositionCalls.createFieldDisposition.body,
  createAlert: alertCalls.createAlert.body,
  editLoan: loanEditCalls.editLoan.body,
  cancelReceipt: receiptCalls.cancelReceipt.body,
  proposeSettlement: settlementProposalSchema,
} satisfies Record<QueuedCall, z.ZodType>;

/** A file announced with a disposition or a proposal. */
export type AnnouncedFile = z.infer<typeof announcedFileSchema>;

/** A queued call's body before parsing; `_id` of dispositions and proposals and `files` are filled in. */
export type QueuedBody<Call extends QueuedCall> = Omit<
  z.input<(typeof QUEUED_BODIES)[Call]>,
  Call extends 'editLoan' | 'cancelReceipt' ? never : '_id' | 'files'
> & { _id?: string };

/** A file to be queued with a disposition. */
export interface QueuedFile {
  _id?: string;
  kind: AnnouncedFile['kind'];
  name: string;
  contentType: string;
  bytes: ArrayBuffer;
}

/** What to queue. */
export interface OperationInput<Call extends QueuedCall = QueuedCall> {
  call: Call;
  loanId: string;
  body: QueuedBody<Call>;
  /** An earlier operation that this one needs, such as the disposition of an alert. */
  after?: string;
  /** Give one to make a repeated save harmless. */
  opId?: string;
  files?: readonly QueuedFile[];
  /** Money was taken in by hand: the body gets the phone's next receipt number, when one is left. */
  takesReceiptNumber?: boolean;
}

/** A file with its id and the hash that the server will compare. */
export async function announcedFile(file: QueuedFile): Promise<AnnouncedFile> {
  const { kind, name, contentType, bytes } = file;
  const sha256 = await sha256Hex(bytes);
  return { _id: file._id ?? newId(), kind, name, contentType, size: bytes.byteLength, sha256 };
}

/** An operation's body, checked by its call's rules. Throws INVALID with the fields. */
export function bodyOf(
  input: OperationInput,
  opId: string,
  files: readonly AnnouncedFile[],
): Record<string, unknown> {
  const isRecord =
    input.call === 'createCallDisposition' ||
    input.call === 'createFieldDisposition' ||
    input.call === 'proposeSettlement';
  const body: Record<string, unknown> = isRecord
    ? { _id: opId, recordedAt: new Date().toISOString(), ...input.body }
    : { ...input.body };
  if (files.length > 0) body.files = files;
  const { problems } = parseFields<unknown>(QUEUED_BODIES[input.call], body);
  if (problems !== null) throw new DeviceError('INVALID', { details: problems });
  return body;
}
