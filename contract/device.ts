import { z } from 'zod';
import { callsOf } from './call.ts';
import { dispositionSchema } from './disposition.ts';
import { phoneUnlockSchema } from './phone-unlock.ts';
import { LOAN_STATUSES, loanDetailSchema } from './loan.ts';
import {
  base64url,
  deviceGrantSchema,
  deviceStateSchema,
  receiptSchema,
  sealedOperationSchema,
  sequenceRangesSchema,
  serverKeySchema,
  sha256Hex,
} from './queued-work.ts';
import { idSchema, instantSchema, queryIntSchema, textSchema } from './values.ts';

const session = { roles: 'any' } as const;
const device = { access: 'device', roles: [] } as const;

/** Phones and browsers: registration, pull, delivery (design, 4). All ours. */
export const deviceCalls = callsOf('own-device', {
  registerDevice: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/device',
    summary:
      'At login: bind this device to the user and get a fresh delivery token (the old one dies). 403 DEVICE_WIPE_PENDING: wipe what is cached, then register with isWiped.',
    body: z.object({
      deviceId: idSchema,
      appVersion: textSchema(40),
      label: textSchema(200).optional(),
      /** What was cached here is gone, as was asked. */
      isWiped: z.boolean().optional(),
    }),
    answer: deviceGrantSchema,
  },
  readStartKey: {
    ...session,
    method: 'GET',
    path: '/device/start-key',
    summary:
      "This session's part of the key that opens the device's vault at a restart without the password. Kept in memory only, never on the device; gone with the session.",
    /** Whose session it is of: a page may ask while somebody else logs in in another tab. Older servers don't say it. */
    answer: z.object({ startKey: z.string(), userId: idSchema.optional() }),
  },
  readVaultKey: {
    ...session,
    method: 'GET',
    path: '/device/vault-key',
    summary:
      "This user's part of the key that opens the device's vault after a login whose password the vault doesn't know, because an administrator set it. Kept in memory only, never on the device.",
    /** Whose part it is: of a browser in which somebody else logged in meanwhile it is theirs. */
    answer: z.object({ vaultKey: z.string(), userId: idSchema }),
  },
  pullLoans: {
    ...session,
    method: 'GET',
    path: '/device/pull',
    roles: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'],
    summary:
      'What changed of the loans allocated to the caller since the cursor, oldest change first; tombstones for loans that went. Save page and cursor in one write; pull on while hasMore. 403 DEVICE_WIPE_PENDING: wipe.',
    query: z.object({
      deviceId: idSchema.optional(),
      /** From the last page; absent for the first pull. 400 CURSOR_INVALID (another user's, another epoch's): begin again without. */
      cursor: z.string().max(200).optional(),
      limit: queryIntSchema(1, 500).default(200),
      /** The highest sequence number given out on the device: what gets a higher one is saved after this pull. */
      givenSequence: queryIntSchema(0, 2_147_483_647).optional(),
    }),
    answer: z.object({
      epoch: idSchema,
      cursor: z.string(),
      hasMore: z.boolean(),
      /** Loans still to come, this page not counted; for the progress of a first pull. */
      remaining: z.int(),
      loans: z.array(
        z.object({
          loan: loanDetailSchema,
          dispositions: z.array(dispositionSchema),
          allocationId: idSchema,
          /** The change that the loan is as of; compared by reconcileLoans. */
          mark: z.string().max(40),
        }),
      ),
      /** Ids of loans no longer allocated to the caller: wipe them. */
      gone: z.array(idSchema),
      /** With the last page: the caller's operations that a manager has yet to decide on (IN_REVIEW). */
      inReview: z.array(idSchema).optional(),
      /** Why each of `gone` went, to be told: it is over, or (ACTIVE) not the caller's any more. Absent: none, or an older server. */
      closed: z
        .array(
          z.object({
            loanId: idSchema,
            Loan_ID: z.string(),
            Customer_Name: z.string(),
            reason: z.enum(LOAN_STATUSES),
          }),
        )
        .optional(),
      /** More has changed, but a transaction that still runs holds it back: pull again soon. Absent: an older server. */
      isHeldBack: z.boolean().optional(),
      serverTime: instantSchema,
    }),
  },
  reconcileLoans: {
    ...session,
    isDoneOnce: false,
    method: 'POST',
    path: '/device/reconcile',
    roles: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'],
    summary:
      'Now and then, after a whole pull: does the device hold exactly the loans it should, each as of its last change? When the digests differ, the list says what it should hold.',
    body: z.object({
      deviceId: idSchema.optional(),
      cursor: z.string().max(200),
      /** SHA-256 (hex) of the lines `loanId mark\\n` of every cached loan, sorted. */
      digest: sha256Hex,
    }),
    answer: z.object({
      isSame: z.boolean(),
      /** Empty when the same. `isComing`: changed after the cursor, the next pull brings it. */
      loans: z.array(
        z.object({ loanId: idSchema, mark: z.string().max(40), isComing: z.boolean() }),
      ),
    }),
  },
  deliverOperations: {
    ...device,
    method: 'POST',
    path: '/device/delivery',
    summary:
      'A batch of sealed operations, run in order per loan through the same services as their calls, each exactly once. An empty batch only says how the device is.',
    bodyLimit: 4_000_000,
    body: z.object({
      device: deviceStateSchema,
      operations: z.array(sealedOperationSchema).max(100),
    }),
    answer: z.object({
      receipts: z.array(receiptSchema),
      epoch: idSchema,
      serverTime: instantSchema,
      /** The key to seal with from now on. */
      serverKey: serverKeySchema,
      lastSequence: z.int(),
      gaps: sequenceRangesSchema.default([]),
      /** A manager ended this device: deliver what waits, wipe what is cached, then say so by confirmWipe. */
      wipe: z.boolean().default(false),
      /** How this phone may be opened without the password; absent from older servers. */
      unlock: phoneUnlockSchema.optional(),
    }),
  },
  confirmWipe: {
    ...device,
    method: 'POST',
    path: '/device/wiped',
    summary:
      'What was cached here is gone. The delivery token ends once nothing waits here any more.',
    body: z.object({ device: deviceStateSchema }),
    answer: z.object({ ok: z.literal(true) }),
  },
  deliverFile: {
    ...device,
    method: 'PUT',
    path: '/device/files/:id',
    summary:
      "A queued file's sealed bytes in one request; from 256 KiB up the resumable way (POST, HEAD, PATCH /device/uploads) is the better one. (application/octet-stream; layout: 12-byte IV, then AES-GCM ciphertext, headers name the key). Stored once its sha256 equals the one announced with its disposition.",
    params: z.object({ id: idSchema }),
    headers: z.object({
      'x-key-id': idSchema,
      'x-ephemeral-key': base64url,
      'x-sha256': sha256Hex,
      /** In place of an announced file that was refused: another content than the announced one. */
      'x-replaces': z.literal('1').optional(),
    }),
    bodyLimit: 21_000_000,
    answer: z.object({ _id: idSchema, sha256: sha256Hex, outcome: z.enum(['DONE', 'HELD']) }),
  },
  deliverFilePart: {
    ...device,
    method: 'POST',
    path: '/device/file-parts',
    summary:
      'A part of a queued file in the body, for networks that refuse other methods or drop headers. The answer says how much is here; a part for another place is left. An empty part only asks.',
    body: z.object({
      _id: idSchema,
      keyId: idSchema,
      ephemeralKey: base64url.max(200),
      sha256: sha256Hex,
      isReplacement: z.literal(true).optional(),
      /** Sealed bytes in all, the place of this part, and the part. */
      size: z.int().min(1).max(21_000_000),
      offset: z.int().min(0),
      part: z
        .string()
        .regex(/^[\w-]*$/)
        .max(700_000),
    }),
    answer: z.object({
      _id: idSchema,
      sha256: sha256Hex,
      /** PART: go on from `received`. */
      outcome: z.enum(['DONE', 'HELD', 'PART']),
      received: z.int(),
    }),
  },
  readFileReceipt: {
    ...device,
    method: 'GET',
    path: '/device/files/:id',
    summary:
      'What became of an own file: for a device whose upload ended without an answer. UNKNOWN: send it (again).',
    params: z.object({ id: idSchema }),
    answer: z.object({
      _id: idSchema,
      sha256: sha256Hex.nullable(),
      outcome: z.enum(['DONE', 'HELD', 'UNKNOWN']),
    }),
  },
});
