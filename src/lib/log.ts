/** What went wrong, as far as it may stand in a browser's log: an error's own words may name a person, or hold a piece of data. */
function bare(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at |@.*:\d+:\d+$/.test(line));
  return [`${error.name}${code}`, ...frames].join('\n');
}

function write(level: 'warn' | 'error', what: string, error?: unknown): void {
  if (error === undefined) console[level](what);
  else console[level](what, bare(error));
}

/**
 * The log of the app in the browser, for whoever looks for a fault: a sentence that names nobody, and the kind, code and place
 * of an error without its words.
 */
export const log = {
  /** Goes on by itself. */
  warn: (what: string, error?: unknown): void => write('warn', what, error),
  /** A fault of ours. */
  error: (what: string, error?: unknown): void => write('error', what, error),
};
