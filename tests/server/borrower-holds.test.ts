import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pendingList, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { callOf } from '../support/work.ts';

/** Who has died owes nothing by telephone: all of the borrower's loans are held, for every lender, until that is corrected. */

const server = testServer();
let phones = 7_300_000_000;
const aNumber = () => String((phones += 1));

async function loanOf(more: object): Promise<string> {
  const { collector, manager } = server.people;
  return server.addLoan({ collectorId: collector.id, managerId: manager.id, ...more });
}

/** A borrower's loan, others of the same, and some that only look like it. */
async function borrower() {
  const mobileNumber = aNumber();
  const pan = `ABCPK${mobileNumber.slice(-4)}L`;
  const customerName = `Asha ${mobileNumber}`;
  const told = await loanOf({ customerName, mobileNumber, otherColumns: { PAN: pan } });
  const same = [
    await loanOf({
      customerName: ` ${customerName.toUpperCase()} `,
      mobileNumber: aNumber(),
      alternateMobileNumber: `+91 ${mobileNumber}`,
    }),
    await loanOf({ customerName, mobileNumber, client: 'Y' }),
    await loanOf({ mobileNumber: aNumber(), otherColumns: { 'PAN No': ` ${pan.toLowerCase()} ` } }),
  ];
  const others = [
    await loanOf({ customerName: 'Her husband', mobileNumber }),
    await loanOf({ customerName, mobileNumber: aNumber() }),
  ];
  return { told, same, others };
}

/** The held ones of these loans, with what they are held for. */
async function held(loanIds: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await server.db.execute<{ id: string; kind: string }>(sql`
    select h.loan_id as id, h.kind from contact_holds h where h.ended_at is null
      and h.loan_id = any(${sql.param(loanIds)}::uuid[])`);
  return Object.fromEntries(rows.map(({ id, kind }) => [id, kind]));
}

const allAs = (loanIds: readonly string[], kind: string) =>
  Object.fromEntries(loanIds.map((id) => [id, kind]));

async function record(loanId: string, disposition: string): Promise<string> {
  const body = callOf(loanId, { disposition, personMet: 'Sister' });
  await server.taken('POST', '/call-disposition', { as: 'collector', body });
  return body._id;
}

const correct = (id: string, disposition: string) =>
  server.taken('PUT', '/call-disposition/single', {
    as: 'collector',
    body: { _id: id, disposition, reason: 'Chosen by mistake' },
  });

it('a death holds the borrower’s other loans too, and nobody else’s', async () => {
  const { told, same, others } = await borrower();
  const all = [told, ...same, ...others];
  await record(told, 'DECEASED');
  expect(await held(all)).toEqual(allAs([told, ...same], 'BEREAVEMENT'));
  const [first = ''] = same;
  const query = { loanId: first, channel: 'CALL' };
  const gate = await server.taken<object>('GET', '/contact-gate', { as: 'collector', query });
  expect(gate).toMatchObject({ isAllowed: false, reason: 'BEREAVEMENT' });
});

