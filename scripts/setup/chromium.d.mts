/** The path of a Chromium: CHROMIUM_PATH, else the first one in PATH; null when there is none. */
export function findChromium(): string | null;

/** The path of Chromium without its windows, which has no profile on the disk; null when there is none. */
export function findHeadlessShell(): string | null;
