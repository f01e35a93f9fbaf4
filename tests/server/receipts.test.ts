import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import { businessDay } from '../../server/clock.ts';
import { runCommand } from '../../server/command.ts';
import { newId } from '../../server/ids.ts';
import { changeReceipt } from '../../server/receipts/receipt-keeping-service.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { callOf, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const { collect, contactOf, deposited, receipts, stateOf } = moneyOf(() => server);

describe('a receipt', () => {
  it('is made once for a visit with money, in hand, on the business day', async () => {
    const loanId = await loanOf(server, 'fieldagent');
    const body = paidVisit(loanId, 1200);
    for (let time = 0; time < 2; time += 1)
      await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
    const { data } = await receipts({ search: 'Asha', pageSize: '200' });
    const made = data.filter((one) => one.loanId === loanId);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      amount: 1200,
      mode: 'CASH',
      state: 'IN_HAND',
      number: null,
      collectedOn: businessDay(server.context.settings.businessTz),
      mayCancel: false,
      mayAskToCancel: true,
    });
  });

  it('is not made of what a borrower says by phone, and of UPI or online money is with the lender already', async () => {
    const loanId = await loanOf(server, 'collector');
    const body = callOf(loanId, { disposition: 'PAID', amountCollected: 500 });
    const call = await server.call('POST', '/call-disposition', { as: 'collector', body });
    expect(call.json()).toMatchObject({ moneyState: 'CLAIMED', amountCollected: 500 });
    const { data, totals } = await receipts({}, 'collector');
    expect(data).toEqual([]);
    expect(totals).toMatchObject({ collected: 0, inHand: 0 });
    expect(await collect(900, { paymentMode: 'UPI' })).toMatchObject({ state: 'DIRECT' });
  });

  it('is not made for a visit without money, nor for a call that only began', async () => {
    const loanId = await loanOf(server, 'fieldagent');
    await server.call('POST', '/field-disposition', { as: 'fieldagent', body: visitOf(loanId) });
    const called = await loanOf(server, 'collector');
    const started = { _id: newId(), loanId: called, amountCollected: 700 };
    await server.call('POST', '/call-disposition', { as: 'collector', body: started });
    const found = await server.db.execute(
      sql`select 1 from receipts where loan_id = any(array[${loanId}, ${called}]::uuid[])`,
    );
    expect(found.rows).toEqual([]);
  });

  it('follows a changed amount: the old one is cancelled, another takes its place', async () => {
    const before = await collect(300);
    const change = await changesOf(before);
    await expect(change(250, before.agentId)).rejects.toMatchObject({ code: 'OWN_MONEY' });
    await change(300);
    await change(250);
    const after = (await receipts({ pageSize: '200' })).data.filter(
      (one) => one.loanId === before.loanId,
    );
    expect(after.map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
      '250 IN_HAND',
      '300 CANCELLED',
    ]);
    await deposited(after.filter(({ state }) => state === 'IN_HAND').map(({ _id }) => _id));
    await expect(change(0)).rejects.toMatchObject({ status: 409, code: 'RECEIPT_DEPOSITED' });
  });

  it('of UPI money is not changed by its own agent either', async () => {
    const before = await collect(300, { paymentMode: 'UPI' });
    const change = await changesOf(before);
    await expect(change(0, before.agentId)).rejects.toMatchObject({ code: 'OWN_MONEY' });
    await change(250);
    expect(await stateOf(before._id)).toBe('CANCELLED');
  });
});

/** Changes the amount of a receipt's contact, as its manager unless told. */
async function changesOf({ _id, loanId, agentId, mode }: CollectionReceipt) {
  const money = {
    dispositionId: await contactOf(_id),
    loanId,
    agentId,
    managerId: null,
    mode,
    number: null,
    isClaim: false,
    paidOn: null,
    reference: null,
    recordedAt: new Date(),
  };
  const { manager } = server.people;
  return (amount: number, userId = manager.id) =>
    runCommand(server.db, null, (command) =>
      changeReceipt(
        command,
        { userId, fullName: manager.fullName },
        { ...money, amount },
        'Asia/Kolkata',
      ),
    );
}

const take = async (deviceId: string, as: PersonName = 'fieldagent') =>
  server.call('POST', '/device/receipt-numbers', { as, body: { deviceId } });

describe('the number of a receipt', () => {
  type Range = { firstNumber: number; lastNumber: number };

  it('comes from ranges that never overlap, whoever asks at the same moment', async () => {
    const phones = await Promise.all([
      registerTestDevice(server, 'fieldagent'),
      registerTestDevice(server, 'fieldagent2'),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const isSecond = at % 2 === 1;
        const id = phones[isSecond ? 1 : 0]?.grant.deviceId ?? '';
        return take(id, isSecond ? 'fieldagent2' : 'fieldagent');
      }),
    );
    const ranges = answers.map((answer) => answer.json<Range>());
    const numbers = ranges.flatMap(({ firstNumber, lastNumber }) =>
      Array.from({ length: lastNumber - firstNumber + 1 }, (_, at) => firstNumber + at),
    );
    expect([numbers.length, new Set(numbers).size]).toEqual([800, 800]);
  });

  it('is given to a registered device of the asker only, and to field agents only', async () => {
    const foreign = await registerTestDevice(server, 'fieldagent2');
    const statuses = [
      (await take(newId())).statusCode,
      (await take(foreign.grant.deviceId)).statusCode,
      (await take(foreign.grant.deviceId, 'collector')).statusCode,
    ];
    expect(statuses).toEqual([404, 404, 403]);
  });

  it('stands on the receipt and in the history; a second use keeps the visit without it, flagged', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { firstNumber: number } = (await take(phone.grant.deviceId)).json<Range>();
    const loanId = await loanOf(server, 'fieldagent');
    const work = (amount: number) => {
      const body = paidVisit(loanId, amount, { receiptNumber: number });
      return { call: 'createFieldDisposition' as const, loanId, opId: body._id, body };
    };
    const sealed = [await phone.seal(work(400)), await phone.seal({ ...work(600), sequence: 2 })];
    const outcomes = [...(await phone.deliver(sealed)), ...(await phone.deliver(sealed))];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
    const { data } = await receipts({ pageSize: '200' });
    const made = data.filter((one) => one.loanId === loanId).sort((a, b) => a.amount - b.amount);
    expect(made).toMatchObject([
      { amount: 400, number, numberProblem: null },
      { amount: 600, number: null, claimedNumber: number, numberProblem: 'USED_TWICE' },
    ]);
    const history = await server.call('GET', '/call-disposition/caseHistory', {
      as: 'fieldagent',
      query: { loanId },
    });
    const told = history.json<{
      data: { amountCollected: number; receiptNumber: number | null }[];
    }>();
    expect(told.data.find((one) => one.amountCollected === 400)?.receiptNumber).toBe(number);
    expect((await receipts({ problems: '1' })).totalCount).toBeGreaterThan(0);
    // A loan whose own number has the same digits in it is found too.
    const found = (await receipts({ search: String(number), pageSize: '200' })).data;
    expect(found.filter((one) => one.number === number)).toHaveLength(1);
  });

  it('of another agent’s range is not taken: the visit is kept, the receipt flagged', async () => {
    const other = await registerTestDevice(server, 'fieldagent2');
    const { lastNumber } = (await take(other.grant.deviceId, 'fieldagent2')).json<Range>();
    const receipt = await collect(150, { receiptNumber: lastNumber });
    expect(receipt).toMatchObject({
      number: null,
      claimedNumber: lastNumber,
      numberProblem: 'NOT_YOURS',
      state: 'IN_HAND',
    });
  });
});
