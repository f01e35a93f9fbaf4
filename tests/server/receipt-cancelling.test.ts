import { describe, expect, it } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();

const { cancel, collect, contactOf, receipts, stateOf } = moneyOf(() => server);

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

const asking = async (as: PersonName, named: object) =>
  (
    await server.call('PUT', '/receipts/cancel', {
      as,
      body: { ...named, reason: 'Written twice' },
    })
  ).statusCode;

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
    await server.taken('PUT', '/receipts/cancel', {
      as: 'fieldagent',
      body: { receiptId: asked?._id, reason: 'Wrong borrower' },
    });
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
    const dispositionId = await contactOf(receipt._id);
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

  it('is undone by no correction of the rest of its contact, nor by taking that out and back', async () => {
    const receipt = await collect(300);
    expect((await cancel(receipt._id, 'manager')).statusCode).toBe(200);
    const contact = await contactOf(receipt._id);
    const reason = 'Misspelt';
    const standing = async () =>
      (await receipts({ pageSize: '200' })).data
        .filter(({ loanId, state }) => loanId === receipt.loanId && state !== 'CANCELLED')
        .map(({ amount }) => amount);
    const correct = async (body: object) =>
      (
        await server.call('PUT', '/call-disposition/single', {
          as: 'manager',
          body: { _id: contact, reason, ...body },
        })
      ).statusCode;
    expect(await correct({ remarks: 'Met at the shop', paymentMode: 'CASH' })).toBe(200);
    expect(await standing()).toEqual([]);
    const ids = [contact];
    for (const [method, path] of [
      ['DELETE', '/call-disposition'],
      ['POST', '/call-disposition/restore'],
    ] as const)
      expect(
        (await server.call(method, path, { as: 'manager', body: { ids, reason } })).statusCode,
      ).toBe(200);
    expect(await standing()).toEqual([]);
    expect(await correct({ amountCollected: 200 })).toBe(200);
    expect(await standing()).toEqual([200]);
  });

  it('by correcting or removing its contact is told to its agent as well', async () => {
    const reason = 'Another borrower';
    const corrected = await collect(300);
    const body = { _id: await contactOf(corrected._id), amountCollected: 100, reason };
    await server.call('PUT', '/call-disposition/single', { as: 'manager', body });
    expect(await toldOf('RECEIPT_CANCELLED', 'fieldagent', corrected.loanId)).toBe(1);
    const removed = await collect(300);
    const ids = [await contactOf(removed._id)];
    await server.call('DELETE', '/call-disposition', { as: 'manager', body: { ids, reason } });
    expect(await toldOf('RECEIPT_CANCELLED', 'fieldagent', removed.loanId)).toBe(1);
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
