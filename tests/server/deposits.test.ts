import { describe, expect, it } from 'vitest';
import type { Deposit } from '../../contract/deposit.ts';
import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import { moneyOf, paidVisit } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const { cancel, collect, deposit, deposited, receipts, stateOf } = moneyOf(() => server);

const onDeposit = (action: 'verify' | 'cancel', depositId: string, as: PersonName) =>
  server.call('PUT', `/deposits/${action}`, { as, body: { depositId, reason: 'Counted wrong' } });

describe('a deposit', () => {
  it('takes receipts out of hand, one deposit per agent and client', async () => {
    const own = [await collect(1000), await collect(500)];
    const loanOfY = await server.addLoan({
      client: 'Y',
      managerId: server.people.manager.id,
      fieldAgentId: server.people.fieldagent.id,
    });
    const body = paidVisit(loanOfY, 70);
    await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
    const ofY = (await receipts({ pageSize: '200' })).data.find((one) => one.loanId === loanOfY);
    const answer = await deposit([...own.map(({ _id }) => _id), ofY?._id ?? '']);
    const { data } = answer.json<{ data: Deposit[] }>();
    expect(data.map((one) => [one.Client_Name, one.amount, one.receiptCount])).toEqual([
      ['Xenon Finance', 1500, 2],
      ['Yarrow Bank', 70, 1],
    ]);
    const [first] = data;
    const inIt = await receipts({ depositId: first?._id ?? '' });
    expect(inIt.data.map(({ state, amount }) => `${state} ${amount}`).toSorted()).toEqual([
      'DEPOSITED 1000',
      'DEPOSITED 500',
    ]);
  });

  it('takes each receipt once, however many ask at the same moment', async () => {
    const receipt = await collect(800);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await deposit([receipt._id])).statusCode),
    );
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
    expect((await cancel(receipt._id, 'manager')).json()).toMatchObject({
      code: 'RECEIPT_DEPOSITED',
    });
  });

  it('is refused without a slip’s number, for a day ahead, before collecting, for others’ receipts', async () => {
    const receipt = await collect(60);
    const direct = await collect(60, { paymentMode: 'UPI' });
    const statuses = [
      (await deposit([receipt._id], { reference: '' })).statusCode,
      (await deposit([receipt._id], { depositedOn: '2099-01-01' })).statusCode,
      (await deposit([receipt._id], { depositedOn: '2020-01-01' })).statusCode,
      (await deposit([receipt._id], {}, 'fieldagent2')).statusCode,
      (await deposit([receipt._id], {}, 'manager2')).statusCode,
      (await deposit([receipt._id, newId()])).statusCode,
      (await deposit([direct._id])).statusCode,
      (await deposit([])).statusCode,
    ];
    expect(statuses).toEqual([400, 422, 422, 404, 404, 404, 409, 400]);
    expect(await stateOf(receipt._id)).toBe('IN_HAND');
  });

  it('is verified by the manager, never by its agent, and undone with its receipts back in hand', async () => {
    const receipt = await collect(450);
    const made = await deposited([receipt._id]);
    expect((await onDeposit('verify', made._id, 'fieldagent')).statusCode).toBe(403);
    expect((await onDeposit('verify', made._id, 'manager2')).statusCode).toBe(404);
    const verified = await onDeposit('verify', made._id, 'manager');
    expect(verified.json()).toMatchObject({
      data: { state: 'VERIFIED', Verified_By: 'Test manager' },
    });
    expect((await onDeposit('cancel', made._id, 'fieldagent')).statusCode).toBe(422);
    expect((await onDeposit('cancel', made._id, 'manager')).json()).toMatchObject({
      data: { state: 'CANCELLED', cancelReason: 'Counted wrong', amount: 450, receiptCount: 0 },
    });
    expect(await stateOf(receipt._id)).toBe('IN_HAND');
    expect((await onDeposit('verify', made._id, 'manager')).statusCode).toBe(409);
    const again = await deposited([receipt._id]);
    expect((await onDeposit('cancel', again._id, 'fieldagent')).statusCode).toBe(200);
  });

  it('says to who verifies it what else stands under its slip, with the names of people that are seen', async () => {
    const [first, second, third] = [await collect(310), await collect(320), await collect(330)];
    const slip = async (receipt: typeof first, reference: string) => {
      const answer = await deposit([receipt._id], { reference });
      return answer.json<{ data: Deposit[] }>().data[0] as Deposit;
    };
    const own = await slip(first, 'HD-900/1');
    const other = await slip(second, 'hd 9001');
    const office = await deposit([third._id], { place: 'OFFICE', reference: 'HD9001' });
    expect(office.statusCode).toBe(200);
    const seen = async (as: PersonName) => {
      const { data } = await server.taken<{ data: Deposit[] }>('GET', '/deposits', { as });
      return data.find(({ _id }) => _id === own._id)?.sameSlip;
    };
    const told = { Agent_Name: other.Agent_Name, amount: 320, depositedOn: other.depositedOn };
    expect(await seen('manager')).toEqual([told]);
    expect(await seen('fieldagent')).toEqual([]);
    // Another team's agent has the slip.
    await server.db
      .execute(sql`update deposits set agent_id = (select id from users where manager_id is distinct from
      ${server.people.manager.id} and role = 'FIELD_AGENT' limit 1) where id = ${other._id}`);
    expect(await seen('manager')).toEqual([{ ...told, Agent_Name: null }]);
    expect((await seen('admin'))?.[0]?.Agent_Name).not.toBeNull();
    await onDeposit('cancel', other._id, 'admin');
    expect(await seen('manager')).toEqual([]);
  });

  it('leaves a receipt to its agent’s manager: whoever has the loan now only sees it', async () => {
    const receipt = await collect(777);
    await server.db.execute(
      sql`update loans set manager_id = ${server.people.manager2.id} where id = ${receipt.loanId}`,
    );
    const seen = await receipts({ pageSize: '200' }, 'manager2');
    expect(seen.data).toMatchObject([{ amount: 777, mayCancel: false }]);
    expect(seen.totals).toMatchObject({ collected: 777, inHand: 777 });
    expect((await receipts({ own: '1' }, 'manager2')).totalCount).toBe(0);
    await server.db.execute(sql`update receipts set excess_amount = 77 where id = ${receipt._id}`);
    const why = { receiptId: receipt._id, reason: 'An advance' };
    for (const answer of [
      await server.call('PUT', '/receipts/excess', { as: 'manager2', body: why }),
      await cancel(receipt._id, 'manager2'),
      await deposit([receipt._id], {}, 'manager2'),
    ])
      expect(answer.json()).toMatchObject({ code: 'NOT_OVER_AGENT' });
    expect((await deposit([receipt._id], {}, 'manager')).statusCode).toBe(200);
  });

  it('is undone with its agent, its recorder and who counted it told why', async () => {
    const receipt = await collect(420);
    const [made] = (await deposit([receipt._id], {}, 'manager')).json<{ data: Deposit[] }>().data;
    const depositId = made?._id ?? '';
    expect((await onDeposit('verify', depositId, 'superadmin')).statusCode).toBe(200);
    expect((await onDeposit('cancel', depositId, 'admin')).statusCode).toBe(200);
    const { rows } = await server.db.execute<{ id: string; facts: object }>(sql`
      select user_id as id, facts from notifications where kind = 'DEPOSIT_CANCELLED' and facts->>'amount' = '420'`);
    const { fieldagent, manager, superadmin, admin } = server.people;
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      [fieldagent.id, manager.id, superadmin.id].toSorted(),
    );
    expect(rows[0]?.facts).toMatchObject({
      amount: 420,
      personName: admin.fullName,
      reason: 'Counted wrong',
    });
    const path = `/api/v2/notifications/of/${fieldagent.id}`;
    const { data } = (await server.call('GET', path, { as: 'fieldagent' })).json<{
      data: { message: string }[];
    }>();
    expect(data[0]?.message).toMatch(/^Deposit for ₹420 cancelled by .*Counted wrong$/);
  });

  it('is verified by somebody else than who recorded it, and so its list says', async () => {
    const receipt = await collect(85);
    const answer = await deposit([receipt._id], {}, 'manager');
    const [made] = answer.json<{ data: Deposit[] }>().data;
    expect(made).toMatchObject({ mayVerify: false, mayCancel: true });
    expect((await onDeposit('verify', made?._id ?? '', 'manager')).json()).toMatchObject({
      code: 'OWN_DEPOSIT',
    });
    expect((await onDeposit('verify', made?._id ?? '', 'admin')).statusCode).toBe(200);
  });

  it('of a manager’s own money is verified by somebody else', async () => {
    // Its own people's money that it took over, as a manager without field work has none.
    const receipt = await collect(90);
    await server.db.execute(
      sql`update receipts set agent_id = ${server.people.manager.id} where id = ${receipt._id}`,
    );
    const answer = await deposit([receipt._id], { place: 'OFFICE', reference: '' }, 'manager');
    const [made] = answer.json<{ data: Deposit[] }>().data;
    expect((await onDeposit('verify', made?._id ?? '', 'manager')).statusCode).toBe(422);
    expect((await onDeposit('verify', made?._id ?? '', 'admin')).statusCode).toBe(200);
  });
});
