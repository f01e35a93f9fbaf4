import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../contract/call.ts';
import type { LoanRecord, loanEntryCalls } from '../../contract/loan-entry.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

type Entered = CallAnswer<typeof loanEntryCalls.enterLoan>;

const server = testServer();

const enter = async (values: Record<string, string>, more: object = {}) =>
  (
    await server.call('PUT', '/loans/manual/entry', {
      as: 'admin',
      body: { Client_Name: server.clients.X.name, values, ...more },
    })
  ).json<Entered>();

const read = async (id: string, as: PersonName = 'admin') =>
  (await server.call('GET', `/loans/id/${id}`, { as })).json<LoanDetail>();

const change = async (as: PersonName, body: object) =>
  server.call('PUT', '/loans/single/loan', { as, body });

describe('a loan entered by hand', () => {
  it('is understood as a row of a file is', async () => {
    const { success, _id = '' } = await enter({
      Loan_ID: 'HAND-1',
      Customer_Name: 'Asha Rao',
      Mobile_Number: '+91 98200 12345',
      Total_Due_Amount: '1,23,456.00',
      Due_Date: '05-10-2026',
      DPD: '45',
    });
    expect(success).toBe(true);
    expect(await read(_id)).toMatchObject({
      Loan_ID: 'HAND-1',
      Total_Due_Amount: 123_456,
      Due_Date: '2026-10-05',
      DPD: 45,
      status: 'ACTIVE',
      managerId: null,
    });
  });

  it('is refused field by field, and stored not at all', async () => {
    const wrong = await enter(
      { Customer_Name: 'Asha', Total_Due_Amount: 'plenty', Mobile_Number: '12' },
      { Client_Name: 'Nobody Ltd', periodEndsOn: '2020-01-01' },
    );
    expect(wrong.success).toBe(false);
    expect(wrong.errors?.map(({ field }) => field)).toEqual([
      'Client_Name',
      'Loan_ID',
      'Mobile_Number',
      'Total_Due_Amount',
      'periodEndsOn',
    ]);
  });

  it('is refused when the number is taken, even by one who enters it at the same moment', async () => {
    const values = { Loan_ID: 'HAND-2', Customer_Name: 'Asha', Total_Due_Amount: '10' };
    const both = await Promise.all([enter(values), enter(values)]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
    expect(both.flatMap(({ errors }) => errors?.map(({ field }) => field) ?? [])).toEqual([
      'Loan_ID',
    ]);
  });
});

describe('a loan changed by hand', () => {
  it('is changed on the revision that was seen, and every change is kept', async () => {
    const id = await server.addLoan({ managerId: server.people.manager.id, city: 'Pune' });
    const { revision } = await read(id);
    const changed = await change('admin', {
      _id: id,
      revision,
      changes: {
        City: { from: 'Pune', to: 'Nashik' },
        Total_Due_Amount: { from: '5000', to: '6,500' },
      },
      periodEndsOn: '31-12-2098',
    });
    expect(changed.json<{ data: LoanDetail }>().data).toMatchObject({
      City: 'Nashik',
      Total_Due_Amount: 6500,
      periodEndsOn: '2098-12-31',
    });
    const record = (
      await server.call('GET', `/loans/record/${id}`, { as: 'manager' })
    ).json<LoanRecord>();
    const changes = record.changes.map(({ field, newValue }) => [field, newValue]);
    expect(Object.fromEntries(changes)).toEqual({
      City: 'Nashik',
      Total_Due_Amount: '6500',
      periodEndsOn: '2098-12-31',
    });
    expect(record.changes[0]?.changedBy).toBe('Test admin');
  });

  it('tells both values when somebody else changed the same field meanwhile, and only then', async () => {
    const id = await server.addLoan({ city: 'Pune', branch: 'A' });
    const { revision } = await read(id);
    await change('admin', { _id: id, revision, changes: { City: { from: 'Pune', to: 'Nashik' } } });
    const refused = await change('admin', {
      _id: id,
      revision,
      changes: { City: { from: 'Pune', to: 'Satara' } },
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      details: { conflicts: [{ field: 'City', yours: 'Satara', theirs: 'Nashik' }] },
    });
    const other = await change('admin', {
      _id: id,
      revision,
      changes: { Branch: { from: 'A', to: 'B' } },
    });
    expect(other.json<{ data: LoanDetail }>().data).toMatchObject({ City: 'Nashik', Branch: 'B' });
  });

  it('by its manager: what no money hangs on', async () => {
    const id = await server.addLoan({ managerId: server.people.manager.id, city: 'Pune' });
    const { revision } = await read(id);
    const to = (field: string, value: string) =>
      change('manager', { _id: id, revision, changes: { [field]: { from: null, to: value } } });
    const asked = { Total_Due_Amount: '0', Bucket: '6', DPD: '200', Product: 'Gold Loan' };
    for (const [field, value] of Object.entries(asked))
      expect((await to(field, value)).statusCode, field).toBe(403);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', revision });
    expect((await to('City', 'Nashik')).statusCode).toBe(200);
  });

  it('by the customer: contact data, dues and period of its own client’s loans only', async () => {
    const id = await server.addLoan({ mobileNumber: '9820012345' });
    const { revision, Mobile_Number: seen } = await read(id, 'customer');
    expect(seen).toContain('•');
    const mine = {
      _id: id,
      revision,
      changes: { Mobile_Number: { from: seen, to: '9820054321' } },
    };
    expect((await change('customer', mine)).statusCode).toBe(200);
    expect((await read(id)).Mobile_Number).toContain('9820054321');
    const product = { _id: id, revision, changes: { Product: { from: null, to: 'Gold' } } };
    expect((await change('customer', product)).statusCode).toBe(403);
    expect((await change('customerOfY', mine)).statusCode).toBe(404);
    expect((await change('collector', mine)).statusCode).toBe(403);
  });

  it('says so when nothing would be changed, as with fields put beside `changes`', async () => {
    const id = await server.addLoan({ city: 'Pune' });
    const { revision } = await read(id);
    for (const fields of [{ City: 'Nashik' }, { changes: {} }, {}]) {
      const refused = await change('admin', { _id: id, revision, ...fields });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({
        details: [{ path: 'changes', code: 'nothing-changed' }],
      });
    }
    expect(await read(id)).toMatchObject({ City: 'Pune', revision });
  });

  it('names the fields that are wrong', async () => {
    const id = await server.addLoan();
    const refused = await change('admin', {
      _id: id,
      revision: 1,
      changes: { Pincode: { from: null, to: '12' } },
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ details: [{ path: 'Pincode' }] });
  });
});
