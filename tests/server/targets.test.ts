import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import { monthEnd, paceOf } from '../../contract/pace.ts';
import type { TargetChange, targetCalls } from '../../contract/target.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { shareOut } from '../../server/targets/sharing-out.ts';
import { sendFile } from '../support/loan-file.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const today = businessDay('Asia/Kolkata');
const month = `${today.slice(0, 8)}01`;

const server = testServer();

const set = async (targets: object[], as: PersonName = 'admin') =>
  server.call('PUT', '/targets', {
    as,
    body: { targets: targets.map((target) => ({ month: today, amount: 0, ...target })) },
  });

async function listed(as: PersonName = 'admin', query: Record<string, string> = {}) {
  return server.taken<CallAnswer<typeof targetCalls.listTargets>>('GET', '/targets', { as, query });
}

async function targetsOf(id: string, as: PersonName) {
  return server.taken<CallAnswer<typeof targetCalls.readTargetsOf>>('GET', `/targets/of/${id}`, {
    as,
  });
}

test('a target is set over the one that stands; what came of it is live, and its history is kept', async () => {
  const { collector, manager } = server.people;
  expect((await set([{ ownerId: collector.id, amount: 100_000 }], 'manager')).statusCode).toBe(200);
  expect((await set([{ ownerId: collector.id, amount: 120_000, contacts: 50 }])).statusCode).toBe(
    200,
  );
  const loanId = await server.addLoan({ city: 'Pune', bucket: 'B1' });
  await addPayment(server, {
    loanId,
    amount: 7000,
    paidOn: today,
    collectorId: collector.id,
    managerId: manager.id,
  });
  const { targets, changes, days } = await targetsOf(collector.id, 'collector');
  expect(targets).toHaveLength(1);
  expect(targets[0]).toMatchObject({
    amount: 120_000,
    contacts: 50,
    achieved: { amount: 7000, contacts: 0, loans: null },
  });
  expect(changes.map(({ before, after, counts }) => [before, after, counts])).toEqual([
    [100_000, 120_000, [{ measure: 'contacts', before: null, after: 50 }]],
    [null, 100_000, []],
  ]);
  expect(days).toEqual([{ day: today, amount: 7000 }]);
  await server.db.execute(sql`update payments set reversed_at = now() where loan_id = ${loanId}`);
  expect((await targetsOf(collector.id, 'collector')).targets[0]?.achieved.amount).toBe(0);
});

test('a target can be of a part of the book, whatever the letters', async () => {
  const loanId = await server.addLoan({ city: 'Nagpur', product: 'Gold' });
  await addPayment(server, { loanId, amount: 900, paidOn: today });
  await set([{ City: 'nagpur', amount: 5000 }]);
  await set([
    { City: 'NAGPUR', amount: 6000 },
    { City: 'Nagpur', Product: 'Bike', amount: 1 },
  ]);
  const ours = (await listed()).data.filter(({ City }) => City?.toLowerCase() === 'nagpur');
  expect(
    ours
      .map(({ amount, achieved }) => [amount, achieved.amount])
      .toSorted(([a = 0], [b = 0]) => a - b),
  ).toEqual([
    [1, 0],
    [6000, 900],
  ]);
});

test('a target of a bucket or product counts a payment by the loan as it was when the payment was posted', async () => {
  const { db, people } = server;
  const owner = people.collector3;
  const loanThen = { bucket: 'X4', product: 'Tractor' };
  const moved = await server.addLoan({ bucket: 'X4', product: 'Tractor' });
  const unknown = await server.addLoan({ bucket: 'X5', product: 'Tractor' });
  const paid = { paidOn: today, collectorId: owner.id };
  await addPayment(server, { ...paid, loanId: moved, amount: 800, loanThen });
  await addPayment(server, { ...paid, loanId: unknown, amount: 30 });
  await set([
    { ownerId: owner.id, Bucket: 'x4' },
    { ownerId: owner.id, Bucket: 'x5' },
    { ownerId: owner.id, Product: 'tractor' },
  ]);
  const achieved = async () => {
    const { targets } = await targetsOf(owner.id, 'collector3');
    const told = targets.map((target) => [target.Bucket ?? target.Product, target.achieved.amount]);
    const all = (await listed()).data.filter(({ ownerId }) => ownerId === owner.id);
    expect(all.map((each) => [each.Bucket ?? each.Product, each.achieved.amount])).toEqual(told);
    return Object.fromEntries(told);
  };
  expect(await achieved()).toEqual({ x4: 800, x5: 30, tractor: 830 });
  await db.execute(sql`update loans set bucket = 'x5', product = 'Bike' where id = ${moved}`);
  expect(await achieved()).toEqual({ x4: 800, x5: 30, tractor: 830 });
});

