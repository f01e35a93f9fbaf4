import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { Actor } from '../access/actor.ts';
import { allocationKindOf } from '../access/workable-loan.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput } from '../errors.ts';
import { contactFactsNow } from '../contact-gate/contact-facts-service.ts';
import { newestDispositionsOf } from '../dispositions/case-history-service.ts';
import { closingsOf } from '../loan-closures/closings-service.ts';
import { loanDetailsOf } from '../loans/loan-details-service.ts';
import { readEpoch } from './device-registration.ts';
import { refuseWipedDevice } from './device-wipe.ts';
import { firstCursor, readCursor, writeCursor } from './pull-cursor.ts';
import type { PullCursor } from './pull-cursor.ts';
import { noteMark } from './work-time.ts';

type PullCall = (typeof deviceCalls)['pullLoans'];
type PullAnswer = CallAnswer<PullCall>;

/** Dispositions sent along with each loan. */
const HISTORY_PER_LOAN = 20;

interface ChangeRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  xid: string;
  is_open: boolean;
  is_gone: boolean;
}

/** Changes by transactions that can no longer be joined by an older one: nothing can appear behind the cursor. */
const isSettled = sql`a.changed_xid < pg_snapshot_xmin(pg_current_snapshot())`;

async function oldestRunning(tx: Db): Promise<string> {
  const result = await tx.execute<{ xid: string }>(
    sql`select /* prepared */ pg_snapshot_xmin(pg_current_snapshot())::text as xid`,
  );
  return result.rows[0]?.xid ?? '0';
}

/** A database that was put back in silence is behind its phones: what changes now would pass behind such a cursor. Throws 400. */
async function refuseFuture(tx: Db, { xid }: PullCursor): Promise<void> {
  const { rows } = await tx.execute<{ is_ahead: boolean }>(
    sql`select /* prepared */ ${xid}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead`,
  );
  if (rows[0]?.is_ahead === true)
    throw badInput('Begin again without a cursor.', undefined, 'CURSOR_INVALID');
}

const everAfter = (actor: Actor, cursor: PullCursor) => sql`a.assignee_id = ${actor.userId}
  and a.kind = ${allocationKindOf(actor)}
  and (a.changed_xid, a.id) > (${cursor.xid}::xid8, ${cursor.allocationId}::uuid)`;
const after = (actor: Actor, cursor: PullCursor) =>
  sql`${everAfter(actor, cursor)} and ${isSettled}`;

async function changesAfter(
  tx: Db,
  actor: Actor,
  cursor: PullCursor,
  limit: number,
): Promise<ChangeRow[]> {
  const result = await tx.execute<ChangeRow>(sql`
    select /* prepared */ a.id, a.loan_id, a.changed_xid::text as xid, a.ended_at is null as is_open,
      a.ended_at is not null and not exists (select 1 from allocations o where o.loan_id = a.loan_id
        and o.assignee_id = a.assignee_id and o.kind = a.kind and o.ended_at is null) as is_gone
    from allocations a
    where ${after(actor, cursor)} and (a.ended_at is null or a.changed_xid >= ${cursor.startXid}::xid8)
    order by a.changed_xid, a.id limit ${limit}`);
  return result.rows;
}

async function countOpenAfter(tx: Db, actor: Actor, cursor: PullCursor): Promise<number> {
  const result = await tx.execute<{ n: number }>(
    sql`select /* prepared */ count(*)::int as n from allocations a where ${after(actor, cursor)} and a.ended_at is null`,
  );
  return result.rows[0]?.n ?? 0;
}

