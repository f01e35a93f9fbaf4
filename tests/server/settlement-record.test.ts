import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDays } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const of = settlementsOf(() => server);
const { addLoan, proposed, read, pay } = of;

it('a settlement shows who decides what is known of its loan, and agents nothing of a loan that left them', async () => {
  const { loanId, number } = await addLoan({ dpd: 95, loanAmount: 50_000 });
  const contact = await server.call('POST', '/call-disposition', {
    as: 'collector',
    body: {
      _id: newId(),
      loanId,
      disposition: 'PTP',
      call_status: 'answered',
      duration: 60,
      promiseAmount: 500,
      date: addDays(of.today(), 3).split('-').toReversed().join('-'),
      time: '10:00',
      remarks: 'Lost the job',
    },
  });
  expect(contact.statusCode, contact.body).toBeLessThan(300);
  await pay(number, 700, of.today());
  const { _id } = await proposed(loanId, { offeredAmount: 8000 });
  const forClient = await read(_id, 'customer');
  expect(forClient.record).toMatchObject({
    DPD: 95,
    Loan_Amount: 50_000,
    Total_Due_Amount: 9300,
    Paid_Amount: 700,
    contacts: [
      { code: 'PTP', remarks: 'Lost the job', Agent_Name: server.people.collector.fullName },
    ],
    promises: [{ amount: 500 }],
    payments: [{ amount: 700, isReversed: false }],
  });
  await server.db.execute(sql`update loans set collector_id = null where id = ${loanId}`);
  const left = await read(_id, 'collector');
  expect([left.record, left.expectation]).toEqual([null, null]);
});

/** A file of the lender's is checked and stored. */
async function load(rows: readonly string[]): Promise<void> {
  const header =
    'Loan Account Number,Customer Name,Total Due Amount,Principal Outstanding,Interest Outstanding,Penalty Amount';
  await verified(server, await pendingList(server, [header, ...rows].join('\n')));
}

async function idOf(number: string): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from loans where loan_number = ${number}`,
  );
  return rows[0]?.id ?? '';
}

it('the parts of what was due are those of the lender’s file on the day of the offer, none where it named none', async () => {
  await load(['PARTS-1,Asha,10000,8000,1500,500', 'PARTS-2,Ravi,10000,,,']);
  const split = await proposed(await idOf('PARTS-1'), { offeredAmount: 8000 }, 'admin');
  const whole = await proposed(await idOf('PARTS-2'), { offeredAmount: 8000 }, 'admin');
  await load(['PARTS-1,Asha,11000,8000,2500,500']);
  const parts = { principalAmount: 8000, interestAmount: 1500, chargesAmount: 500 };
  expect(await read(split._id, 'customer')).toMatchObject({ dueAmount: 10_000, ...parts });
  expect(await read(whole._id, 'customer')).toMatchObject({
    dueAmount: 10_000,
    principalAmount: null,
    interestAmount: null,
    chargesAmount: null,
  });
});

it('what a loan would bring by itself comes from its client’s history, and nothing is said from too little of it', async () => {
  const { loanId } = await addLoan({ dpd: 95 });
  const { _id } = await proposed(loanId);
  expect((await read(_id, 'customer')).expectation).toBeNull();
  const client = server.clients.Y.id;
  const first = addDays(`${of.today().slice(0, 7)}-01`, -1);
  // Of ninety loans, as long past due some months ago as this one is now, a third paid half.
  for (let at = 0; at < 90; at += 1) {
    const id = await server.addLoan({
      loanNumber: `HIST-${at}`,
      clientId: client,
      dpd: 100,
      totalDueAmount: at % 3 === 0 ? 5000 : 10_000,
      managerId: server.people.manager2.id,
    });
    await server.db.execute(
      sql`update loans set created_at = now() - interval '200 days' where id = ${id}`,
    );
    if (at % 3 === 0)
      await server.db
        .execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount,
          applied_amount, paid_on, payment_key, created_by, created_at)
        values (${newId()}, ${client}, ${id}, 'PAYMENT', ${newId()}, ${at}, 5000, 5000,
          ${addDays(first, -45)}::date, ${`history ${at}`}, ${server.people.admin.id}, now() - interval '40 days')`);
  }
  const made = await server.call('POST', '/settlement', {
    as: 'collector3',
    body: of.offer(await loanOfY(), { offeredAmount: 4000 }),
  });
  const answer = made.json<{ data: { _id: string } }>();
  expect(made.statusCode, made.body).toBe(200);
  const { expectation } = await read(answer.data._id, 'customerOfY');
  expect(expectation?.chance).toBeGreaterThan(0);
  expect(expectation?.chance).toBeLessThan(0.5);
  expect(expectation?.isScored).toBe(false);
  expect(
    expectation?.rolls.map(({ share }) => share).reduce((sum, one) => sum + one, 0),
  ).toBeCloseTo(1);
});

it('a loan with a score is expected to bring what its score says, of what is due by now', async () => {
  const { loanId, number } = await addLoan({ dpd: 95 });
  const { _id } = await proposed(loanId);
  const score = (amount: number) =>
    server.db
      .execute(sql`insert into loan_scores (loan_id, model_version, chance, expected_amount, reasons, scored_at)
      values (${loanId}, 1, 0.42, ${amount}, '', now())
      on conflict (loan_id) do update set expected_amount = excluded.expected_amount`);
  await score(2500);
  const scored = { isScored: true, amount: 2500 };
  for (const as of ['customer', 'manager'] as const)
    expect((await read(_id, as)).expectation).toMatchObject(scored);
  expect((await read(_id)).expectation?.chance).toBeCloseTo(0.42);
  await score(9900);
  await pay(number, 700, of.today());
  expect((await read(_id)).expectation).toMatchObject({ amount: 9300 });
  // A client that does without scores.
  await server.db.execute(sql`insert into prediction_switches (client_id, is_used)
    values (${server.clients.X.id}, false)`);
  expect((await read(_id)).expectation?.isScored ?? false).toBe(false);
});

const loanOfY = () =>
  server.addLoan({
    loanNumber: `Y-${newId().slice(0, 8)}`,
    clientId: server.clients.Y.id,
    dpd: 100,
    totalDueAmount: 9000,
    collectorId: server.people.collector3.id,
    managerId: server.people.manager2.id,
  });
