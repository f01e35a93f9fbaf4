import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import { createPool } from '../../server/database/connection.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { runCommand } from '../../server/command.ts';
import { closeLoans } from '../../server/loan-closures/loan-closing-service.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { visitOf } from '../support/work.ts';

type Page = CallAnswer<(typeof deviceCalls)['pullLoans']>;

const server = testServer();

async function allocate(as: 'fieldagent' | 'fieldagent2', count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const assigneeId = server.people[as].id;
    const loanId = await server.addLoan({ fieldAgentId: assigneeId });
    await server.db.insert(allocations).values({ id: newId(), loanId, assigneeId, kind: 'FIELD' });
    ids.push(loanId);
  }
  return ids;
}

async function deallocate(loanId: string): Promise<void> {
  await server.db.execute(sql`update loans set field_agent_id = null where id = ${loanId}`);
  await server.db.execute(
    sql`update allocations set ended_at = now() where loan_id = ${loanId} and ended_at is null`,
  );
}

const pull = (as: PersonName, query: Record<string, string> = {}) =>
  server.call('GET', '/device/pull', { as, query });

/** Pages until done, then once more and more until `isEnough`: other databases of the cluster may hold changes back. */
async function pullAll(as: PersonName, cursor?: string, limit = '200') {
  const loans: string[] = [];
  const gone: string[] = [];
  let at = cursor;
  let page: Page;
  do {
    page = (await pull(as, { limit, ...(at === undefined ? {} : { cursor: at }) })).json<Page>();
    loans.push(...page.loans.map((entry) => entry.loan._id));
    gone.push(...page.gone);
    at = page.cursor;
  } while (page.hasMore);
  return { loans, gone, cursor: page.cursor, page };
}

async function pullUntil(
  as: PersonName,
  cursor: string | undefined,
  isEnough: (seen: { loans: string[]; gone: string[] }) => boolean,
) {
  const loans: string[] = [];
  const gone: string[] = [];
  let at = cursor;
  await expect
    .poll(
      async () => {
        const next = await pullAll(as, at);
        loans.push(...next.loans);
        gone.push(...next.gone);
        at = next.cursor;
        return isEnough({ loans, gone });
      },
      { timeout: 15_000, interval: 100 },
    )
    .toBe(true);
  return { loans, gone, cursor: at };
}

