import { z } from 'zod';
import { defineCall } from './call.ts';
import { dispositionSchema } from './disposition.ts';
import { loanDetailSchema } from './loan.ts';
import { idSchema, instantSchema, queryIntSchema } from './values.ts';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** The server's public key that queued operations are sealed to: ECDH P-256, raw point, base64url. */
export const serverKeySchema = z.object({ keyId: idSchema, publicKey: base64url });

/** The server's public key. */
export type ServerKey = z.infer<typeof serverKeySchema>;

/** What a device gets at login: it may deliver the user's queued work with this token and read nothing but receipts. */
export const deviceGrantSchema = z.object({
  deviceId: idSchema,
  deliveryToken: z.string(),
  serverKey: serverKeySchema,
  /** The database's life: a restored backup has another epoch. */
  epoch: idSchema,
  serverTime: instantSchema,
  /** Days without contact after which an offline login is refused. */
  offlineLoginDays: z.int(),
  /** The highest sequence number this device ever had confirmed. */
  lastSequence: z.int(),
});

/** What a device gets at login. */
export type DeviceGrant = z.infer<typeof deviceGrantSchema>;

/** The spec's calls that may be queued; the sealed body is that call's body. */
export const QUEUED_CALLS = [
  'createCallDisposition',
  'createFieldDisposition',
  'createAlert',
  'editLoan',
] as const;

/** A queued call's name. */
export type QueuedCall = (typeof QUEUED_CALLS)[number];

/**
 * What is sealed of an operation (JSON, UTF-8): the call it stands for and that call's body. Sealing: an ephemeral
 * P-256 key pair, ECDH with the server's key, HKDF-SHA-256 (salt: empty, info: `recoup-operation-v1` + opId) to an
 * AES-256-GCM key, random 12-byte IV, additional data = opId. Files are sealed the same way with the info
 * `recoup-file-v1` + file id and the file id as additional data. Test vectors: tests/support/seal-vectors.json.
 */
export const operationSchema = z.object({
  call: z.enum(QUEUED_CALLS),
  version: z.literal(1),
  body: z.unknown(),
  /** Instant of saving by the device's clock, and the clock's offset to the server's (server - device), milliseconds. */
  savedAt: instantSchema,
  clockOffsetMs: z.int(),
  /** Random, so that the payload hash tells nobody what was sealed. */
  nonce: z.string().max(64).optional(),
});

/** What is sealed of an operation. */
export type Operation = z.infer<typeof operationSchema>;

/** One queued operation as it waits on the phone and travels: unreadable but for the server. */
export const sealedOperationSchema = z.object({
  opId: idSchema,
  /** Orders operations per loan; counts up by one per device and author, so that a gap is noticed. */
  sequence: z.int().min(1),
  /** Operations of one loan run in order; others side by side. */
  loanId: idSchema,
  /** Operation that must be on the server before this one; it is held until then. */
  after: idSchema.optional(),
  keyId: idSchema,
  ephemeralKey: base64url,
  iv: base64url,
  ciphertext: base64url.max(400_000),
  /** SHA-256 (hex) of the plain operation's bytes: the same id with another hash is refused (409). */
  payloadHash: sha256Hex,
});

/** One queued operation as it travels. */
export type SealedOperation = z.infer<typeof sealedOperationSchema>;

/** What became of one operation. Only an answer that echoes opId and payloadHash with DONE counts as acknowledged. */
export const receiptSchema = z.object({
  opId: idSchema,
  payloadHash: sha256Hex,
  /** DONE: stored (also when it was before). HELD: waits on the server for `after`. REFUSED: see status and error. RETRY: a passing fault. */
  outcome: z.enum(['DONE', 'HELD', 'REFUSED', 'RETRY']),
  /** What the call itself would have answered: 200, 400, 403, 404, 409, 422, 500. */
  status: z.int(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** What became of one operation. */
export type Receipt = z.infer<typeof receiptSchema>;

/** What the device says of itself with each contact. */
const deviceStateSchema = z.object({
  appVersion: z.string().max(40),
  /** After this delivery would succeed. */
  unsentCount: z.int().min(0),
  oldestUnsentAt: instantSchema.nullable(),
});

const session = { access: 'session', section: 'ours', roles: 'any' } as const;
const device = { access: 'device', section: 'ours', roles: [] } as const;

/** Phones and browsers: registration, pull, delivery (design, 4). All ours. */
export const deviceCalls = {
  registerDevice: defineCall({
    ...session,
    name: 'registerDevice',
    method: 'POST',
    path: '/device',
    summary:
      'At login: bind this device to the user and get a fresh delivery token (the old one dies).',
    body: z.object({
      deviceId: idSchema,
      appVersion: z.string().max(40),
      label: z.string().max(200).optional(),
    }),
    answer: deviceGrantSchema,
  }),
  pullLoans: defineCall({
    ...session,
    name: 'pullLoans',
    method: 'GET',
    path: '/device/pull',
    roles: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'],
    summary:
      'What changed of the loans allocated to the caller since the cursor, oldest change first; tombstones for loans that went. Save page and cursor in one write; pull on while hasMore.',
    query: z.object({
      deviceId: idSchema.optional(),
      /** From the last page; absent for the first pull. 400 CURSOR_INVALID (another user's, another epoch's): begin again without. */
      cursor: z.string().max(200).optional(),
      limit: queryIntSchema(1, 500).default(200),
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
        }),
      ),
      /** Ids of loans no longer allocated to the caller: wipe them. */
      gone: z.array(idSchema),
      serverTime: instantSchema,
    }),
  }),
  deliverOperations: defineCall({
    ...device,
    name: 'deliverOperations',
    method: 'POST',
    path: '/device/delivery',
    summary:
      'A batch of sealed operations, run in order per loan through the same services as their calls, each exactly once.',
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
    }),
  }),
  deliverFile: defineCall({
    ...device,
    name: 'deliverFile',
    method: 'PUT',
    path: '/device/files/:id',
    summary:
      "A queued file's sealed bytes (application/octet-stream; layout: 12-byte IV, then AES-GCM ciphertext, headers name the key). Stored once its sha256 equals the one announced with its disposition.",
    params: z.object({ id: idSchema }),
    headers: z.object({
      'x-key-id': idSchema,
      'x-ephemeral-key': base64url,
      'x-sha256': sha256Hex,
    }),
    bodyLimit: 21_000_000,
    answer: z.object({ _id: idSchema, sha256: sha256Hex, outcome: z.enum(['DONE', 'HELD']) }),
  }),
};