/** Is there a change that only waits for an older transaction, a large import say? */
async function isAnyHeldBack(tx: Db, actor: Actor, cursor: PullCursor): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select /* prepared */ 1 from allocations a where ${everAfter(actor, cursor)} and not ${isSettled} limit 1`,
  );
  return rows.length > 0;
}

async function loansOf(
  tx: Db,
  actor: Actor,
  changes: readonly ChangeRow[],
  businessTz: string,
): Promise<PullAnswer['loans']> {
  const open = changes.filter((change) => change.is_open);
  const ids = open.map((change) => change.loan_id);
  const details = await loanDetailsOf(tx, ids, actor.role);
  const histories = await newestDispositionsOf(tx, ids, HISTORY_PER_LOAN);
  const facts = await contactFactsNow(tx, ids, businessTz);
  return open.flatMap((change) => {
    const loan = details.get(change.loan_id);
    const dispositions = histories.get(change.loan_id) ?? [];
    const contactFacts = facts.get(change.loan_id);
    const sent = loan && contactFacts ? { ...loan, contactFacts } : loan;
    return sent ? [{ loan: sent, dispositions, allocationId: change.id, mark: change.xid }] : [];
  });
}

/** What a phone is told at most. */
const MOST_IN_REVIEW = 500;

async function operationsInReview(tx: Db, { userId }: Actor): Promise<string[]> {
  const { rows } = await tx.execute<{ op_id: string }>(sql`
    select /* prepared */ op_id from work_reviews where user_id = ${userId} and decided_at is null
    order by created_at desc, op_id limit ${MOST_IN_REVIEW}`);
  return rows.map((row) => row.op_id);
}

async function noteFinished(
  context: Context,
  { userId }: Actor,
  deviceId: string,
  given: number | null,
  at: Date,
): Promise<void> {
  await noteMark(context.db, { deviceId, userId }, { given, at, hasPulled: true });
  await context.db
    .execute(sql`update /* prepared */ devices set last_pulled_at = now(), last_seen_at = now()
    where id = ${deviceId} and user_id = ${userId}`);
}

/**
 * One page of what changed of the actor's loans since the cursor, oldest change first, with the loans that went. The whole
 * page is one snapshot. A change that is still being committed comes with a later page, never behind the cursor. Throws
 * 400 for a cursor that is not this user's, 403 DEVICE_WIPE_PENDING for a device that was ended.
 */
export async function pullLoans(
  context: Context,
  actor: Actor,
  query: z.output<PullCall['query']>,
): Promise<PullAnswer> {
  const { deviceId } = query;
  if (deviceId !== undefined)
    await refuseWipedDevice(context.db, { deviceId, userId: actor.userId });
  const askedAt = new Date();
  const epoch = await readEpoch(context.db);
  const given = query.cursor === undefined ? null : readCursor(query.cursor, actor.userId, epoch);
  const page = await context.db.transaction(
    async (tx) => {
      if (given !== null) await refuseFuture(tx, given);
      const cursor = given ?? firstCursor(await oldestRunning(tx));
      const found = await changesAfter(tx, actor, cursor, query.limit + 1);
      const changes = found.slice(0, query.limit);
      const last = changes.at(-1);
      const next = last ? { ...cursor, xid: last.xid, allocationId: last.id } : cursor;
      const hasMore = found.length > changes.length;
      const loans = await loansOf(tx, actor, changes, context.settings.businessTz);
      const gone = changes.filter((change) => change.is_gone).map((change) => change.loan_id);
      const closed = await closingsOf(tx, gone);
      const remaining = hasMore ? await countOpenAfter(tx, actor, next) : 0;
      const isHeldBack = !hasMore && (await isAnyHeldBack(tx, actor, next));
      const inReview = hasMore ? undefined : await operationsInReview(tx, actor);
      return { gone, closed, next, hasMore, loans, remaining, isHeldBack, inReview };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (!page.hasMore && deviceId !== undefined)
    await noteFinished(context, actor, deviceId, query.givenSequence ?? null, askedAt);
  return {
    epoch,
    cursor: writeCursor(page.next, actor.userId, epoch),
    hasMore: page.hasMore,
    remaining: page.remaining,
    loans: page.loans,
    gone: page.gone,
    closed: page.closed,
    isHeldBack: page.isHeldBack,
    ...(page.inReview && { inReview: page.inReview }),
    serverTime: new Date().toISOString(),
  };
}
