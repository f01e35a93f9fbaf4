import type { DeviceState, SequenceRanges } from '../../contract/queued-work.ts';
import { APP_VERSION } from './app-version.ts';
import { outboxOf, readDeliveryState } from './outbox-database.ts';
import type {
  DeliveryState,
  OutboxDatabase,
  StoredFile,
  StoredOperation,
} from './outbox-database.ts';
import { platform } from './platform.ts';
import { rememberedSequence } from './sequence-memory.ts';

/** More ranges or keys than this are not told: the server then can't tell a gap, but takes the work. */
const MOST_RANGES = 1000;
const MOST_KEYS = 50;

/** An author's outbox at one moment. */
export interface OutboxContents {
  operations: StoredOperation[];
  /** Those still to go, parked ones too. */
  files: StoredFile[];
  state: DeliveryState;
  /** The highest sequence number given out here. */
  given: number;
}

/** Items not wholly on the server, and how many of them a person must look at. */
export interface UnsentCount {
  unsent: number;
  attention: number;
}

/** Reads an author's outbox in one transaction, so that no number given out meanwhile looks like a lost one. */
export async function readContents(
  outbox: OutboxDatabase,
  userId: string,
): Promise<OutboxContents> {
  // Before the rest: a save remembers its number after it is written.
  const remembered = rememberedSequence(userId);
  return outbox.transaction('r', outbox.operations, outbox.files, outbox.state, async () => {
    const state = await readDeliveryState(outbox);
    return {
      operations: await outbox.operations.toArray(),
      files: await outbox.files.where('state').anyOf('waiting', 'parked').toArray(),
      state,
      given: Math.max(remembered, state.nextSequence - 1),
    };
  });
}

/** The highest sequence number given out here. */
export async function givenSequence(userId: string): Promise<number> {
  const { nextSequence } = await readDeliveryState(outboxOf(userId));
  return Math.max(rememberedSequence(userId), nextSequence - 1);
}

/** Counts the items that are not wholly on the server; a file still to go counts its item. */
export function countUnsent({
  operations,
  files,
}: Pick<OutboxContents, 'operations' | 'files'>): UnsentCount {
  const rows = [...operations, ...files];
  const parked = rows.filter((row) => row.state === 'parked');
  return {
    unsent: new Set(rows.map((row) => row.opId)).size,
    attention: new Set(parked.map((row) => row.opId)).size,
  };
}

/** When the oldest unsent item was saved, milliseconds; null when nothing waits. */
export async function oldestUnsentAt(
  outbox: OutboxDatabase,
  { operations, files }: Pick<OutboxContents, 'operations' | 'files'>,
): Promise<number | null> {
  const receipts = await outbox.receipts.bulkGet([...new Set(files.map((file) => file.opId))]);
  const times = [...operations, ...receipts].flatMap((row) => row?.savedAt ?? []);
  return times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time));
}

/** What this device says of itself; `sent` are the operations of the same request, which counts as delivered. */
export async function deviceState(
  outbox: OutboxDatabase,
  contents: OutboxContents,
  epoch: string,
  sent: ReadonlySet<string>,
): Promise<DeviceState> {
  const { operations, files, state, given } = contents;
  const rest = { operations: operations.filter(({ opId }) => !sent.has(opId)), files };
  const { unsent, attention } = countUnsent(rest);
  const oldest = await oldestUnsentAt(outbox, rest);
  const waiting = rangesOf(operations.map(({ sequence }) => sequence));
  const keys = [
    ...operations.map(({ sealed }) => sealed.keyId),
    ...files.map(({ keyId }) => keyId),
  ];
  return {
    appVersion: APP_VERSION,
    unsentCount: unsent,
    oldestUnsentAt: oldest === null ? null : new Date(oldest).toISOString(),
    attentionCount: attention,
    givenSequence: given,
    ...(waiting.length > MOST_RANGES ? {} : { waiting }),
    epoch: state.epoch ?? epoch,
    sealedTo: [...new Set(keys)].slice(0, MOST_KEYS),
    deviceTime: new Date().toISOString(),
    ...(await storageOf()),
  };
}

async function storageOf(): Promise<Pick<DeviceState, 'storage'>> {
  const { storage } = platform();
  if (storage === undefined) return {};
  try {
    const { usage: usageBytes = 0, quota: quotaBytes = 0 } = await storage.estimate();
    if (quotaBytes === 0) return {};
    return { storage: { usageBytes, quotaBytes, isPersisted: await storage.persisted() } };
  } catch {
    // A browser that doesn't tell: the work goes all the same.
    return {};
  }
}

/** Numbers as ascending ranges, both ends included. */
export function rangesOf(numbers: readonly number[]): SequenceRanges {
  const ranges: SequenceRanges = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
