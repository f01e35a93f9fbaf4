/** How often a page looks whether it slept. */
export const AWAKE_LOOK_MS = 30_000;
/** A page that was silent for longer slept; one that is not looked at may be woken once a minute only. */
const SLEPT_MS = 150_000;

let seenAt = Date.now();
/** When this page was last awake before each time that it slept. */
const lastSigns: number[] = [];
setInterval(noteAwake, AWAKE_LOOK_MS);

/** Notes that the page is awake, and since when it was not; the instant (epoch ms). */
export function noteAwake(): number {
  const now = Date.now();
  if (now - seenAt > SLEPT_MS) lastSigns.push(seenAt);
  seenAt = now;
  return now;
}

/**
 * When the page, or the one before it that noted `since`, was last awake before it slept or was closed; null: it was awake all
 * the time since then.
 */
export function sleptFrom(since: number): number | null {
  noteAwake();
  if (performance.timeOrigin - since > SLEPT_MS) return since;
  return lastSigns.find((at) => at >= since) ?? null;
}
