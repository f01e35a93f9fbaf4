import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notification } from '../../contract/notification.ts';
import type { Page } from '../../contract/paging.ts';
import { addDays } from '../../server/clock.ts';
import { holdLock, isLockOf } from '../../server/database/locks.ts';
import { notify } from '../../server/notifications/notification-service.ts';
import { until } from '../support/patience.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* Who is told of what payments, reversals and days make of a settlement. */

const server = testServer();
let today: string;
let everybody: string[];

beforeAll(() => {
  today = of.today();
  const { people, clients } = server;
  everybody = [people.collector.id, people.fieldagent.id, people.manager.id, clients.X.id].sort();
});

beforeEach(async () => {
  await server.db.execute(sql`delete from notifications`);
});

const of = settlementsOf(() => server);
const { addLoan, proposed, decided, read, withLetter, pay, bounce, loanOf } = of;

/** Who was told of a kind, and of which amount. */
async function told(kind: string) {
  const { rows } = await server.db.execute<{ who: string; amount: number }>(sql`
    select coalesce(n.user_id, n.recipient_client_id)::text as who, (n.facts->>'amount')::int as amount
    from notifications n where n.kind = ${kind}`);
  return {
    who: rows.map(({ who }) => who).sort(),
    amounts: [...new Set(rows.map(({ amount }) => amount))],
  };
}

const passDays = async (id: string, days: number) => {
  await server.db.execute(sql`update settlements set valid_until = valid_until - ${days}::int,
    offered_on = offered_on - ${days}::int, judge_on = judge_on - ${days}::int where id = ${id}`);
  await server.upkeep.runNow('settlements');
};

describe('agents, manager and client are told', () => {
  it('that it was paid; that a reversal brought the due back; and that it was paid again', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    const first = await pay(number, 9000, today);
    expect((await told('SETTLEMENT_FULFILLED')).who).toEqual(everybody);
    await bounce(first);
    expect(await read(made._id)).toMatchObject({ waivedAmount: null, paidAmount: 0 });
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 10_000 });
    expect((await told('SETTLEMENT_REOPENED')).who).toEqual(everybody);
    await server.db.execute(sql`delete from notifications`);
    for (const amount of [4000, 5000]) await pay(number, amount, today);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'FULFILLED',
      waivedAmount: 1000,
    });
    expect(await loanOf(loanId)).toMatchObject({ status: 'SETTLED', due: 0 });
    expect((await told('SETTLEMENT_FULFILLED')).who).toEqual(everybody);
    expect(await of.booksBroken()).toEqual([]);
  });

  it('that nothing came and it expired, and that the full due stands', async () => {
    const { loanId } = await addLoan();
    const made = await withLetter(loanId);
    await passDays(made._id, 20);
    expect((await told('SETTLEMENT_EXPIRED')).who).toEqual(everybody);
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 10_000 });
  });

  it('that an instalment did not come and it broke; and that a late list gives it back', async () => {
    const { loanId, number } = await addLoan();
    const instalments = [0, 30].map((days, at) => ({
      dueOn: addDays(today, 5 + days),
      amount: at === 0 ? 4000 : 5000,
    }));
    const terms = { kind: 'INSTALMENTS', validUntil: addDays(today, 5), instalments };
    const made = await withLetter(loanId, terms);
    await pay(number, 1000, today);
    await server.db.execute(
      sql`update payments set paid_on = paid_on - 12 where loan_id = ${loanId}`,
    );
    await server.db
      .execute(sql`update settlements set instalments = (select jsonb_agg(jsonb_set(x, '{dueOn}',
        to_jsonb(((x->>'dueOn')::date - 12)::text)) order by x->>'dueOn') from jsonb_array_elements(instalments) x)
      where id = ${made._id}`);
    await passDays(made._id, 12);
    expect(await read(made._id)).toMatchObject({
      settlementStatus: 'BROKEN',
      instalments: [{ standing: 'SHORT', paidAmount: 1000 }, { standing: 'DUE' }],
    });
    expect((await told('SETTLEMENT_BROKEN')).who).toEqual(everybody);
    expect(await loanOf(loanId)).toMatchObject({ status: 'ACTIVE', due: 9000 });
    await pay(number, 3000, addDays(today, -8));
    expect((await read(made._id)).settlementStatus).toBe('ACTIVE');
    expect((await told('SETTLEMENT_RESUMED')).who).toContain(server.clients.X.id);
  });

  it('that their offer ended with its loan, though nobody has the loan any more', async () => {
    const { loanId } = await addLoan();
    const { _id } = await proposed(loanId);
    await server.db.execute(sql`delete from notifications`);
    const body = { loans: { loanIds: [loanId] } };
    await server.taken('PUT', '/loans/withdraw', { as: 'admin', body });
    await server.upkeep.runNow('settlements');
    expect((await told('SETTLEMENT_CLOSED')).who).toEqual(everybody);
    const leadsTo = async (as: PersonName) => {
      const path = as === 'manager' ? 'getByManagerId' : 'getByCollectorId';
      const page = await server.taken<Page<Notification>>('GET', `/notification/${path}`, { as });
      return page.data.map(({ settalementId }) => settalementId);
    };
    // Whoever proposed it still sees it.
    expect([await leadsTo('manager'), await leadsTo('collector')]).toEqual([[null], [_id]]);
  });

  it('that money bounced while it is being paid: it is due again, and no letter was uploaded', async () => {
    const { loanId, number } = await addLoan();
    const made = await withLetter(loanId);
    const sheet = await pay(number, 4000, today);
    await server.db.execute(sql`delete from notifications`);
    await bounce(sheet);
    expect(await read(made._id)).toMatchObject({ paidAmount: 0, nextAmount: 9000 });
    expect(await told('SETTLEMENT_BOUNCED')).toEqual({ who: everybody, amounts: [4000] });
    expect((await told('SETTLEMENT_LETTER')).who).toEqual([]);
  });

  it('that money from before the offer bounced before anybody decided, once for each amount', async () => {
    const { loanId, number } = await addLoan();
    const early = await pay(number, 2000, addDays(today, -3));
    const made = await proposed(loanId, { offeredAmount: 7000 });
    await server.db.execute(sql`delete from notifications`);
    await bounce(early);
    await server.upkeep.runNow('settlements');
    expect(await told('SETTLEMENT_BOUNCED')).toEqual({ who: everybody, amounts: [2000] });
    const terms = { kind: 'ONE_TIME', offeredAmount: 9500, validUntil: addDays(today, 5) };
    const anew = await decided(await read(made._id), 'COUNTER', 'manager', { terms });
    expect(anew).toMatchObject({ dueAmount: 10_000, settlementStatus: 'COUNTERED' });
    await server.db.execute(sql`delete from notifications`);
    await server.db.execute(sql`update settlements set is_stale = true where id = ${made._id}`);
    await server.upkeep.runNow('settlements');
    expect((await told('SETTLEMENT_BOUNCED')).who).toEqual([]);
  });
});

