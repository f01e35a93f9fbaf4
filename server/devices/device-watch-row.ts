import type { WatchedDevice } from '../../contract/device-watch.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';

/** A phone's clock further off than this is flagged: its times can't be trusted by eye. */
const CLOCK_OFF_MS = 10 * 60_000;

type Gap = WatchedDevice['gaps'][number];

/** A device as the list's query gives it; instants are PostgreSQL's text. */
export interface WatchedRow
  extends Omit<WatchedDevice, 'gaps' | 'storage' | 'wipe' | 'isClockOff'>, Record<string, unknown> {
  storageUsage: number | null;
  storageQuota: number | null;
  isPersisted: boolean | null;
}

/** A gap as its query gives it. */
export interface GapRow extends Gap, Record<string, unknown> {
  deviceId: string;
  userId: string;
}

/** A gap as it leaves the server. */
export const toGap = ({ _id, firstSequence, lastSequence, missing, ...row }: GapRow): Gap => ({
  _id,
  firstSequence,
  lastSequence,
  missing,
  noticedAt: isoInstant(row.noticedAt),
  seenAt: isoInstantOrNull(row.seenAt),
});

function wipeOf({ wipeAskedAt, wipedAt }: WatchedRow): WatchedDevice['wipe'] {
  if (wipedAt !== null) return 'DONE';
  return wipeAskedAt === null ? 'NONE' : 'ASKED';
}

function storageOf(row: WatchedRow): WatchedDevice['storage'] {
  const { storageUsage: usageBytes, storageQuota: quotaBytes, isPersisted } = row;
  if (usageBytes === null || quotaBytes === null || isPersisted === null) return null;
  return { usageBytes, quotaBytes, isPersisted };
}

/** A device with its gaps as it leaves the server. */
export function toWatchedDevice(row: WatchedRow, gaps: Gap[]): WatchedDevice {
  return {
    ...row,
    createdAt: isoInstant(row.createdAt),
    lastSeenAt: isoInstant(row.lastSeenAt),
    lastDeliveredAt: isoInstantOrNull(row.lastDeliveredAt),
    lastPulledAt: isoInstantOrNull(row.lastPulledAt),
    oldestUnsentAt: isoInstantOrNull(row.oldestUnsentAt),
    isClockOff: Math.abs(row.clockOffsetMs ?? 0) > CLOCK_OFF_MS,
    storage: storageOf(row),
    gaps,
    wipe: wipeOf(row),
    wipeAskedAt: isoInstantOrNull(row.wipeAskedAt),
    wipedAt: isoInstantOrNull(row.wipedAt),
  };
}
