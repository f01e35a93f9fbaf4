import { readClockOffset, readHighestTime, writeHighestTime } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { writeToOpen } from './storage-reserve.ts';

/** The last reading in this page; between two of them time passes whatever the wall clock says. */
let last: { timeMs: number; atMonotonicMs: number } | null = null;

/**
 * Now in the server's time, for waits and limits, milliseconds: the wall clock, but never before a time that was seen
 * already. Set back, the clock thus reopens nothing; while the app is open time goes on all the same, so that nobody
 * is locked out by it. Set forward, it uses up the days that are allowed without contact; the next contact with the
 * server puts it right.
 */
export async function lastingNow(): Promise<number> {
  const atMonotonicMs = performance.now();
  const wallMs = Date.now() + (await readClockOffset());
  const seenMs = await readHighestTime();
  // Lower than what this page wrote itself: the server has put it right since.
  const isPutRight = last !== null && seenMs < last.timeMs;
  const passedMs =
    last === null || isPutRight ? 0 : last.timeMs + atMonotonicMs - last.atMonotonicMs;
  const timeMs = Math.round(Math.max(wallMs, seenMs, passedMs));
  last = { timeMs, atMonotonicMs };
  if (timeMs > seenMs) await noteTime(timeMs);
  return timeMs;
}

/** Without room for it the time is not noted: nothing opens for that, since a try to open must be counted first. */
async function noteTime(timeMs: number): Promise<void> {
  await writeToOpen(() => writeHighestTime(timeMs)).catch((error: unknown) => {
    if (!(error instanceof DeviceError && error.code === 'STORAGE_FULL')) throw error;
  });
}
