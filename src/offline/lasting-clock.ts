import { isSlowSetRight } from '../lib/clock.ts';
import { readHeardClock, readHighestTime, writeHighestTime } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { writeToOpen } from './storage-reserve.ts';

/** The last reading in this page; between two of them time passes whatever the wall clock says. */
let last: { timeMs: number; atMonotonicMs: number } | null = null;

/**
 * Now in the server's time, for waits and limits, milliseconds: the wall clock, but never before a time that was seen
 * already. Set back, the clock thus reopens nothing; while the app is open time goes on all the same, so that nobody
 * is locked out by it. Set forward, it uses up the days that are allowed without contact, unless it was behind by as much:
 * that puts it right. So does the next contact with the server.
 */
export async function lastingNow(): Promise<number> {
  const atMonotonicMs = performance.now();
  const wallMs = await rightedNow();
  const seenMs = await readHighestTime();
  // Lower than what this page wrote itself: the server has put it right since.
  const isPutRight = last !== null && seenMs < last.timeMs;
  const passedMs =
    last === null || isPutRight ? 0 : last.timeMs + atMonotonicMs - last.atMonotonicMs;
  const timeMs = Math.round(Math.max(wallMs, seenMs, passedMs));
  // What is not on the disk is not remembered here either: a lower time there would be taken for one put right.
  if (timeMs === seenMs || (await noteTime(timeMs))) last = { timeMs, atMonotonicMs };
  return timeMs;
}

/** Now by the wall clock and what it was off at the last contact, milliseconds. */
async function rightedNow(): Promise<number> {
  const heard = await readHeardClock();
  const wallMs = Date.now();
  return heard === null || isSlowSetRight(heard, wallMs) ? wallMs : wallMs + heard.offsetMs;
}

/** False: there is no room for it. Nothing opens for that, since a try to open must be counted first. */
async function noteTime(timeMs: number): Promise<boolean> {
  try {
    await writeToOpen(() => writeHighestTime(timeMs));
    return true;
  } catch (error) {
    if (error instanceof DeviceError && error.code === 'STORAGE_FULL') return false;
    throw error;
  }
}
