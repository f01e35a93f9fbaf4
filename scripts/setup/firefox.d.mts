/** The path of a Firefox: FIREFOX_PATH, else the first one in PATH; null when there is none. */
export function findFirefox(): string | null;
