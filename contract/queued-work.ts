import { z } from 'zod';
import { phoneUnlockSchema } from './phone-unlock.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** Bytes as base64url without padding. */
export const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A lower-case hex SHA-256. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Sequence numbers as ascending ranges, both ends included. */
export const sequenceRangesSchema = z.array(z.tuple([z.int().min(1), z.int().min(1)])).max(1000);

/** Sequence numbers as ascending ranges, both ends included. */
export type SequenceRanges = z.infer<typeof sequenceRangesSchema>;

/** The server's public key that queued operations are sealed to: ECDH P-256, raw point, base64url. */
export const serverKeySchema = z.object({ keyId: idSchema, publicKey: base64url });

/** The server's public key. */
export type ServerKey = z.infer<typeof serverKeySchema>;

/** What a device gets at login: it may deliver the user's queued work with this token and read nothing but receipts. */
export const deviceGrantSchema = z.object({
  deviceId: idSchema,
  /** Whose work it delivers; absent from older servers. */
  userId: idSchema.optional(),
  deliveryToken: z.string(),
  serverKey: serverKeySchema,
  /** The database's life: a restored backup has another epoch. */
  epoch: idSchema,
  serverTime: instantSchema,
  /** Days without contact after which an offline login is refused. */
  offlineLoginDays: z.int(),
  /** How this phone may be opened without the password; absent from older servers. */
  unlock: phoneUnlockSchema.optional(),
  /** The highest sequence number this device ever had confirmed or said it gave out: new ones count on from it. */
  lastSequence: z.int(),
  /** Numbers that this device gave out and that neither it nor the server has: work lost with evicted storage. */
  gaps: sequenceRangesSchema.default([]),
  /** This device is new, and another like it of this user is known: the same one, its storage cleared, unless there are two. */
  replaces: z
    .object({
      lastContactAt: instantSchema,
      /** Saved items that it told of and that never came. */
      missingCount: z.int(),
    })
    .nullish(),
});

/** What a device gets at login. */
export type DeviceGrant = z.infer<typeof deviceGrantSchema>;

/** The calls that may be queued; the sealed body is that call's body. */
export const QUEUED_CALLS = [
  'createCallDisposition',
  'createFieldDisposition',
  'createAlert',
  'editLoan',
  'cancelReceipt',
  'proposeSettlement',
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
  /** The last server time that the device had seen, and how long ago by its monotonic clock (null: it was started since). */
  seen: z.object({ serverTime: instantSchema, sinceMs: z.int().nullable() }).optional(),
  /** Who recorded it: delivered under anybody else's token it is refused. Absent from the first versions of the app. */
  authorId: idSchema.optional(),
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
  /** DONE: stored (also when it was before), or with code IN_REVIEW on a manager's review list. HELD: waits on the server for `after`. REFUSED: see status and error. RETRY: a passing fault. */
  outcome: z.enum(['DONE', 'HELD', 'REFUSED', 'RETRY']),
  /** What the call itself would have answered: 200, 400, 403, 404, 409, 422, 500. */
  status: z.int(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** What became of one operation. */
export type Receipt = z.infer<typeof receiptSchema>;

/** What the device says of itself with each contact. What is optional came with a later version of the app. */
export const deviceStateSchema = z.object({
  appVersion: textSchema(40),
  /** After this delivery would succeed. */
  unsentCount: z.int().min(0),
  oldestUnsentAt: instantSchema.nullable(),
  /** Of the unsent ones, how many a person must look at. */
  attentionCount: z.int().min(0).optional(),
  /** The highest sequence number given out here, remembered outside of the outbox too. */
  givenSequence: z.int().min(0).optional(),
  /** Numbers still here, those of this request included. Absent: no gap can be told. */
  waiting: sequenceRangesSchema.optional(),
  /** The server's life as the device knows it; gaps are told only within the same. */
  epoch: idSchema.nullable().optional(),
  /** Server keys that waiting items and files are sealed to: they must stay readable. */
  sealedTo: z.array(idSchema).max(50).optional(),
  /** Now, by the device's clock. */
  deviceTime: instantSchema.optional(),
  storage: z
    .object({
      usageBytes: z.number().min(0),
      quotaBytes: z.number().min(0),
      isPersisted: z.boolean(),
    })
    .optional(),
});

/** What the device says of itself with each contact. */
export type DeviceState = z.infer<typeof deviceStateSchema>;
