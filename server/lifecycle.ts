import type { Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { remark } from './command-line.ts';
import { log } from './log.ts';

/** Something that runs in this process and must be stopped before it ends. */
export interface Part {
  readonly name: string;
  stop(): Promise<void>;
}

/** The HTTP application, as far as closing it goes. */
interface ClosableApp {
  readonly server: Pick<
    Server,
    'prependListener' | 'on' | 'off' | 'closeIdleConnections' | 'getConnections'
  >;
  close(): PromiseLike<unknown>;
}

/** So long every answer says that its connection ends, before anything is closed. */
const PARTING_MS = 250;
/** Who is called without a pause ends all the same. */
const LONGEST_TAKING_IN_MS = 2000;

/**
 * Closes an HTTP application once the requests in flight are answered. First each answer says that its connection ends: who
 * asks on one that is closed under a request gets no answer, and can't know whether it counted. Connections that stay open
 * for later requests are closed as they become idle, so that they don't delay the end by their patience.
 */
export async function closeApp(app: ClosableApp): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
  if (await hasConnections(app.server)) await sleep(PARTING_MS);
  await takeIn(app.server);
  const sweep = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), 50);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/**
 * Takes in what came while this process was busy: with a request unread a connection looks idle, and those that wait to be
 * accepted, one in each turn of the loop, are cut off when nobody listens any more.
 */
async function takeIn(server: ClosableApp['server']): Promise<void> {
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  const news = ['connection', 'request'] as const;
  for (const name of news) server.on(name, note);
  const until = performance.now() + LONGEST_TAKING_IN_MS;
  while (hasCome && performance.now() < until) {
    hasCome = false;
    await turn();
    await turn();
  }
  for (const name of news) server.off(name, note);
}

async function hasConnections(server: ClosableApp['server']): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count > 0));
  });
}

/** Ends the process, once: later calls change nothing. `why` is printed when the exit code is not 0. */
export type EndProcess = (exitCode: number, why?: string) => void;

/** Whoever waits for an answer longer than this is cut off: supervisors usually kill after 30 s. */
const hardLimitMs = 25_000;

async function stopInOrder(parts: readonly Part[]): Promise<boolean> {
  let isClean = true;
  for (const part of parts) {
    try {
      await part.stop();
    } catch (error) {
      isClean = false;
      log.error({ err: error }, `Stopping the ${part.name} failed.`);
    }
  }
  return isClean;
}

/**
 * Ends the process cleanly on SIGTERM and SIGINT, and when the process that started it with a channel (npm
 * start, a test) is gone: stops the parts in the order given (HTTP first, so that requests in flight are
 * answered; the database last), then exits with 0, with 1 when a part failed or the hard limit of 25 s passed.
 * `parts` is read when the end comes, so that parts may be added while starting. Returns the function that
 * ends it for another reason.
 */
export function endCleanly(parts: () => readonly Part[]): EndProcess {
  let isEnding = false;
  const end: EndProcess = (exitCode, why) => {
    // A terminal sends Ctrl-C to the whole group, so npm start's own signal often arrives as a second one.
    if (isEnding) return;
    isEnding = true;
    if (exitCode !== 0 && why !== undefined) remark(why);
    setTimeout(() => {
      remark('Stopping took too long; giving up on what is still running.');
      process.exit(1);
    }, hardLimitMs).unref();
    void stopInOrder(parts()).then((isClean) => process.exit(isClean ? exitCode : 1));
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  process.on('SIGHUP', () => end(0));
  if (process.connected) {
    process.once('disconnect', () => end(0));
    // Listening for the parent must not keep the process alive by itself.
    process.channel?.unref();
  }
  // A child that writes to a pipe whose reader is gone must still come to its end.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return end;
}
