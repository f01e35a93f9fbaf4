import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import { businessDay } from '../../server/clock.ts';
import { runCommand } from '../../server/command.ts';
import { newId } from '../../server/ids.ts';
import { changeReceipt } from '../../server/receipts/receipt-keeping-service.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { callOf, loanOf, visitOf } from '../support/work.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => server.close());

const { cancel, collect, deposited, receipts, stateOf } = moneyOf(() => server);

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
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select disposition_id as id from receipts where id = ${_id}`,
  );
  const money = {
    dispositionId: rows[0]?.id ?? '',
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
  return (amount: number, by = server.people.manager.id) =>
    runCommand(server.db, null, (command) =>
      changeReceipt(command, by, { ...money, amount }, 'Asia/Kolkata'),
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

const keep = (receiptId: string, as: PersonName) =>
  server.call('PUT', '/receipts/keep', { as, body: { receiptId } });
const toldOf = async (kind: string, as: PersonName, loanId: string) => {
  const answer = await server.call('GET', `/api/v2/notifications/of/${server.people[as].id}`, {
    as,
    query: { pageSize: '100' },
  });
  const { data } = answer.json<{ data: { kind: string; loanId: string }[] }>();
  return data.filter((one) => one.kind === kind && one.loanId === loanId).length;
};

describe('cancelling a receipt', () => {
  it('takes two: its agent asks, the manager is told and decides, the agent is told', async () => {
    const receipt = await collect(100);
    const asked = await cancel(receipt._id);
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.json()).toMatchObject({
      data: { state: 'IN_HAND', cancelAskedReason: 'Written twice', mayAskToCancel: false },
    });
    const otherwise = { receiptId: receipt._id, reason: 'Another reason' };
    const other = await server.call('PUT', '/receipts/cancel', {
      as: 'fieldagent',
      body: otherwise,
    });
    expect(other.json()).toMatchObject({ code: 'ALREADY_ASKED' });
    expect(await toldOf('RECEIPT_CANCEL_ASKED', 'manager', receipt.loanId)).toBe(1);
    const waiting = await receipts({ asked: '1' }, 'manager');
    expect(waiting.data).toMatchObject([{ _id: receipt._id, mayCancel: true }]);

    expect((await keep(receipt._id, 'fieldagent')).statusCode).toBe(403);
    expect((await keep(receipt._id, 'manager2')).statusCode).toBe(404);
    expect((await keep(receipt._id, 'manager')).statusCode).toBe(200);
    expect(await toldOf('RECEIPT_KEPT', 'fieldagent', receipt.loanId)).toBe(1);
    expect((await keep(receipt._id, 'manager')).json()).toMatchObject({ code: 'NOT_ASKED' });

    expect((await cancel(receipt._id)).statusCode).toBe(200);
    expect((await cancel(receipt._id, 'manager')).json()).toMatchObject({
      data: { state: 'CANCELLED', Cancelled_By: 'Test manager' },
    });
    expect(await toldOf('RECEIPT_CANCELLED', 'fieldagent', receipt.loanId)).toBe(1);
    expect((await cancel(receipt._id, 'manager')).statusCode).toBe(409);
  });

  it('is asked for by a phone without a network, after its visit, and comes to the manager once', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const loanId = await loanOf(server, 'fieldagent');
    const visit = paidVisit(loanId, 800);
    const work = { loanId, after: visit._id } as const;
    const operations = [
      await phone.seal({ call: 'createFieldDisposition', loanId, opId: visit._id, body: visit }),
      await phone.seal({
        ...work,
        call: 'cancelReceipt',
        body: { dispositionId: visit._id, reason: 'Wrong borrower' },
      }),
    ];
    for (let time = 0; time < 2; time += 1)
      expect((await phone.deliver(operations)).map(({ outcome }) => outcome)).toEqual([
        'DONE',
        'DONE',
      ]);
    const { data } = await receipts({ asked: '1' }, 'manager');
    const asked = data.find((one) => one.loanId === loanId);
    expect(asked).toMatchObject({
      state: 'IN_HAND',
      cancelAskedReason: 'Wrong borrower',
      mayCancel: true,
    });
    expect(await toldOf('RECEIPT_CANCEL_ASKED', 'manager', loanId)).toBe(1);
    // The same wish once more, by a phone that never heard the answer, is no fault.
    const again = await server.call('PUT', '/receipts/cancel', {
      as: 'fieldagent',
      body: { receiptId: asked?._id, reason: 'Wrong borrower' },
    });
    expect(again.statusCode, again.body).toBe(200);
    const standing = async () => {
      const history = await server.call('GET', '/call-disposition/caseHistory', {
        as: 'fieldagent',
        query: { loanId },
      });
      return history.json<{ data: Disposition[] }>().data[0]?.receiptStanding;
    };
    expect(await standing()).toBe('CANCEL_ASKED');
    expect((await cancel(asked?._id ?? '', 'manager')).statusCode).toBe(200);
    expect(await standing()).toBe('CANCELLED');
  });

  it('names the receipt or its contact: neither, both or a foreign one is refused', async () => {
    const receipt = await collect(100);
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select disposition_id as id from receipts where id = ${receipt._id}`,
    );
    const dispositionId = rows[0]?.id;
    const asking = async (as: PersonName, named: object) =>
      (
        await server.call('PUT', '/receipts/cancel', {
          as,
          body: { ...named, reason: 'Written twice' },
        })
      ).statusCode;
    expect(await asking('fieldagent', {})).toBe(400);
    expect(await asking('fieldagent', { dispositionId, receiptId: receipt._id })).toBe(400);
    expect(await asking('fieldagent2', { dispositionId })).toBe(404);
    expect(await asking('fieldagent', { dispositionId: newId() })).toBe(404);
    expect(await asking('fieldagent', { dispositionId })).toBe(200);
  });

  it('is never one’s own: a manager’s receipt is cancelled by an administrator', async () => {
    const receipt = await collect(200);
    await server.db.execute(
      sql`update receipts set agent_id = ${server.people.manager.id} where id = ${receipt._id}`,
    );
    expect((await cancel(receipt._id, 'manager')).json()).toMatchObject({
      data: { state: 'IN_HAND' },
    });
    expect((await cancel(receipt._id, 'admin')).json()).toMatchObject({
      data: { state: 'CANCELLED' },
    });
  });

  it('asks for a reason, and for a receipt that one may see', async () => {
    const receipt = await collect(100);
    const body = { receiptId: receipt._id, reason: ' ' };
    const without = await server.call('PUT', '/receipts/cancel', { as: 'fieldagent', body });
    expect(without.statusCode).toBe(400);
    for (const as of ['fieldagent2', 'manager2', 'collector'] as const)
      expect((await cancel(receipt._id, as)).statusCode, as).toBe(404);
    expect((await cancel(receipt._id, 'clientadmin')).statusCode).toBe(403);
    expect(await stateOf(receipt._id)).toBe('IN_HAND');
  });
});
