/** What a Chromium of the tests and benches is started with: nothing that goes out by itself, or that a container has not. */
export const CHROMIUM_ARGUMENTS: string[];
/** The path of a Chromium: CHROMIUM_PATH, else the first one in PATH; null when there is none. */
export function findChromium(): string | null;
/** The path of the same engine without the browser around it; null when there is none. */
export function findHeadlessShell(): string | null;
