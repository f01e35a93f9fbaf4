import type { Bytes } from './bytes.ts';

/** So long after a login with the password a PIN is set without typing it again, milliseconds. */
const WINDOW_MS = 300_000;

let recent: { userId: string; raw: Bytes } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps a data key's bytes in memory for a while after the password opened it. */
export function rememberKey(userId: string, raw: Bytes): void {
  forgetKey();
  recent = { userId, raw: raw.slice() };
  timer = setTimeout(forgetKey, WINDOW_MS);
}

/** The bytes, to be cleared by whoever asked; null when the password was given too long ago. */
export function rememberedKey(userId: string): Bytes | null {
  return recent?.userId === userId ? recent.raw.slice() : null;
}

/** Clears them. */
export function forgetKey(): void {
  clearTimeout(timer);
  recent?.raw.fill(0);
  recent = null;
}
