import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import { server } from '../remote/session-client.ts';
import { sha256Hex, utf8 } from './bytes.ts';
import { START_OVER, startOver } from './cache-database.ts';
import type { CacheDatabase, PullCursor } from './cache-database.ts';
import { CacheWriter } from './cache-writer.ts';
import { noteLoansTakenOff } from './closed-loans.ts';
import { readDeviceId } from './device-store.ts';
import { newId } from './id.ts';
import type { Vault } from './vault.ts';

const DAY_MS = 86_400_000;
/** Whole pulls after which the next comparison comes before its day is over. */
const PULLS = 50;

/** What a comparison with the server came to. `gone`: loans wiped, that this phone should no longer have. */
export interface Reconciliation {
  isSame: boolean;
  gone: string[];
  /** Something is missing or out of date: the next pull brings everything anew. */
  startsOver: boolean;
}

type Listed = CallAnswer<typeof deviceCalls.reconcileLoans>['loans'];

/** Is it time to compare? Once a day, after many pulls, and after everything was pulled (for the first time, or anew). */
export function isReconciliationDue(cursor: PullCursor, nowMs: number): boolean {
  const { reconciledAt, pullsSince = 0 } = cursor;
  if (reconciledAt === undefined || pullsSince >= PULLS) return true;
  // A clock set back counts as a day too.
  return Math.abs(nowMs - reconciledAt) > DAY_MS;
}

/**
 * Compares the cached loans with the server's list as of the cursor, after a whole pull. Loans that this phone should
 * not have are noted for their owner and wiped at once; when one is missing or stale, the next pull starts over (once a day at most: a
 * difference that stays must not cost the agent a whole pull each time). `requireSession` throws when the session is
 * somebody else's by now. Throws that and the client's errors; then the next pull compares.
 */
export async function reconcile(
  cache: CacheDatabase,
  vault: Vault,
  requireSession: () => void,
): Promise<Reconciliation> {
  const nothing: Reconciliation = { isSame: true, gone: [], startsOver: false };
  const cursor = await cache.cursor.get('cursor');
  if (cursor === undefined || cursor.cursor === START_OVER) return nothing;
  const marks = await readMarks(cache);
  const body = {
    deviceId: await readDeviceId(),
    cursor: cursor.cursor,
    digest: await digestOf(marks),
  };
  requireSession();
  const answer = await server.call(deviceCalls.reconcileLoans, { body }, { isBackground: true });
  requireSession();
  const now = Date.now();
  const found = answer.isSame ? nothing : compare(marks, answer.loans);
  const stamp = found.gone.length > 0 ? { stamp: newId() } : {};
  const checked: PullCursor = { ...cursor, ...stamp, reconciledAt: now, pullsSince: 0 };
  // On a full phone they go without a word: that they go matters more.
  await noteLoansTakenOff(cache, found.gone).catch(() => undefined);
  await new CacheWriter(cache, vault.key).write({ loans: [], gone: found.gone }, cursor, checked);
  const isFresh = Math.abs(now - (cursor.startedOverAt ?? 0)) < DAY_MS;
  if (found.startsOver && !isFresh) await startOver(vault.user._id, { atMs: now });
  return found;
}

async function readMarks(cache: CacheDatabase): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  await cache.loanBlocks.each((block) => {
    for (const [at, id] of block.loanIds.entries()) marks.set(id, block.marks?.[at] ?? '');
  });
  return marks;
}

/** SHA-256 of the lines `loanId mark`, sorted; as the server makes it of what this phone should hold. */
async function digestOf(marks: ReadonlyMap<string, string>): Promise<string> {
  const ids = [...marks.keys()].sort();
  return sha256Hex(utf8(ids.map((id) => `${id} ${marks.get(id) ?? ''}\n`).join('')));
}

function compare(marks: ReadonlyMap<string, string>, listed: Listed): Reconciliation {
  const wanted = new Set(listed.map((loan) => loan.loanId));
  const gone = [...marks.keys()].filter((id) => !wanted.has(id));
  const startsOver = listed.some(
    ({ loanId, mark, isComing }) => !isComing && marks.get(loanId) !== mark,
  );
  return { isSame: gone.length === 0 && !startsOver, gone, startsOver };
}
