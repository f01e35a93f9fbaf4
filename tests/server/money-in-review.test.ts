import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addAccount } from '../support/people.ts';
import { contact } from '../support/device-contact.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { ago, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

interface Receipts {
  totals: { inHand: number };
  inReview: { amount: number; count: number };
}

const receiptsOf = async (as: PersonName, query: Record<string, string> = {}) =>
  (await server.call('GET', '/receipts', { as, query })).json<Receipts>();

/** A payment of a visit whose time its phone cannot prove. */
async function doubtfulPayment(amountCollected: number, paymentMode?: string): Promise<string> {
  const phone = await registerTestDevice(server, 'fieldagent');
  await contact(server, phone, { givenSequence: 0 });
  const loanId = await loanOf(server, 'fieldagent');
  const paid = { disposition: 'FIELD_PARTIAL_PAID', amountCollected, personMet: 'Borrower' };
  const body = visitOf(loanId, {
    ...paid,
    recordedAt: ago(60),
    ...(paymentMode && { paymentMode }),
  });
  const sealed = await phone.seal({ call: 'createFieldDisposition', loanId, body });
  expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE', code: 'IN_REVIEW' }]);
  return sealed.opId;
}

it('cash and cheques of visits in review are named beside what is in hand until somebody decides', async () => {
  const before = await receiptsOf('fieldagent');
  expect(before.inReview).toEqual({ amount: 0, count: 0 });
  const [cash, cheque] = [
    await doubtfulPayment(5000, 'CASH'),
    await doubtfulPayment(700, 'CHEQUE'),
    await doubtfulPayment(90, 'UPI'),
    await doubtfulPayment(8),
  ];
  const named = { amount: 5708, count: 3 };
  const own = await receiptsOf('fieldagent', { state: 'IN_HAND', own: '1' });
  expect(own.inReview).toEqual(named);
  expect(own.totals.inHand).toBe(before.totals.inHand);
  expect((await receiptsOf('manager')).inReview).toEqual(named);
  expect((await receiptsOf('admin')).inReview).toEqual(named);
  expect((await receiptsOf('collector')).inReview).toEqual({ amount: 0, count: 0 });
  const someoneElse = await receiptsOf('manager', { agentId: server.people.collector.id });
  expect(someoneElse.inReview).toEqual({ amount: 0, count: 0 });
  await server.call('POST', '/work-reviews/accept', { as: 'manager', body: { _id: cash } });
  await server.call('POST', '/work-reviews/refuse', {
    as: 'manager',
    body: { _id: cheque, reason: 'Not his' },
  });
  const after = await receiptsOf('fieldagent');
  expect(after.inReview).toEqual({ amount: 8, count: 1 });
  expect(after.totals.inHand).toBe(before.totals.inHand + 5000);
});

it('whose cash waits for a decision is neither deleted nor given another role', async () => {
  const agent = await addAccount(server, 'FIELD_AGENT', server.people.manager.id);
  const opId = await doubtfulPayment(2500, 'CASH');
  await server.db.execute(
    sql`update work_reviews set user_id = ${agent._id} where op_id = ${opId}`,
  );
  const tries = async () => [
    await server.call('DELETE', '/userData', { as: 'admin', body: { _id: agent._id } }),
    await server.call('PUT', '/userData', {
      as: 'admin',
      body: { _id: agent._id, role: 'COLLECTOR' },
    }),
  ];
  for (const refused of await tries()) {
    expect(refused.json()).toMatchObject({ code: 'NOT_REMOVABLE' });
    expect(refused.json<{ message: string }>().message).toContain('₹2,500');
  }
  await server.db.execute(sql`update work_reviews set decided_at = now() where op_id = ${opId}`);
  const [removed] = await tries();
  expect(removed?.statusCode).toBe(200);
});
