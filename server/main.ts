import { endCleanly } from './lifecycle.ts';
import type { Part } from './lifecycle.ts';
import { readSettings } from './settings.ts';
import { prepareServer } from './start.ts';
import { startTracing } from './tracing-exporter.ts';
import { say } from './command-line.ts';
import { failureWords, log } from './log.ts';

/** How people reach it: a server that listens everywhere is reached on this machine by its own name. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** A start that fails says why in one sentence; the cause follows where there is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Stop what runs there, or set PORT to another one.`;
  }
  if ('syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall)))
    return `${error.message}. Check HOST and PORT.`;
  const code = 'code' in error ? String(error.code) : '';
  // A link to a disk that is not mounted.
  const isLinkToNothing =
    code === 'ENOENT' && 'syscall' in error && String(error.syscall) === 'mkdir';
  // What the disk says names the path, but for a file that is open already.
  if (
    isLinkToNothing ||
    /^(ENOSPC|EDQUOT)$/.test(code) ||
    ('path' in error && /^(EACCES|EEXIST|ENOTDIR|ELOOP|ENAMETOOLONG|EROFS|EPERM)$/.test(code))
  )
    return `${error.message}. DATA_DIR must be a folder with room that the server's user may write to.`;
  const said = failureWords(error);
  const cause = error.cause instanceof Error ? failureWords(error.cause) : said;
  return cause === said ? said : `${said} (${cause})`;
}

/** Starts the server and prints the one line with its URL; it runs until a signal ends it. */
async function main(): Promise<void> {
  const parts: Part[] = [];
  const end = endCleanly(() => parts);
  try {
    const settings = readSettings(process.env);
    const traces = await startTracing(process.env);
    if (traces !== null) parts.unshift(traces);
    const { app, context } = await prepareServer(settings, (part) => parts.unshift(part));
    void context.database.lost.then((why) => end(1, why));
    await app.listen({ port: settings.port, host: settings.host });
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : settings.port;
    say(`Recoup is ready at http://${shownHost(settings.host)}:${port}${settings.basePath}/`);
  } catch (error) {
    end(1, reasonOf(error));
  }
}

// Node's own word for a crash would repeat what a statement was asked with.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'The server ends because of a fault in it.');
  process.exit(1);
});
await main();