test('a change of counts alone is kept too, and says of which part of the book; so is what becomes of one of nobody’s', async () => {
  const history = async (id: string, as: PersonName = 'admin') => {
    const answer = await server.call('GET', `/targets/${id}/changes`, { as });
    return { code: answer.statusCode, data: answer.json<{ data: TargetChange[] }>().data };
  };
  const part = { forClientId: server.clients.Y.id, City: 'Surat', amount: 700 };
  await set([{ ...part, promises: 5 }]);
  await set([{ ...part, promises: 5 }]);
  await set([{ ...part, promises: 8 }]);
  const target = (await listed()).data.find(({ City }) => City === 'Surat');
  const about = `${target?.Client_Name} · Surat`;
  const { data } = await history(target?._id ?? '');
  expect(data.map((change) => [change.about, change.before, change.after, change.counts])).toEqual([
    [about, 700, 700, [{ measure: 'promises', before: 5, after: 8 }]],
    [about, null, 700, [{ measure: 'promises', before: null, after: 5 }]],
  ]);
  expect((await history(target?._id ?? '', 'clientadmin')).code).toBe(404);
  expect((await history(target?._id ?? '', 'manager')).code).toBe(404);
  expect((await history(target?._id ?? '', 'collector')).code).toBe(403);
  const { collector2 } = server.people;
  await set([{ ...part, ownerId: collector2.id }]);
  const own = (await listed()).data.find(({ ownerId }) => ownerId === collector2.id);
  await server.call('DELETE', `/targets/${own?._id}`, { as: 'admin' });
  expect((await targetsOf(collector2.id, 'collector2')).changes).toMatchObject([
    { about, before: 700, after: null },
    { about, before: null, after: 700 },
  ]);
});

test('everybody sets within their scope only', async () => {
  const { collector, collector3, manager } = server.people;
  expect((await set([{ ownerId: collector3.id, amount: 1 }], 'manager')).statusCode).toBe(404);
  expect((await set([{ ownerId: manager.id, amount: 1 }], 'manager')).statusCode).toBe(404);
  expect((await set([{ City: 'Goa', amount: 1 }], 'manager')).statusCode).toBe(404);
  expect((await set([{ ownerId: collector.id, amount: 1 }], 'collector')).statusCode).toBe(403);
  expect((await set([{ amount: 1 }])).statusCode).toBe(400);
  expect((await set([{ ownerId: collector.id, amount: -1 }])).statusCode).toBe(400);
  // A client's people set targets of their own book, whatever they name.
  const other = await set(
    [{ forClientId: server.clients.Y.id, City: 'Goa', amount: 5 }],
    'clientadmin',
  );
  expect(other.statusCode).toBe(200);
  const goa = (await listed('clientadmin')).data.find(({ City }) => City === 'Goa');
  expect(goa?.forClientId).toBe(server.clients.X.id);
  const unseen = await server.call('GET', `/targets/of/${collector3.id}`, { as: 'collector' });
  expect(unseen.statusCode).toBe(404);
  const removed = await server.call('DELETE', `/targets/${goa?._id}`, { as: 'manager' });
  expect(removed.statusCode).toBe(404);
  await server.taken('DELETE', `/targets/${goa?._id}`, { as: 'clientadmin' });
});

test('of two targets for the same none is set', async () => {
  const { collector3 } = server.people;
  const part = { ownerId: collector3.id, City: 'Nashik' };
  const answer = await set([
    { ...part, amount: 5 },
    { ...part, City: 'NASHIK', month: monthEnd(month), amount: 6 },
  ]);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 'GIVEN_TWICE', details: [{ path: 'targets.1.ownerId', code: 'twice' }] },
  ]);
  expect((await listed()).data.filter(({ City }) => City?.toLowerCase() === 'nashik')).toEqual([]);
});

test('of a month that is over only admins change targets: what was achieved is known by then', async () => {
  const { collector } = server.people;
  const past = { ownerId: collector.id, month: addDays(month, -1) };
  expect((await set([{ ...past, amount: 50_000 }])).statusCode).toBe(200);
  for (const answer of [
    await set([{ ...past, amount: 1 }], 'manager'),
    await set([{ month: past.month, City: 'Goa', amount: 1 }], 'clientadmin'),
  ])
    expect(answer.json()).toMatchObject({ code: 'TARGET_MONTH_OVER' });
  const { rows } = await server.db.execute<{ id: string; amount: number }>(
    sql`select id, amount from targets where owner_id = ${collector.id} and month < ${month}`,
  );
  expect(rows).toMatchObject([{ amount: 50_000 }]);
  const remove = (as: PersonName) => server.call('DELETE', `/targets/${rows[0]?.id}`, { as });
  expect((await remove('manager')).json()).toMatchObject({ code: 'TARGET_MONTH_OVER' });
  expect((await remove('admin')).statusCode).toBe(200);
});

test('a proposal adds up to the total', async () => {
  const { lines } = await server.taken<CallAnswer<typeof targetCalls.proposeTargets>>(
    'GET',
    '/targets/proposal',
    {
      as: 'manager',
      query: { total: '1000003' },
    },
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_000_003);
  for (const weights of [[0, 0, 0], [1, 2, 3], [5], [0.1, 0.7, 0.2]])
    expect(shareOut(1001, weights).reduce((a, b) => a + b, 0)).toBe(1001);
});

