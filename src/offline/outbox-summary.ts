import type { SequenceRanges } from '../../contract/queued-work.ts';
import { MOST_CLOCK_OFFSET_MS } from '../lib/clock.ts';
import { clearedPhone } from './cleared-phone.ts';
import type { ClearedPhone } from './cleared-phone.ts';
import { isPaused } from './delivery-pause.ts';
import { countUnsent, oldestUnsentAt, readContents } from './device-state.ts';
import { listGrants, listVaults, readClockOffset, readGrant } from './device-store.ts';
import { lostForms } from './lost-forms.ts';
import type { LostForms } from './lost-forms.ts';
import { outboxOf } from './outbox-database.ts';
import type { DeliveryState } from './outbox-database.ts';
import { openedVaultOrNull } from './vault.ts';

/** The outbox at a glance, for the top bar. */
export interface OutboxSummary {
  /** Items not wholly on the server; a file still to go counts its item. */
  unsent: number;
  /** Of these, how many a person must look at. */
  attention: number;
  /** Milliseconds; null when nothing waits. */
  oldestUnsentAt: number | null;
  pause: DeliveryState['pause'];
  nextTryAt: number | null;
  /** When the server last confirmed an item; milliseconds, null before. */
  lastConfirmedAt: number | null;
  /** Items of other people on this device. */
  othersUnsent: number;
  /** Of these, how many wait for their author's login here. */
  othersAwaitLogin: number;
  /** Items once saved here that are nowhere any more, as the server counts: the browser cleared its storage. */
  lost: number;
  /** This phone was known to the server before its storage was cleared whole; null: it was not, or the person knows. */
  cleared: ClearedPhone | null;
  /** Forms that the person had not finished, lost with what protected them; empty once the person knows. */
  lostForms: LostForms;
  /** This device's clock is more than 10 minutes off the server's. */
  isClockOff: boolean;
}

/** The outbox at a glance. Works while locked: then everything counts as others'. */
export async function outboxSummary(): Promise<OutboxSummary> {
  const userId = openedVaultOrNull()?.user._id ?? null;
  const known = [...(await listGrants()), ...(await listVaults())].map((row) => row.userId);
  const summary: OutboxSummary = {
    unsent: 0,
    attention: 0,
    oldestUnsentAt: null,
    pause: null,
    nextTryAt: null,
    lastConfirmedAt: null,
    othersUnsent: 0,
    othersAwaitLogin: 0,
    lost: 0,
    cleared: userId === null ? null : await clearedPhone(userId),
    lostForms: userId === null ? [] : await lostForms(userId),
    isClockOff: Math.abs(await readClockOffset()) > MOST_CLOCK_OFFSET_MS,
  };
  for (const author of new Set(known)) {
    const outbox = outboxOf(author);
    const contents = await readContents(outbox, author);
    const count = countUnsent(contents);
    if (author !== userId) {
      summary.othersUnsent += count.unsent;
      if (contents.state.pause === 'login') summary.othersAwaitLogin += count.unsent;
      continue;
    }
    const { nextTryAt, lastConfirmedAt } = contents.state;
    const pause = isPaused(contents.state) ? contents.state.pause : null;
    Object.assign(summary, count, { pause, lastConfirmedAt });
    summary.oldestUnsentAt = await oldestUnsentAt(outbox, contents);
    summary.nextTryAt = count.unsent > 0 && pause === null ? nextTryAt : null;
    summary.lost = lostCount((await readGrant(author))?.gaps);
  }
  return summary;
}

/** Grants of older versions have no gaps. */
function lostCount(gaps: SequenceRanges | undefined): number {
  return (gaps ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** How screens and their frame read it: one answer for both. */
export const outboxAtAGlance = {
  key: ['outbox', 'summary'],
  topics: ['outbox', 'delivery', 'vault'],
  load: outboxSummary,
} as const;
