import type { DispositionCode } from '../../../contract/disposition.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import type { QueuedFile } from '../../offline/operation-body.ts';
import { contactFields } from './contact-form.ts';
import type { ContactValues } from './contact-form.ts';
import { talkedSeconds } from './use-call.ts';
import type { CallState } from './use-call.ts';

/** Files of a contact by kind, as chosen. */
export interface ContactFiles {
  screenShot: readonly File[];
  supportingDoc: readonly File[];
}

/** No files. */
export const NO_FILES: ContactFiles = { screenShot: [], supportingDoc: [] };

/** A call whose outcome is to be saved. */
export interface ContactInput {
  loanId: string;
  code: DispositionCode;
  values: ContactValues;
  files: ContactFiles;
  call: CallState;
  /** The contact's id where nobody was called: saved twice under it, the same contact is one. */
  uncalledId?: string | undefined;
}

/**
 * Saves the outcome of a call durably on this device; it is delivered by itself. Throws DeviceError: INVALID (with
 * details), LOCKED, NOT_REGISTERED, ALREADY_SAVED or STORAGE_FULL; then nothing was saved.
 */
export async function saveContact({
  loanId,
  code,
  values,
  files,
  call,
  uncalledId,
}: ContactInput): Promise<void> {
  const spoken =
    call === null
      ? { call_status: 'NOT_CALLED' }
      : {
          _id: call.contactId,
          call_status: 'CALL_ENDED',
          duration: talkedSeconds(call, Date.now()),
          ...(typeof call.number === 'string' && { dialledNumber: call.number }),
        };
  const body = { loanId, ...spoken, ...contactFields(code, values) };
  await saveOperation({
    call: 'createCallDisposition',
    ...(call === null && uncalledId !== undefined && { opId: uncalledId }),
    loanId,
    body,
    files: await queuedFiles(files),
  });
}

async function queuedFiles(files: ContactFiles): Promise<QueuedFile[]> {
  const kinds = ['screenShot', 'supportingDoc'] as const;
  return Promise.all(
    kinds.flatMap((kind) =>
      files[kind].map(async (file) => ({
        kind,
        name: file.name,
        contentType: file.type === '' ? 'application/octet-stream' : file.type,
        bytes: await file.arrayBuffer(),
      })),
    ),
  );
}