const send = async (text: string, as: PersonName = 'admin') => {
  const answer = await sendFile(server, '/targets/sheet', {
    as,
    content: text,
    name: 'targets.csv',
  });
  return answer.json<{ count: number; problems: { row: number; column: string }[] }>();
};

test('a sheet sets all of its rows, or none and says why', async () => {
  const bad = await send('Person,City,Amount\nnobody-here,,5\n,Thane,abc\n,Kochi,"1,5"');
  expect(bad.count).toBe(0);
  expect(bad.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Person'],
    [3, 'Amount'],
    [4, 'Amount'],
  ]);
  const good = await send('Person,City,Amount\n,Thane,"₹ 5,000/-"\n,Kochi,७०००\n,Pune,Rs. 500');
  expect(good).toMatchObject({ count: 3, problems: [] });
  const twice = await send('Person,City,Amount\n,Thane,5000\n,THANE,7000\n,Kochi,1e5');
  expect(twice.count).toBe(0);
  expect(twice.problems.map(({ row, column }) => [row, column])).toEqual([
    [3, 'Person'],
    [4, 'Amount'],
  ]);
});

test('sheets of targets and costs name people by user name, e-mail address or full name; one that several have is refused', async () => {
  const { collector, collector3 } = server.people;
  const month = '01-01-2026';
  const upload = async (path: string, content: string) => {
    const answer = await sendFile(server, path, { as: 'admin', content, fields: { month } });
    return answer.json<{ count: number; problems: object[] }>();
  };
  for (const name of ['COLLECTOR', collector.email, ` ${collector.fullName.toUpperCase()} `]) {
    expect(await upload('/targets/sheet', `Person,Amount\n${name},500`), name).toMatchObject({
      count: 1,
    });
    expect(await upload('/revenues/sheet', `Person,Salary\n${name},500`), name).toMatchObject({
      count: 1,
    });
  }
  await server.db.execute(
    sql`update users set full_name = ${collector.fullName} where id = ${collector3.id}`,
  );
  for (const [path, column] of [
    ['/targets/sheet', 'Amount'],
    ['/revenues/sheet', 'Salary'],
  ] as const) {
    const { count, problems } = await upload(path, `Person,${column}\n${collector.fullName},500`);
    expect(count, path).toBe(0);
    expect(problems).toEqual([
      {
        row: 2,
        column: 'Person',
        reason: `Several people are named "${collector.fullName}". Write the user name.`,
      },
    ]);
  }
  await server.db.execute(
    sql`update users set full_name = ${collector3.fullName} where id = ${collector3.id}`,
  );
});

test('counts that are not named stay: shares of a split, and sheets without their columns', async () => {
  const ownerId = server.people.collector2.id;
  const standing = async () => (await targetsOf(ownerId, 'admin')).targets[0];
  await set([{ ownerId, amount: 100, loans: 5, promises: 7, contacts: 9 }]);
  await set([{ ownerId, amount: 200 }]);
  expect(await standing()).toMatchObject({ amount: 200, loans: 5, promises: 7, contacts: 9 });
  expect(await send('Person,Amount,Loans\ncollector2,300,')).toMatchObject({ count: 1 });
  expect(await standing()).toMatchObject({ amount: 300, loans: null, promises: 7, contacts: 9 });
  await set([{ ownerId, amount: 300, promises: null }]);
  const { targets, changes } = await targetsOf(ownerId, 'admin');
  expect(targets[0]).toMatchObject({ amount: 300, promises: null, contacts: 9 });
  expect(changes[0]?.counts).toEqual([{ measure: 'promises', before: 7, after: null }]);
});

test('a row for somebody whose targets others set is named', async () => {
  const { count, problems } = await send(
    'Person,City,Amount\ncollector,,5\nmanager,,5\n,Thane,5',
    'manager',
  );
  expect(count).toBe(0);
  expect(problems.map(({ row, column }) => [row, column])).toEqual([
    [3, 'Person'],
    [4, 'Person'],
  ]);
  expect((await send('Person,Amount\nclientadmin,5')).problems).toMatchObject([{ row: 2 }]);
});

test('the pace is one figure', () => {
  expect(paceOf({ target: 100, achieved: 30, month: '2025-04-01', today: '2025-04-30' })).toEqual({
    left: 70,
    daysLeft: 1,
    perDay: 70,
  });
  expect(
    paceOf({ target: 100, achieved: 130, month: '2025-04-01', today: '2025-04-10' }).perDay,
  ).toBeNull();
  expect(paceOf({ target: 100, achieved: 0, month: '2025-04-01', today: '2025-05-01' })).toEqual({
    left: 100,
    daysLeft: 0,
    perDay: null,
  });
  expect(
    paceOf({ target: 100, achieved: 0, month: '2025-02-01', today: '2025-01-05' }).daysLeft,
  ).toBe(28);
  expect(monthEnd('2024-02-10')).toBe('2024-02-29');
  expect(addDays(monthEnd(month), 1).slice(8)).toBe('01');
});
