import { noteIn, pageStorage } from './page-storage.ts';

/** How often a page says that it is awake. */
export const AWAKE_LOOK_MS = 30_000;
/** A computer that was silent for longer slept, or had no page open; one that is not looked at may speak once a minute only. */
const SLEPT_MS = 150_000;
const KEY = 'recoup.awake';
const MOST_KEPT = 20;

/** When a page of this browser was last awake, the newest first; those after it are each before a time of sleep. */
function signs(): number[] {
  const now = Date.now();
  const kept = (pageStorage()?.getItem(KEY) ?? '').split(',').map(Number);
  // The clock may have been set back: what is yet to come was no sign of this clock.
  return kept.filter((sign) => sign > 0 && sign <= now);
}

/** A phone freezes its pages while it talks itself: their silence tells of no sleep. */
const isHandset = () => matchMedia('(pointer: coarse)').matches;

/** Notes that the page is awake; the instant (epoch ms). All tabs note it together. */
export function noteAwake(): number {
  const now = Date.now();
  const [last = now, ...before] = signs();
  const slept = now - last > SLEPT_MS && !isHandset() ? [last, ...before] : before;
  noteIn(pageStorage(), KEY, [now, ...slept].slice(0, MOST_KEPT).join(','));
  return now;
}

/** When the browser was first silent after an instant that a page noted: it slept or was closed then; null: never since. */
export function sleptFrom(since: number): number | null {
  noteAwake();
  return (
    signs()
      .slice(1)
      .findLast((sign) => sign >= since) ?? null
  );
}

/** Says from now on that this page is awake. */
export function watchAwake(): void {
  noteAwake();
  setInterval(noteAwake, AWAKE_LOOK_MS);
}
