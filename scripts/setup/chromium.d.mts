/** The path of a Chromium: CHROMIUM_PATH, else the first one in PATH; null when there is none. */
export function findChromium(): string | null;