describe('the pull', () => {
  it('gives all loans of the caller in pages, whole, with their history, and nothing twice', async () => {
    const ids = await allocate('fieldagent', 25);
    await server.call('POST', '/field-disposition', {
      as: 'fieldagent',
      body: {
        _id: newId(),
        loanId: ids[0],
        disposition: 'FIELD_UNSAFE',
        position: { missingReason: 'DENIED' },
      },
    });
    await pullUntil('fieldagent', undefined, ({ loans }) => ids.every((id) => loans.includes(id)));
    const first = (await pull('fieldagent', { limit: '10' })).json<Page>();
    expect(first).toMatchObject({ hasMore: true, remaining: 15, gone: [] });
    expect(first.loans[0]).toMatchObject({
      loan: {
        otherColumns: {},
        fieldAgentId: server.people.fieldagent.id,
        Mobile_Number: '9876501234',
      },
      dispositions: [],
    });
    const { loans, page } = await pullAll('fieldagent', undefined, '10');
    expect(loans.toSorted()).toEqual(ids.toSorted());
    const worked = page.loans.find((entry) => entry.loan._id === ids[0]);
    expect(worked?.dispositions).toMatchObject([{ code: 'FIELD_UNSAFE' }]);
  });

  it('gives only what changed since the cursor: loans, new contacts, and tombstones', async () => {
    const ids = await allocate('fieldagent2', 5);
    const start = await pullUntil('fieldagent2', undefined, ({ loans }) => loans.length >= 5);
    expect(await pullAll('fieldagent2', start.cursor)).toMatchObject({ loans: [], gone: [] });
    await server.db.execute(sql`update loans set city = 'Goa' where id = ${ids[1]}`);
    await deallocate(ids[2] ?? '');
    const changed = await pullUntil(
      'fieldagent2',
      start.cursor,
      ({ loans, gone }) => loans.length + gone.length >= 2,
    );
    expect(changed.loans).toEqual([ids[1]]);
    expect(changed.gone).toEqual([ids[2]]);
    await server.db.insert(allocations).values({
      id: newId(),
      loanId: ids[2] ?? '',
      assigneeId: server.people.fieldagent2.id,
      kind: 'FIELD',
    });
    const back = await pullUntil('fieldagent2', changed.cursor, ({ loans }) => loans.length > 0);
    expect(back).toMatchObject({ loans: [ids[2]], gone: [] });
    const fresh = await pullAll('fieldagent2');
    expect(fresh.gone).toEqual([]);
    expect(fresh.loans.toSorted()).toEqual(ids.toSorted());
  });

  it('says when loans are held back by a transaction that still runs, and gives them after it', async () => {
    const start = await pullAll('fieldagent2');
    let ids: string[] = [];
    await server.db.transaction(async (tx) => {
      // Any other writing transaction, a large import say.
      await tx.execute(sql`select pg_current_xact_id()`);
      ids = await allocate('fieldagent2', 2);
      const { loans, page } = await pullAll('fieldagent2', start.cursor);
      expect({ loans, isHeldBack: page.isHeldBack }).toEqual({ loans: [], isHeldBack: true });
    });
    const { loans } = await pullUntil(
      'fieldagent2',
      start.cursor,
      (seen) => seen.loans.length >= 2,
    );
    expect(loans.toSorted()).toEqual(ids.toSorted());
    await expect.poll(async () => (await pullAll('fieldagent2')).page.isHeldBack).toBe(false);
  });

  it('says why each of the loans that went did: what it ended as, or given to someone else', async () => {
    const [paid = '', taken = ''] = await allocate('fieldagent2', 2);
    const start = await pullUntil('fieldagent2', undefined, ({ loans }) => loans.includes(taken));
    await deallocate(taken);
    await runCommand(server.db, null, async (command) =>
      closeLoans(command, null, { loanIds: [paid], reason: 'PAID', commandId: newId() }),
    );
    const told = new Map<string, string>();
    let cursor = start.cursor;
    await expect
      .poll(
        async () => {
          const { page } = await pullAll('fieldagent2', cursor);
          ({ cursor } = page);
          for (const { loanId, reason } of page.closed ?? []) told.set(loanId, reason);
          return told;
        },
        { timeout: 15_000, interval: 100 },
      )
      .toEqual(
        new Map([
          [paid, 'PAID'],
          [taken, 'ACTIVE'],
        ]),
      );
  });

  it('skips nothing when a transaction that began earlier commits later', async () => {
    const [slow = '', fast = ''] = await allocate('fieldagent', 2);
    const start = await pullUntil('fieldagent', undefined, ({ loans }) => loans.includes(fast));
    const pool = createPool(server.context.database.url, 1);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update loans set city = $1 where id = $2', ['Slow', slow]);
    await server.db.execute(sql`update loans set city = 'Fast' where id = ${fast}`);
    const between = await pullAll('fieldagent', start.cursor);
    await client.query('commit');
    client.release();
    await pool.end();
    const after = await pullUntil('fieldagent', between.cursor, ({ loans }) =>
      [slow, fast].every((id) => loans.includes(id) || between.loans.includes(id)),
    );
    expect([...between.loans, ...after.loans].toSorted()).toEqual([slow, fast].toSorted());
  });

  it('says which of the caller’s delivered work waits for a decision, to nobody else, until it is made', async () => {
    const device = await registerTestDevice(server, 'fieldagent');
    const [loanId = ''] = await allocate('fieldagent', 1);
    const body = visitOf(loanId, { recordedAt: '2020-01-01T03:00:00.000Z' });
    const work = await device.seal({ call: 'createFieldDisposition', loanId, body });
    expect(await device.deliver([work])).toMatchObject([{ code: 'IN_REVIEW' }]);
    expect((await pullAll('fieldagent')).page.inReview).toEqual([work.opId]);
    expect((await pullAll('fieldagent2')).page.inReview).toEqual([]);
    const decision = { as: 'manager', body: { _id: work.opId } } as const;
    await server.call('POST', '/work-reviews/accept', decision);
    expect((await pullAll('fieldagent')).page.inReview).toEqual([]);
  });

  it('is for the own loans of agents and managers', async () => {
    for (const as of ['admin', 'customer', 'partner'] as const)
      expect((await pull(as)).statusCode).toBe(403);
    expect((await pull('manager')).json()).toMatchObject({ loans: [], hasMore: false });
  });

  it("refuses garbage and other people's cursors", async () => {
    const { cursor } = (await pull('fieldagent')).json<Page>();
    for (const bad of ['x', cursor.slice(2), `${cursor}AAAA`, "'; drop table loans", '%00'])
      expect((await pull('fieldagent', { cursor: bad })).statusCode).toBe(400);
    const foreign = await pull('fieldagent2', { cursor });
    expect(foreign.json()).toMatchObject({ code: 'CURSOR_INVALID' });
    await server.db.execute(sql`update organisation set epoch = gen_random_uuid()`);
    expect((await pull('fieldagent', { cursor })).json()).toMatchObject({ code: 'CURSOR_INVALID' });
  });

  it('notes when a device finished pulling', async () => {
    const { grant } = await registerTestDevice(server, 'fieldagent2');
    await pull('fieldagent2', { deviceId: grant.deviceId, limit: '1' });
    const pulledAt = async () => {
      const found = await server.db.execute<{ last_pulled_at: string | null }>(
        sql`select last_pulled_at from devices where id = ${grant.deviceId}`,
      );
      return found.rows[0]?.last_pulled_at;
    };
    expect(await pulledAt()).toBeNull();
    await pull('fieldagent2', { deviceId: grant.deviceId });
    expect(await pulledAt()).not.toBeNull();
  });
});
