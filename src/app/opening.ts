import type { LoggedInUser } from '../../contract/auth.ts';
import { drawOpening, isOpeningTrue, openingPlace } from '../lib/opening.ts';
import type { OpeningPlace } from '../lib/opening.ts';
import { readOpening } from '../offline/opening-record.ts';
import { isExpired } from './idle-expiry.ts';
import { sessionStore } from './session.ts';

/** So long the app's own code waits for the picture, milliseconds; a picture that comes later is drawn beside its start. */
const PATIENCE_MS = 250;
/** The field agent's day, which is its landing screen too (spec 2.2). */
const FIELD_DAY = '/field-agent-loans';
/** Whose loans are kept on the phone (src/offline/session.ts, which is not loaded for it). */
const DAY_ROLES: ReadonlySet<LoggedInUser['role']> = new Set(['COLLECTOR', 'FIELD_AGENT']);
const COLORS_KEY = 'recoup.colors';

/**
 * Shows the day's first cards as they last stood, before any of the app's own code is loaded: whoever taps the icon reads
 * them at once. Resolves when they are painted, or when there is nothing to show.
 */
export async function showOpening(): Promise<void> {
  const user = sessionStore.get();
  // What would be locked or logged out is not shown for a moment either, nor to who has no day any more.
  if (user === null || !DAY_ROLES.has(user.role) || isExpired()) return;
  await Promise.race([draw(user), wait(PATIENCE_MS)]);
}

async function draw(user: LoggedInUser): Promise<void> {
  const picture = await readOpening(user._id).catch(() => null);
  const place = placeOf(user);
  if (picture === null || !isOpeningTrue(picture, place, Date.now())) return;
  const isThere = document.querySelector('#root main') !== null;
  if (isThere || sessionStore.get() !== user || isExpired()) return;
  setColors();
  drawOpening(picture);
  await painted();
}

/** Where this page is; a field agent's landing screen is the day at its own address. */
function placeOf({ role }: LoggedInUser): OpeningPlace {
  const place = openingPlace();
  const isLanding = role === 'FIELD_AGENT' && place.address === '/';
  return isLanding ? { ...place, address: FIELD_DAY } : place;
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Light or dark, as the app's provider will set it. */
function setColors(): void {
  const wanted = localStorage.getItem(COLORS_KEY);
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const isChosen = wanted === 'light' || wanted === 'dark';
  const scheme = isChosen ? wanted : isDark ? 'dark' : 'light';
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}

/** Resolves when the next frame is on the screen; a page that nobody looks at has none. */
async function painted(): Promise<void> {
  const frame = new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  await Promise.race([frame, wait(PATIENCE_MS)]);
}
