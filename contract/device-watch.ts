import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { receiptSchema } from './queued-work.ts';
import { roleSchema } from './roles.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** Work that a device numbered and that is nowhere any more: its storage was cleared before it was delivered. */
const deviceGapSchema = z.object({
  _id: idSchema,
  firstSequence: z.int(),
  lastSequence: z.int(),
  /** How many numbers of the range are still missing; what arrives later closes them. */
  missing: z.int(),
  noticedAt: instantSchema,
  /** When a manager noted that the agent was asked; null: nobody yet. */
  seenAt: instantSchema.nullable(),
});

/** A device of one user, as its manager watches over it. */
export const watchedDeviceSchema = z.object({
  deviceId: idSchema,
  userId: idSchema,
  agentName: z.string(),
  username: z.string(),
  role: roleSchema,
  managerName: z.string().nullable(),
  /** The browser and system it called itself. */
  label: z.string().nullable(),
  appVersion: z.string().nullable(),
  createdAt: instantSchema,
  lastSeenAt: instantSchema,
  lastDeliveredAt: instantSchema.nullable(),
  lastPulledAt: instantSchema.nullable(),
  /** As the device last said. */
  unsentCount: z.int(),
  attentionCount: z.int(),
  oldestUnsentAt: instantSchema.nullable(),
  /** Operations that were refused here and not taken since, or that have waited for a day for one before them. */
  refusedCount: z.int(),
  /** Device clock minus server clock, milliseconds; null before the device said. */
  clockOffsetMs: z.int().nullable(),
  /** More than 10 minutes off. */
  isClockOff: z.boolean(),
  storage: z
    .object({ usageBytes: z.number(), quotaBytes: z.number(), isPersisted: z.boolean() })
    .nullable(),
  gaps: z.array(deviceGapSchema),
  /** NONE; ASKED: carried out at its next contact; DONE: what was cached there is gone. */
  wipe: z.enum(['NONE', 'ASKED', 'DONE']),
  wipeAskedAt: instantSchema.nullable(),
  wipedAt: instantSchema.nullable(),
});

/** A device of one user, as its manager watches over it. */
export type WatchedDevice = z.infer<typeof watchedDeviceSchema>;

/** What of the devices to list: with unsent work, silent for a day with unsent work, with gaps, with refused work, being wiped. */
export const DEVICE_CONCERNS = ['UNSENT', 'SILENT', 'GAPS', 'REFUSED', 'WIPE'] as const;

const watcher = {
  roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
} as const;
const deviceOfUser = z.object({ deviceId: idSchema, userId: idSchema });

/** The devices screen: who still holds unsent work, and ending a device. All ours. */
export const deviceWatchCalls = callsOf('devices', {
  listDevices: {
    ...watcher,
    method: 'GET',
    path: '/devices/watched',
    summary:
      'Devices of the people the caller is responsible for (a manager: its own people and itself), those that need looking at first.',
    query: z.object({
      ...pageQueryFields,
      /** In name, username or label. */
      search: textSchema(100).optional(),
      concern: z.enum(DEVICE_CONCERNS).optional(),
    }),
    answer: pageOf(watchedDeviceSchema),
  },
  wipeDevice: {
    ...watcher,
    isDoneOnce: false,
    method: 'POST',
    path: '/devices/wipe',
    summary:
      'End a device for its user: its sessions end at once; at its next contact it delivers what waits, then drops what is cached. Repeating it changes nothing.',
    body: deviceOfUser,
    answer: watchedDeviceSchema,
  },
  cancelWipe: {
    ...watcher,
    isDoneOnce: false,
    method: 'POST',
    path: '/devices/cancel-wipe',
    summary: 'Take a wipe back that was not carried out yet. 409 ALREADY_WIPED when it was.',
    body: deviceOfUser,
    answer: watchedDeviceSchema,
  },
  markGapSeen: {
    ...watcher,
    isDoneOnce: false,
    method: 'POST',
    path: '/devices/gap-seen',
    summary: 'Note that the agent was asked about lost work; the gap leaves the list of open ones.',
    body: z.object({ _id: idSchema }),
    answer: watchedDeviceSchema,
  },
  importStuckWork: {
    ...watcher,
    isDoneOnce: false,
    method: 'POST',
    path: '/devices/stuck-work',
    roles: ['ADMIN', 'SUPER_ADMIN'],
    summary:
      'Take in a file that an agent exported from the outbox: everything in it runs once, under its author. 422 NOT_GENUINE when it was not made by that device or was changed.',
    bodyKind: 'multipart',
    files: { file: 1 },
    bodyLimit: 210_000_000,
    answer: z.object({
      agentName: z.string(),
      receipts: z.array(receiptSchema),
      files: z.array(
        z.object({
          _id: idSchema,
          outcome: z.enum(['DONE', 'HELD', 'REFUSED']),
          message: z.string().optional(),
        }),
      ),
    }),
  },
});
