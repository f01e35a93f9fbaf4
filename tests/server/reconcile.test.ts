import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import { createPool } from '../../server/database/connection.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';

type Page = CallAnswer<(typeof deviceCalls)['pullLoans']>;
type Comparison = CallAnswer<(typeof deviceCalls)['reconcileLoans']>;

const server = testServer();

async function allocate(): Promise<string> {
  const assigneeId = server.people.fieldagent.id;
  const loanId = await server.addLoan({ fieldAgentId: assigneeId });
  await server.db.insert(allocations).values({ id: newId(), loanId, assigneeId, kind: 'FIELD' });
  return loanId;
}

async function deallocate(loanId: string): Promise<void> {
  await server.db.execute(
    sql`update allocations set ended_at = now() where loan_id = ${loanId} and ended_at is null`,
  );
}

/** A phone's cache as the pulls so far left it. */
interface Cache {
  marks: Map<string, string>;
  cursor: string | undefined;
}

async function pullInto(cache: Cache): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const query = { limit: '3', ...(cache.cursor === undefined ? {} : { cursor: cache.cursor }) };
    const answer = await server.call('GET', '/device/pull', { as: 'fieldagent', query });
    const page = answer.json<Page>();
    for (const { loan, mark } of page.loans) cache.marks.set(loan._id, mark);
    for (const id of page.gone) cache.marks.delete(id);
    cache.cursor = page.cursor;
    hasMore = page.hasMore;
  }
}

/** Pulls until the loans are there: other databases of the cluster may hold changes back. */
async function pullUntilThere(cache: Cache, ids: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      await pullInto(cache);
      return ids.every((id) => cache.marks.has(id));
    })
    .toBe(true);
}

async function reconcile(cache: Cache, more: object = {}) {
  const lines = [...cache.marks].map(([id, mark]) => `${id} ${mark}\n`).toSorted();
  const digest = createHash('sha256').update(lines.join('')).digest('hex');
  return server.call('POST', '/device/reconcile', {
    as: 'fieldagent',
    body: { cursor: cache.cursor, digest, ...more },
  });
}

describe('reconciling', () => {
  it('finds a phone right that holds what its pulls brought, and says what it lacks or has too much', async () => {
    const ids = [await allocate(), await allocate(), await allocate(), await allocate()];
    const cache: Cache = { marks: new Map(), cursor: undefined };
    await pullUntilThere(cache, ids);
    expect((await reconcile(cache)).json()).toEqual({ isSame: true, loans: [] });
    const [lost = '', stale = '', , ended = ''] = ids;
    const wrong: Cache = { marks: new Map(cache.marks), cursor: cache.cursor };
    wrong.marks.delete(lost);
    wrong.marks.set(stale, '1');
    wrong.marks.set(newId(), '5');
    const answer = (await reconcile(wrong)).json<Comparison>();
    expect(answer.isSame).toBe(false);
    expect(answer.loans.map((loan) => loan.loanId).toSorted()).toEqual(ids.toSorted());
    for (const { loanId, mark, isComing } of answer.loans)
      expect([mark, isComing]).toEqual([cache.marks.get(loanId), false]);
    await deallocate(ended);
    const after = (await reconcile(cache)).json<Comparison>();
    expect(after.loans.map((loan) => loan.loanId)).not.toContain(ended);
  });

  it('calls what changed after the cursor coming, also while it may not be shown yet', async () => {
    const cache: Cache = { marks: new Map(), cursor: undefined };
    const known = await allocate();
    await pullUntilThere(cache, [known]);
    const pool = createPool(server.context.database.url, 1);
    const client = await pool.connect();
    // A transaction that began earlier holds later changes back from the pull.
    await client.query('begin; select pg_current_xact_id()');
    try {
      const added = await allocate();
      await server.db.execute(sql`update loans set city = 'Pune' where id = ${known}`);
      const answer = (await reconcile(cache)).json<Comparison>();
      expect(answer.isSame).toBe(false);
      const coming = answer.loans.filter((loan) => loan.isComing).map((loan) => loan.loanId);
      expect(coming.toSorted()).toEqual([known, added].toSorted());
      const before = cache.cursor;
      await pullInto(cache);
      expect(cache.marks.has(added)).toBe(false);
      expect(cache.cursor).toBe(before);
    } finally {
      await client.query('rollback');
      client.release();
      await pool.end();
    }
  });

  it('refuses cursors of others, and gives nothing to a phone that was ended', async () => {
    const cache: Cache = { marks: new Map(), cursor: undefined };
    await pullUntilThere(cache, [await allocate()]);
    const foreign = await server.call('POST', '/device/reconcile', {
      as: 'collector',
      body: { cursor: cache.cursor, digest: '0'.repeat(64) },
    });
    expect([foreign.statusCode, foreign.json<{ code: string }>().code]).toEqual([
      400,
      'CURSOR_INVALID',
    ]);
    const { grant } = await registerTestDevice(server, 'fieldagent');
    const { deviceId } = grant;
    const pull = async () =>
      server.call('GET', '/device/pull', { as: 'fieldagent', query: { deviceId } });
    expect((await pull()).statusCode).toBe(200);
    await server.db.execute(sql`update devices set wipe_asked_at = now() where id = ${deviceId}`);
    for (const answer of [await pull(), await reconcile(cache, { deviceId })])
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        403,
        'DEVICE_WIPE_PENDING',
      ]);
    expect((await reconcile(cache)).statusCode).toBe(200);
    await server.db.execute(sql`update devices set wiped_at = now() where id = ${deviceId}`);
    expect((await pull()).statusCode).toBe(200);
  });
});