it('what was chosen by mistake gives the loans back once it is corrected, what a manager ended stays ended', async () => {
  const { told, same, others } = await borrower();
  const all = [told, ...same, ...others];
  const id = await record(told, 'DECEASED');
  const [first = ''] = same;
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from contact_holds where loan_id = ${first}`,
  );
  await server.taken('PUT', `/contact-holds/${rows[0]?.id}/end`, {
    as: 'manager',
    body: { note: 'Another person of this name' },
  });
  await correct(id, 'DISPUTE');
  expect(await held(all)).toEqual({ [told]: 'DISPUTE' });
  await correct(id, 'RINGING');
  expect(await held(all)).toEqual({});
  await correct(id, 'DECEASED');
  expect(await held(all)).toEqual(allAs([told, ...same.slice(1)], 'BEREAVEMENT'));
  await server.taken('DELETE', '/call-disposition', { as: 'collector', body: [id] });
  expect(await held(all)).toEqual({});
  await server.taken('POST', '/call-disposition/restore', { as: 'collector', body: { ids: [id] } });
  expect(await held(all)).toEqual(allAs([told, ...same.slice(1)], 'BEREAVEMENT'));
});

it('a correction gives nothing back of what another contact of the loan says too', async () => {
  const loanId = await loanOf({ mobileNumber: aNumber() });
  const first = await record(loanId, 'DECEASED');
  await record(loanId, 'DECEASED');
  await correct(first, 'RINGING');
  expect(await held([loanId])).toEqual({ [loanId]: 'BEREAVEMENT' });
});

it('what many lenders write where they know no tax number makes nobody the dead borrower', async () => {
  for (const PAN of ['NA', 'NOT AVAILABLE', 'XXXXX1234X', 'AAAAA0000A', '']) {
    const told = await loanOf({ mobileNumber: aNumber(), otherColumns: { PAN } });
    const stranger = await loanOf({
      customerName: 'Somebody else',
      mobileNumber: aNumber(),
      otherColumns: { PAN },
    });
    await record(told, 'DECEASED');
    expect(await held([told, stranger]), PAN).toEqual(allAs([told], 'BEREAVEMENT'));
  }
});

it('contacts that are taken out together give back what they held together', async () => {
  const { told, same } = await borrower();
  const ids = [await record(told, 'DECEASED'), await record(told, 'DECEASED')];
  await server.taken('DELETE', '/call-disposition', { as: 'collector', body: ids });
  expect(await held([told, ...same])).toEqual({});
});

it('one contact less gives nothing back while another, of whichever loan, says that the borrower has died', async () => {
  const { told, same } = await borrower();
  const first = await record(told, 'DECEASED');
  const again = await record(told, 'DECEASED');
  await correct(first, 'RINGING');
  const all = allAs([told, ...same], 'BEREAVEMENT');
  expect(await held([told, ...same])).toEqual(all);
  const [other = ''] = same;
  const elsewhere = await record(other, 'DECEASED');
  await correct(again, 'RINGING');
  expect(await held([told, ...same])).toEqual(all);
  await correct(elsewhere, 'RINGING');
  expect(await held([told, ...same])).toEqual({});
});

it('a loan that comes later of who has died is held from its first day, imported or entered by hand', async () => {
  const { told } = await borrower();
  const { rows } = await server.db.execute<{ name: string; number: string; pan: string }>(
    sql`select customer_name as name, mobile_number as number, other_columns ->> 'PAN' as pan from loans where id = ${told}`,
  );
  const [{ name, number, pan } = { name: '', number: '', pan: '' }] = rows;
  await record(told, 'DECEASED');
  const file = `Loan_ID,Customer_Name,Mobile_Number,Product,Total_Due_Amount,PAN
D-1,${name},+91 ${number},PL,1000,
D-2,Written otherwise,${aNumber()},PL,1000,${pan}
D-3,Her neighbour,${number},PL,1000,NA`;
  expect((await verified(server, await pendingList(server, file))).state).toBe('DONE');
  const values = { Loan_ID: 'D-4', Customer_Name: name, Mobile_Number: number };
  const { _id: entered } = await server.taken<{ _id: string }>('PUT', '/loans/manual/entry', {
    as: 'admin',
    body: {
      Client_Name: server.clients.X.name,
      values: { ...values, Product: 'PL', Total_Due_Amount: '1000' },
    },
  });
  const found = await server.db.execute<{ id: string; number: string }>(
    sql`select id, loan_number as number from loans where loan_number like 'D-%'`,
  );
  const idOf = (loan: string) => found.rows.find((row) => row.number === loan)?.id ?? '';
  expect(await held(found.rows.map(({ id }) => id))).toEqual(
    allAs([idOf('D-1'), idOf('D-2'), entered], 'BEREAVEMENT'),
  );
});

it('a loan that was deleted when its borrower died is held once it is back', async () => {
  const { told, same } = await borrower();
  const [other = ''] = same;
  await server.taken('DELETE', '/loans', { as: 'admin', body: [other] });
  await record(told, 'DECEASED');
  expect(await held([other])).toEqual({});
  await server.taken('PUT', '/loans/restore', { as: 'admin', body: { loanIds: [other] } });
  expect(await held([other])).toEqual({ [other]: 'BEREAVEMENT' });
});
