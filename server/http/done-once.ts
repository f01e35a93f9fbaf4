import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Call } from '../../contract/call.ts';
import { DONE_ONCE_HEADER, doneOnceKeySchema, isDoneOnce } from '../../contract/done-once.ts';
import type { Db } from '../database/connection.ts';
import { CallError, badInput, conflict } from '../errors.ts';
import { log } from '../log.ts';
import type { Upkeep } from '../upkeep.ts';
import type { UploadedFile } from './uploads.ts';

/** A repeat waits so long for the first to end; then it is told to come again. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 200;
/** No call takes longer: what began before that and has no answer was cut off with its server. */
const LONGEST_S = 120;

/** Something that a person has done under a name of its client's. */
interface Named {
  readonly userId: string;
  readonly key: string;
  readonly call: string;
  /** What was asked for: the same name for something else is a fault of the client. */
  readonly asked: string;
}

/** What a request asks for, parsed. */
export interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/** No digest of what a password is part of: it could be guessed from it. */
const withoutPasswords = (name: string, value: unknown) =>
  /password/i.test(name) ? undefined : value;

async function contentOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function digestOf({ params, query, body, files }: Asked): Promise<string> {
  const told: string[][] = [];
  // A file that was mended between two tries may have its name and size still.
  for (const { part, name, path } of files) told.push([part, name, await contentOf(path)]);
  const text = JSON.stringify([params, query, body, told], withoutPasswords);
  return createHash('sha256').update(text).digest('hex');
}

/** Under which name this is asked for; null when its call or its client does not name it. Throws 400. */
export async function nameOf(
  call: Call,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  userId: string,
  asked: Asked,
): Promise<Named | null> {
  const given = headers[DONE_ONCE_HEADER];
  if (given === undefined || !isDoneOnce(call)) return null;
  const key = doneOnceKeySchema.safeParse(given);
  if (!key.success)
    throw badInput('Idempotency-Key takes 8 to 64 letters, digits, dashes and underscores.');
  return { userId, key: key.data, call: call.name, asked: await digestOf(asked) };
}

async function begin(db: Db, { userId, key, call, asked }: Named): Promise<boolean> {
  const { rows } = await db.execute(
    sql`insert into done_once (user_id, key, call, asked) values (${userId}, ${key}, ${call}, ${asked})
      on conflict do nothing returning key`,
  );
  return rows.length > 0;
}

async function forget(db: Db, { userId, key }: Named): Promise<void> {
  await db.execute(sql`delete from done_once where user_id = ${userId} and key = ${key}`);
}

async function keepAnswer(db: Db, { userId, key }: Named, answer: string): Promise<void> {
  await db.execute(
    sql`update done_once set answer = ${answer} where user_id = ${userId} and key = ${key}`,
  );
}

interface EarlierRow extends Record<string, unknown> {
  call: string;
  asked: string;
  answer: string | null;
  is_cut_off: boolean;
}

/** What the first was answered; null when it was refused meanwhile, so that nothing is done yet. */
async function earlierAnswer(db: Db, named: Named): Promise<string | null> {
  const until = performance.now() + PATIENCE_MS;
  do {
    const { rows } = await db.execute<EarlierRow>(
      sql`select call, asked, answer, begun_at < now() - ${LONGEST_S} * interval '1 second' as is_cut_off
        from done_once where user_id = ${named.userId} and key = ${named.key}`,
    );
    const [first] = rows;
    if (first === undefined) return null;
    if (first.call !== named.call || first.asked !== named.asked)
      throw conflict('KEY_TAKEN', 'This Idempotency-Key stands for something else. Use a new one.');
    if (first.answer !== null) return first.answer;
    if (first.is_cut_off)
      throw conflict(
        'OUTCOME_UNKNOWN',
        'The server stopped while it did this. See whether it was done before you do it again.',
      );
    await sleep(LOOK_MS);
  } while (performance.now() < until);
  throw new CallError(503, 'STILL_WORKING', 'This is still being done. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
}

/** Does this once: a repeat under the same name waits for the first one's answer and gets it. A refusal does not count. */
export async function doOnce(db: Db, named: Named, work: () => Promise<string>): Promise<string> {
  while (!(await begin(db, named))) {
    const earlier = await earlierAnswer(db, named);
    if (earlier !== null) return earlier;
  }
  let answer: string;
  try {
    answer = await work();
  } catch (error) {
    await forget(db, named).catch(() => undefined);
    throw error;
  }
  // It is done, whatever becomes of the note: a repeat is told then that the outcome is unknown.
  await keepAnswer(db, named, answer).catch((error: unknown) => {
    log.warn({ err: error }, 'An answer could not be kept for its repeat.');
  });
  return answer;
}

/** Answers that nobody asks for again go after a day. */
export const doneOnceUpkeep: Upkeep = {
  name: 'answers kept for repeats',
  every: 3_600_000,
  isAtStart: true,
  work: async ({ db }) => {
    await db.execute(sql`delete from done_once where begun_at < now() - interval '1 day'`);
  },
};
