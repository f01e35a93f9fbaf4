import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { LoanDetail } from '../../contract/loan.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

const addLoan = () =>
  server.addLoan({
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
    fieldAgentId: server.people.fieldagent.id,
    mobileNumber: '9000000001',
    city: 'Pune',
  });
const edit = (loanId: string, revision: number, changes: object, as: PersonName = 'collector') =>
  server.call('PUT', '/loans/edit', { as, body: { _id: loanId, revision, changes } });

async function loanNow(id: string): Promise<LoanDetail> {
  return (await server.call('GET', `/loans/id/${id}`, { as: 'admin' })).json();
}

async function changesOf(loanId: string) {
  const found = await server.db
    .execute(sql`select field, old_value, new_value, is_conflict, changed_by
    from loan_changes where loan_id = ${loanId} order by changed_at, field`);
  return found.rows;
}

describe('correcting a loan', () => {
  it('changes the given fields, notes each with who did it, and finds it by the new number', async () => {
    const loanId = await addLoan();
    const answer = await edit(loanId, 1, { Mobile_Number: '98765 43210', City: '' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      loan: { Mobile_Number: '98765 43210', City: null },
      conflicts: [],
    });
    const by = server.people.collector.id;
    expect(await changesOf(loanId)).toEqual([
      { field: 'City', old_value: 'Pune', new_value: null, is_conflict: false, changed_by: by },
      {
        field: 'Mobile_Number',
        old_value: '9000000001',
        new_value: '98765 43210',
        is_conflict: false,
        changed_by: by,
      },
    ]);
  });

  it('merges edits of different fields made on the same revision', async () => {
    const loanId = await addLoan();
    await edit(loanId, 1, { City: 'Nashik' });
    const second = await edit(loanId, 1, { Pincode: '411001' }, 'fieldagent');
    expect(second.json()).toMatchObject({ conflicts: [] });
    expect(await loanNow(loanId)).toMatchObject({ City: 'Nashik', Pincode: '411001' });
  });

  it('sets aside what someone else changed meanwhile, keeps both values, and is harmless to repeat', async () => {
    const loanId = await addLoan();
    await edit(loanId, 1, { City: 'Nashik' });
    for (let round = 0; round < 2; round += 1) {
      const late = await edit(loanId, 1, { City: 'Nagpur', State: 'MH' }, 'fieldagent');
      expect(late.json()).toMatchObject({
        loan: { City: 'Nashik', State: 'MH' },
        conflicts: [{ field: 'City', stands: 'Nashik', offered: 'Nagpur' }],
      });
    }
    const kept = (await changesOf(loanId)).filter((row) => row['is_conflict']);
    expect(kept).toMatchObject([{ field: 'City', old_value: 'Nashik', new_value: 'Nagpur' }]);
    const onNew = await edit(
      loanId,
      (await loanNow(loanId)).revision,
      { City: 'Nagpur' },
      'fieldagent',
    );
    expect(onNew.json()).toMatchObject({ conflicts: [], loan: { City: 'Nagpur' } });
  });

  it('takes an import for someone else, and own earlier edits for own', async () => {
    const loanId = await addLoan();
    await server.db.execute(sql`update loans set city = 'Satara' where id = ${loanId}`);
    expect((await edit(loanId, 1, { City: 'Sangli' })).json()).toMatchObject({
      conflicts: [{ field: 'City', stands: 'Satara', offered: 'Sangli' }],
    });
    await edit(loanId, 1, { Address: 'one' });
    expect((await edit(loanId, 1, { Address: 'two' })).json()).toMatchObject({ conflicts: [] });
    expect(await loanNow(loanId)).toMatchObject({ Address: 'two', City: 'Satara' });
  });

  it.each([
    ['Mobile_Number', 'mobile_number', 'call me', 'not-a-phone'],
    ['Alternate_Mobile_Number', 'alternate_mobile_number', '12', 'not-a-phone'],
    ['Email', 'email', 'none at all', 'not-an-email'],
    ['Pincode', 'pincode', '4110', 'not-a-pincode'],
  ])(
    'takes no wrong %s, and leaves one that a lender sent alone',
    async (field, column, wrong, code) => {
      const loanId = await addLoan();
      const refused = await edit(loanId, 1, { [field]: wrong, City: 'Goa' });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ details: [{ path: `changes.${field}`, code }] });
      await server.db.execute(
        sql`update loans set ${sql.identifier(column)} = ${wrong} where id = ${loanId}`,
      );
      const { revision } = await loanNow(loanId);
      const answer = await edit(loanId, revision, { [field]: wrong, City: 'Goa' });
      expect(answer.json()).toMatchObject({ loan: { [field]: wrong, City: 'Goa' }, conflicts: [] });
      const emptied = await edit(loanId, revision, { [field]: '' });
      expect(emptied.json()).toMatchObject({ loan: { [field]: null } });
    },
  );

  it("refuses other fields and other people's loans", async () => {
    const loanId = await addLoan();
    expect((await edit(loanId, 1, { Total_Due_Amount: 1 })).statusCode).toBe(400);
    await edit(loanId, 1, { City: 'Goa', Total_Due_Amount: 1, collectorId: undefined });
    expect(await loanNow(loanId)).toMatchObject({ Total_Due_Amount: 5000 });
    expect((await edit(loanId, 1, { City: 'X' }, 'collector2')).statusCode).toBe(404);
    expect((await edit(newId(), 1, { City: 'X' })).statusCode).toBe(404);
  });
});
