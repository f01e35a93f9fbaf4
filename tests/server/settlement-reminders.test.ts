import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDays } from '../../server/clock.ts';
import { tellFigure } from '../../server/payments/due-service.ts';
import { paidVisit } from '../support/money.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { Removal } from '../../contract/person.ts';
import type { settlementRuleCalls } from '../../contract/settlement-rule.ts';
import { callOf } from '../support/work.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
const of = settlementsOf(() => server);
const { addLoan, proposed, decide, decided, read, withLetter, pay, propose, offer } = of;

const countOf = async (as: PersonName) =>
  (await server.call('GET', '/settlement/count', { as })).json<{ data: { mine: number } }>().data
    .mine;

it('what waits for a client is counted for it, listed with since when, and reminded by the manager alone', async () => {
  const [manager, customer] = [await countOf('manager'), await countOf('customer')];
  const made = await proposed((await addLoan()).loanId);
  expect(await countOf('manager')).toBe(manager + 1);
  const approved = await decided(made, 'APPROVE', 'manager');
  expect([await countOf('manager'), await countOf('customer')]).toEqual([manager, customer + 1]);
  expect((await decide(approved, 'NUDGE', 'collector')).statusCode).toBe(403);
  const nudged = await decided(approved, 'NUDGE', 'manager');
  expect(nudged.waitsSince).toBe(approved.waitsSince);
  const again = await decide(nudged, 'NUDGE', 'manager');
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([422, 'NUDGED_LATELY']);
  expect((await read(made._id)).revision).toBe(nudged.revision);
  const pending = await server.call('GET', '/settlement/getManagerReports', { as: 'manager' });
  expect(pending.json()).toMatchObject({ data: [{ _id: made._id, nudgeCount: 1 }] });
  const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n
    from notifications where settlement_id = ${made._id} and kind = 'SETTLEMENT_WAITS'
      and recipient_client_id = ${server.clients.X.id}`);
  expect(rows[0]?.n).toBe(1);
});

it('a client of whom nobody who could decide can log in is not said to be reminded', async () => {
  const approved = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  const { clients } = server;
  const whose = sql`client_id = ${clients.X.id} and role in ('CLIENT_ADMIN', 'CUSTOMER')`;
  await server.db.execute(sql`update users set disabled_at = now() where ${whose}`);
  try {
    expect((await decide(approved, 'NUDGE', 'manager')).json()).toMatchObject({
      code: 'NOBODY_TO_REMIND',
      message: `Nobody at ${clients.X.name} who could decide has a working login. An admin can make or enable one.`,
    });
    expect((await read(approved._id)).revision).toBe(approved.revision);
  } finally {
    await server.db.execute(sql`update users set disabled_at = null where ${whose}`);
  }
  await decided(approved, 'NUDGE', 'manager');
});

it('taking the last who decides away says what would wait for nobody, and admins are reminded of it', async () => {
  const { X } = server.clients;
  const { clientadmin, customer } = server.people;
  const waitingFor = async (id: string) =>
    (await server.call('GET', `/people/${id}/removal`, { as: 'admin' })).json<Removal>()
      .waitingSettlements;
  const approved = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  expect(await waitingFor(customer.id)).toBe(0);
  const others = sql`client_id = ${X.id} and id <> ${clientadmin.id}
    and role in ('CLIENT_ADMIN', 'CUSTOMER')`;
  await server.db.execute(sql`update users set disabled_at = now() where ${others}`);
  const waiting = await waitingFor(clientadmin.id);
  expect(waiting).toBeGreaterThan(0);
  // What only the client's highest level decides does not wait for its other people.
  await server.db.execute(
    sql`update settlements set waits_for = 'CLIENT_HEAD' where id = ${approved._id}`,
  );
  expect(await waitingFor(clientadmin.id)).toBe(waiting);
  await server.db.execute(sql`update users set disabled_at = now() where id = ${clientadmin.id}`);
  await server.db.execute(sql`update users set disabled_at = null where id = ${customer.id}`);
  const ofCustomer = await waitingFor(customer.id);
  expect(ofCustomer).toBe(waiting - 1);
  await server.db.execute(sql`update settlements set waits_since = now() - interval '2 days',
    judge_on = ${of.today()}::date + 1 where id = ${approved._id}`);
  await server.upkeep.runNow('settlements');
  const reminder = sql`select facts->>'reason' as reason from notifications
    where kind = 'SETTLEMENT_WAITS' and settlement_id = ${approved._id} and user_id = ${server.people.admin.id}`;
  expect((await server.db.execute(reminder)).rows).toEqual([{ reason: 'NOBODY' }]);
  // What comes to such a client is told at once, not when its days are nearly over.
  await server.db.execute(sql`update users set disabled_at = now() where client_id = ${X.id}`);
  const offered = await proposed((await addLoan()).loanId);
  expect(await told(offered._id)).toEqual([]);
  await decided(offered, 'APPROVE', 'manager');
  expect(await told(offered._id)).toEqual(['SETTLEMENT_WAITS']);
  await server.db.execute(sql`update users set disabled_at = null where client_id = ${X.id}`);
});

/** What the admin was told of a settlement. */
async function told(id: string): Promise<string[]> {
  const { rows } = await server.db.execute<{ kind: string }>(sql`select kind from notifications
    where settlement_id = ${id} and user_id = ${server.people.admin.id} order by created_at`);
  return rows.map(({ kind }) => kind);
}

it('what no manager can approve is told to the admins and waits in their queue', async () => {
  const terms = { kind: 'ONE_TIME', offeredAmount: 9500, validUntil: addDays(of.today(), 5) };
  const before = await countOf('admin');
  const made = await proposed((await addLoan()).loanId, { offeredAmount: 6000 }, 'manager');
  expect(of.stands(made)).toEqual(['PROPOSED', 'CLIENT']);
  const countered = await decided(made, 'COUNTER', 'customer', { terms });
  expect(await told(made._id)).toEqual(['SETTLEMENT_COUNTERED']);
  expect(await countOf('admin')).toBe(before + 1);
  expect((await decide(countered, 'APPROVE', 'manager')).json()).toMatchObject({
    code: 'OWN_TERMS',
  });
  const agreed = await decided(countered, 'APPROVE', 'admin');
  expect(of.stands(agreed)).toEqual(['APPROVED_BY_CLIENT', 'LETTER']);
  // A loan that has no manager.
  const orphan = await proposed((await addLoan({ managerId: null })).loanId);
  expect(await told(orphan._id)).toEqual(['SETTLEMENT_PROPOSED']);
  expect(await countOf('admin')).toBe(before + 1);
  // Whose manager was disabled while it waited.
  await proposed((await addLoan({ managerId: server.people.manager2.id })).loanId);
  const ofManager2 = sql`id = ${server.people.manager2.id}`;
  await server.db.execute(sql`update users set disabled_at = now() where ${ofManager2}`);
  const disabled = await countOf('admin');
  await server.db.execute(sql`update users set disabled_at = null where ${ofManager2}`);
  expect([disabled, await countOf('admin')]).toEqual([before + 2, before + 1]);
});

it('after one was paid the loan has its cooling period, though it comes back', async () => {
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await pay(number, 9000, of.today());
  const paid = await read(made._id);
  const later = addDays(of.today(), 360);
  expect(paid.coolingUntil !== null && paid.coolingUntil > later).toBe(true);
  // The lender's next file has the loan again.
  await server.db.execute(sql`update loans set status = 'ACTIVE', total_due_amount = 5000,
    collector_id = ${server.people.collector.id} where id = ${loanId}`);
  expect((await propose(offer(loanId, { offeredAmount: 4000 }))).json()).toMatchObject({
    code: 'COOLING_PERIOD',
  });
});

it('what the bank tells of late gives one back that broke, though an older one settled the loan long before', async () => {
  const { loanId, number } = await addLoan();
  const first = await withLetter(loanId);
  await pay(number, 9000, of.today());
  expect((await read(first._id)).settlementStatus).toBe('FULFILLED');
  // Its cooling period is over, and the lender gives the loan again.
  await server.db.execute(
    sql`update settlements set cooling_until = ${of.today()} where id = ${first._id}`,
  );
  const { collector, manager } = server.people;
  await server.db.execute(sql`update loans set status = 'ACTIVE', collector_id = ${collector.id},
    manager_id = ${manager.id} where id = ${loanId}`);
  await server.db.transaction(async (tx) => tellFigure(tx, loanId, 5500));
  const second = await withLetter(loanId, { offeredAmount: 5000 });
  await of.passWeeks(loanId, 2);
  expect((await read(second._id)).settlementStatus).toBe('EXPIRED');
  await pay(number, 5000, addDays(of.today(), -12));
  expect((await read(second._id)).settlementStatus).toBe('FULFILLED');
  expect((await read(first._id)).settlementStatus).toBe('FULFILLED');
});

it('what an agent took in is asked for no more while it is awaited: the next instalment is', async () => {
  const { loanId } = await addLoan();
  const instalments = [
    { dueOn: of.today(), amount: 5000 },
    { dueOn: addDays(of.today(), 9), amount: 4000 },
  ];
  const made = await withLetter(loanId, {
    kind: 'INSTALMENTS',
    validUntil: of.today(),
    instalments,
  });
  const body = paidVisit(loanId, 5000);
  await server.taken('POST', '/field-disposition', { as: 'fieldagent', body });
  await of.passWeeks(loanId, 1);
  expect(await read(made._id)).toMatchObject({
    settlementStatus: 'LETTER_ISSUED',
    nextDueOn: addDays(of.today(), 2),
    nextAmount: 4000,
  });
  await of.passWeeks(loanId, 1);
  expect((await read(made._id)).settlementStatus).toBe('EXPIRED');
});

it('instalments are no promises: what was promised stays one promise, kept by the instalment’s payment', async () => {
  const { loanId, number } = await addLoan();
  const day = addDays(of.today(), 5);
  const promise = callOf(loanId, {
    disposition: 'PTP',
    promiseAmount: 4000,
    date: day,
    time: '10:00',
  });
  await server.taken('POST', '/call-disposition', { as: 'collector', body: promise });
  const promises = async () => {
    const { rows } = await server.db.execute<{ amount: number; state: string }>(
      sql`select amount, state from promises where loan_id = ${loanId}`,
    );
    return rows.map(({ amount, state }) => [amount, state]);
  };
  expect(await promises()).toEqual([[4000, 'OPEN']]);
  const instalments = [
    { dueOn: day, amount: 4000 },
    { dueOn: addDays(of.today(), 35), amount: 5000 },
  ];
  await withLetter(loanId, { kind: 'INSTALMENTS', validUntil: day, instalments });
  expect(await promises()).toEqual([[4000, 'OPEN']]);
  await pay(number, 4000, of.today());
  await server.upkeep.runNow('promises');
  expect(await promises()).toEqual([[4000, 'KEPT']]);
});

const reportOf = async (as: PersonName) =>
  (await server.call('GET', '/settlement/report', { as })).json<
    CallAnswer<typeof settlementRuleCalls.reportSettlements>
  >();

/** The client's own row of the month's report. */
const rowOf = async () => {
  const { data } = await reportOf('clientadmin');
  const { customer } = server.people;
  return data.find((row) => row.Approved_By === customer.fullName && row.level === 'CLIENT');
};

it('the report is of the month of its last day unless its first is said (spec 9)', async () => {
  const asked = await server.call('GET', '/settlement/report?lte=2026-03-10', { as: 'manager' });
  expect(asked.json()).toMatchObject({ from: '2026-03-01', to: '2026-03-10' });
});

it('the month’s report says who approved how much, what was waived and what came', async () => {
  const { loanId, number } = await addLoan();
  const before = await rowOf();
  await withLetter(loanId);
  await pay(number, 9000, of.today());
  const after = await rowOf();
  const grown = (
    key: 'count' | 'dueAmount' | 'offeredAmount' | 'waiverAmount' | 'paidAmount' | 'fulfilledCount',
  ) => (after?.[key] ?? 0) - (before?.[key] ?? 0);
  expect([grown('count'), grown('dueAmount'), grown('offeredAmount')]).toEqual([1, 10_000, 9000]);
  expect([grown('waiverAmount'), grown('paidAmount'), grown('fulfilledCount')]).toEqual([
    1000, 9000, 1,
  ]);
});

const counted = (rows: readonly { count: number }[]) =>
  rows.reduce((sum, { count }) => sum + count, 0);

it('an approval counts while it stands, and the client’s own terms for who set them', async () => {
  const { data: before } = await reportOf('clientadmin');
  const rejected = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  await decided(rejected, 'REJECT', 'customer', { remarks: 'Too little' });
  expect(counted((await reportOf('clientadmin')).data)).toBe(counted(before));
  const approved = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  const mine = await rowOf();
  const terms = { kind: 'ONE_TIME', offeredAmount: 9500, validUntil: addDays(of.today(), 5) };
  const countered = await decided(approved, 'COUNTER', 'customer', { terms });
  expect(counted((await reportOf('clientadmin')).data)).toBe(counted(before));
  await decided(countered, 'APPROVE', 'manager');
  const now = await rowOf();
  expect([now?.count, now?.waiverAmount]).toEqual([
    (mine?.count ?? 0) + 1,
    (mine?.waiverAmount ?? 0) + 500,
  ]);
});

async function restructured(): Promise<number> {
  const { data } = await reportOf('clientadmin');
  return data.reduce((sum, row) => sum + row.restructuringCount, 0);
}

it('payment over more than three months is marked, in the list and in the quarter’s report', async () => {
  const instalments = [10, 60, 120].map((days) => ({
    dueOn: addDays(of.today(), days),
    amount: 3000,
  }));
  const terms = { kind: 'INSTALMENTS', validUntil: addDays(of.today(), 10), instalments };
  const made = await proposed((await addLoan()).loanId, terms);
  expect(made.isRestructuring).toBe(true);
  const before = await restructured();
  await decided(made, 'APPROVE', 'manager');
  expect(await restructured()).toBe(before + 1);
});

it('the queue is filtered by waiver, by how long it waits and by product', async () => {
  const product = 'Gold loan';
  const small = await proposed((await addLoan({ product })).loanId);
  const large = await proposed((await addLoan({ product })).loanId, { offeredAmount: 6000 });
  const other = await proposed((await addLoan({ product: 'Car loan' })).loanId);
  await server.db.execute(sql`update settlements set waits_since = now() - interval '4 days'
    where id in (${small._id}, ${other._id})`);
  const found = async (query: Record<string, string>) => {
    const answer = await server.call('GET', '/settlement/getAdminSettlement', {
      as: 'admin',
      query: { pageSize: '100', ...query },
    });
    const { data } = answer.json<{ data: { _id: string }[] }>();
    return [small, large, other].map(({ _id }) => data.some((one) => one._id === _id));
  };
  expect(await found({ product })).toEqual([true, true, false]);
  expect(await found({ minWaiver: '40' })).toEqual([false, true, false]);
  expect(await found({ minWaiver: '41' })).toEqual([false, false, false]);
  expect(await found({ minAge: '3' })).toEqual([true, false, true]);
  expect(await found({ minAge: '3', product, minWaiver: '10' })).toEqual([true, false, false]);
});
