import type { BiDoor } from '../../../contract/bi.ts';

/** So long before a token ends the frame is opened anew, but never more often than the shortest token lives. */
const BEFORE_END_MS = 30_000;

/** Milliseconds until the frame is opened anew; the product's own board has no token that ends. */
export function opensAgainMs(door: BiDoor | undefined): number | false {
  const { expiresAt = null } = door ?? {};
  if (expiresAt === null) return false;
  return Math.max(BEFORE_END_MS, Date.parse(expiresAt) - Date.now() - BEFORE_END_MS);
}