it('money that bounces after a rejection leaves nothing to be followed', async () => {
  const { loanId, number } = await addLoan();
  const early = await pay(number, 2000, addDays(today, -3));
  const made = await proposed(loanId, { offeredAmount: 7000 });
  await server.db.execute(sql`update settlements set is_stale = true where id = ${made._id}`);
  await decided(made, 'REJECT', 'manager', { remarks: 'Too little' });
  await bounce(early);
  const { rows } = await server.db.execute(sql`select 1 from settlements where is_stale`);
  expect(rows).toEqual([]);
  expect((await told('SETTLEMENT_BOUNCED')).who).toEqual([]);
});

it('a manager who gets a loan whose offer waits is told once, and one who has it back is told anew', async () => {
  const { loanId } = await addLoan();
  const other = await addLoan();
  await proposed(loanId);
  await decided(await proposed(other.loanId), 'APPROVE', 'manager');
  await server.db.execute(sql`delete from notifications`);
  const { manager, manager2 } = server.people;
  for (const { id } of [manager2, manager]) {
    const body = [loanId, other.loanId].map((_id) => ({ _id, managerId: id }));
    await server.taken('PUT', '/loans/assign/manager', { as: 'admin', body });
    await server.upkeep.runNow('settlements');
    await server.upkeep.runNow('settlements');
    expect((await told('SETTLEMENT_WAITS')).who).toEqual([id]);
    await server.db.execute(sql`delete from notifications where user_id <> ${id}`);
    await server.db.execute(sql`update notifications set kind = 'ALLOCATION'`);
  }
});

it('managers of other loans are told while somebody works on one of them, and its own afterwards', async () => {
  const [held, free] = [await addLoan(), await addLoan()];
  for (const { loanId } of [held, free]) await proposed(loanId);
  await server.db.execute(sql`delete from notifications`);
  const body = [held, free].map(({ loanId }) => ({
    _id: loanId,
    managerId: server.people.manager2.id,
  }));
  await server.taken('PUT', '/loans/assign/manager', { as: 'admin', body });
  const toldOf = async (loanId: string) =>
    (
      await server.db.execute(sql`select 1 from notifications
        where loan_id = ${loanId} and kind = 'SETTLEMENT_WAITS' and user_id = ${server.people.manager2.id}`)
    ).rows.length;
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from loans where id = ${held.loanId} for update`);
    await server.upkeep.runNow('settlements');
    expect([await toldOf(held.loanId), await toldOf(free.loanId)]).toEqual([0, 1]);
  });
  await server.upkeep.runNow('settlements');
  expect([await toldOf(held.loanId), await toldOf(free.loanId)]).toEqual([1, 1]);
});

it('a manager who got the loan of a waiting offer is told once, though two processes look at the same time', async () => {
  const { loanId } = await addLoan();
  const { _id: settlementId } = await proposed(loanId);
  const { manager2 } = server.people;
  const waiting = async () => {
    const { rows } = await server.db.execute(
      sql`select 1 from pg_locks k where ${isLockOf('settlementNotices')} and not k.granted`,
    );
    return rows.length > 0;
  };
  let looked = Promise.resolve();
  await server.db.transaction(async (tx) => {
    await holdLock(tx, 'settlementNotices');
    const body = [{ _id: loanId, managerId: manager2.id }];
    await server.taken('PUT', '/loans/assign/manager', { as: 'admin', body });
    looked = server.upkeep.runNow('settlements');
    await Promise.race([looked, until(waiting)]);
    // What the other process tells, not committed yet.
    const to = { userId: manager2.id };
    await notify(tx, [{ to, kind: 'SETTLEMENT_WAITS', settlementId, loanId }]);
    // This transaction is older than what it tells of.
    await tx.execute(
      sql`update notifications set created_at = clock_timestamp() where settlement_id = ${settlementId}`,
    );
  });
  await looked;
  const { rows } = await server.db.execute(sql`select 1 from notifications
    where settlement_id = ${settlementId} and user_id = ${manager2.id}`);
  expect(rows).toHaveLength(1);
});
