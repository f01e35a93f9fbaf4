import { log } from '../log.ts';
import type { Context } from '../context.ts';
import { holdLock } from '../database/locks.ts';
import type { Upkeep } from '../upkeep.ts';
import { anchorHead, noteTaken, untakenAnchor } from './audit-anchor.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { writeAudit } from './audit-trail.ts';
import { digestReads, forgetOldReads, unsealedReads } from './read-log.ts';

const SEND_TIMEOUT_MS = 10_000;

/** Puts the digest of the reads since the last time into the chained trail. */
export async function sealReads({ db }: Pick<Context, 'db'>): Promise<void> {
  if ((await unsealedReads(db)) === null) return;
  await db.transaction(async (tx) => {
    await holdLock(tx, 'audit');
    const stretch = await unsealedReads(tx);
    if (stretch === null) return;
    const { digest, count } = await digestReads(tx, stretch.from, stretch.to);
    const details = { ...stretch, count, digest };
    await writeAudit(tx, null, [{ action: 'reads.sealed', entity: 'reads', details }]);
  });
}

/** Whether it was taken there. */
async function sendAnchor(url: string, anchor: AuditAnchor): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(anchor),
    // Followed nowhere: a redirected POST comes as a GET without the head, and is answered all the same.
    redirect: 'manual',
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  if (!answer.ok) log.warn({ status: answer.status }, 'The audit head was not taken at its URL.');
  return answer.ok;
}

/** What the address did not take, or could not be asked to, comes again at each look. */
async function sendUntaken(dataDir: string, url: string): Promise<void> {
  const anchor = await untakenAnchor(dataDir);
  if (anchor !== null && (await sendAnchor(url, anchor))) await noteTaken(dataDir, anchor);
}

/** Reads are sealed, and the trail's head is signed and kept outside of the database. */
export const auditUpkeep: Upkeep = {
  name: 'audit trail',
  every: 5 * 60_000,
  isAtStart: true,
  work: async (context) => {
    await sealReads(context);
    await forgetOldReads(context.db);
    const { dataDir, auditAnchorUrl } = context.settings;
    await anchorHead(context.db, dataDir);
    if (auditAnchorUrl !== null) await sendUntaken(dataDir, auditAnchorUrl);
  },
};
