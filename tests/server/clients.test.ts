import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ClientRecord } from '../../contract/client.ts';
import type { SettlementRule } from '../../contract/settlement-rule.ts';
import { newId } from '../../server/ids.ts';
import { sendForm } from '../support/loan-file.ts';
import {
  GST,
  GST_START,
  PAN,
  contractOf as contractFor,
  profileOf,
} from '../support/lender-contract.ts';
import { testServer } from '../support/server.ts';

/* Issue 4, part 4: a client is what a lender's contract has, stored whole or not at all. */

const server = testServer();

const contractOf = (change: object = {}) => contractFor(server.people.manager.id, change);

const create = (body: object) => server.call('POST', '/clients', { as: 'admin', body });

async function addClient(change: object = {}): Promise<string> {
  const answer = await create(contractOf(change));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ _id: string }>()._id;
}

async function readClient(id: string): Promise<ClientRecord> {
  return server.taken('GET', `/clients/${id}`, { as: 'admin' });
}

async function storedCount(): Promise<number> {
  const { rows } = await server.db.execute<{ n: number }>(sql`select (
    (select count(*) from clients) + (select count(*) from portfolios) + (select count(*) from client_policies)
    + (select count(*) from contact_persons) + (select count(*) from incentive_structures)
    + (select count(*) from success_fees))::int as n`);
  return rows[0]?.n ?? -1;
}

/** A create or an upload as a form with files. */
async function sendContract(
  path: string,
  fields: Record<string, unknown>,
  files: readonly { name: string; bytes: string }[],
) {
  const told = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
  return sendForm(server, 'POST', path, {
    as: 'admin',
    fields: Object.fromEntries(told) as object,
    files: files.map(({ name, bytes }) => ['policy', name, bytes] as const),
  });
}

const pdf = (text: string) => `%PDF-1.4\n${text}\n%%EOF`;

const limits = (percent: number, amount: number | null) =>
  profileOf({ managerWaiverPercent: percent, customerApprovalLimit: amount });

describe('a new client', () => {
  it('has everything that its contract has, mended where it was typed loosely', async () => {
    const client = await readClient(await addClient());
    expect(client).toMatchObject({
      gst: GST,
      pan: PAN,
      contactFrom: '09:00',
      contactTo: '18:30',
      callerIdSeries: '1600220xxx',
      revision: 1,
      loanCount: 0,
      portfolios: [{ name: 'Home 2026', startsOn: '2026-04-01', endsOn: null, loanCount: 0 }],
      successFees: [{ product: 'Home Loan', bucket: null, feePercent: 7.55, minimumFee: null }],
      contacts: [{ name: 'Rekha Joshi', phone: '+919876501234', email: null }],
      managers: [{ _id: server.people.manager.id }],
    });
    expect(client.incentives).toEqual([
      {
        roleType: 'COLLECTOR',
        slabs: [
          { fromAmount: 0, percent: null, fixedAmount: 500 },
          { fromAmount: 100000, percent: 1.25, fixedAmount: null },
        ],
      },
    ]);
  });

  it('has the limits of its contract in the settlement rules too, whichever of the two is changed', async () => {
    const figures = async (id: string) => {
      const path = '/settlement-rules';
      const rules = await server.taken<{ data: SettlementRule[] }>('GET', path, { as: 'admin' });
      const rule = rules.data.find(({ clientId }) => clientId === id);
      const { revision, managerWaiverPercent, customerApprovalLimit } = await readClient(id);
      const contract = [managerWaiverPercent, customerApprovalLimit];
      return { rule, revision, both: [contract, [rule?.managerPercent, rule?.clientAmount]] };
    };
    const id = await addClient({ profile: limits(10, 900_000) });
    const change = async (profile: object) => {
      const body = { revision: (await figures(id)).revision, profile };
      return server.call('PUT', `/clients/${id}`, { as: 'admin', body });
    };
    const bothAre = async (percent: number, amount: number | null) => {
      const { both } = await figures(id);
      expect(both).toEqual([
        [percent, amount],
        [percent, amount],
      ]);
    };
    await bothAre(10, 900_000);
    expect((await change(limits(12, 500_000))).statusCode).toBe(200);
    await bothAre(12, 500_000);
    // What the client's own people may give away is the client's to raise.
    const raised = await change(limits(12, null));
    expect(raised.json()).toMatchObject({ code: 'CLIENT_DECIDES' });
    await bothAre(12, 500_000);
    const { rule } = await figures(id);
    const body = { ...rule, managerPercent: 20, clientAmount: 400_000 };
    await server.taken('PUT', `/settlement-rules/${id}`, { as: 'admin', body });
    await bothAre(20, 400_000);
    const { rule: last } = await figures(id);
    expect((await change({ ...limits(20, 400_000), address: 'Elsewhere' })).statusCode).toBe(200);
    expect((await figures(id)).rule?.revision).toBe(last?.revision);
    // An older client's two differ: a change of one limit leaves the other.
    await server.db.execute(
      sql`update settlement_rules set client_amount = 300000 where client_id = ${id}`,
    );
    expect((await change(limits(15, 400_000))).statusCode).toBe(200);
    expect((await figures(id)).both).toEqual([
      [15, 400_000],
      [15, 300_000],
    ]);
  });

  it('and its settlement rules say who changed them under an open form, and only what moved their figures is a change', async () => {
    const id = await addClient({ profile: limits(10, 900_000) });
    const path = `/settlement-rules/${id}`;
    const contract = (profile: object, revision: number) =>
      server.call('PUT', `/clients/${id}`, { as: 'admin', body: { revision, profile } });
    const { revision: opened } = await readClient(id);
    const { data } = await server.taken<{ data: SettlementRule[] }>('GET', '/settlement-rules', {
      as: 'admin',
    });
    const rule = data.find(({ clientId }) => clientId === id);
    const body = { ...rule, graceDays: 5 };
    const graced = await server.taken<SettlementRule>('PUT', path, { as: 'admin', body });
    expect((await contract(limits(12, 900_000), opened)).statusCode).toBe(200);
    const stale = await server.call('PUT', path, { as: 'superadmin', body: graced });
    expect(stale.json()).toMatchObject({
      code: 'STALE_RULES',
      details: { changedBy: 'Test admin' },
    });
    const { revision: open } = await readClient(id);
    const moved = { ...graced, revision: graced.revision + 1, managerPercent: 20 };
    await server.taken('PUT', path, { as: 'superadmin', body: moved });
    expect((await contract(limits(12, 900_000), open)).json()).toMatchObject({
      details: { changedBy: 'Test superadmin' },
    });
  });

  it('is in the audit trail, without anybody’s phone number', async () => {
    const id = await addClient();
    const { rows } = await server.db.execute<{ action: string; details: object }>(
      sql`select action, details from audit_log where entity_id = ${id}`,
    );
    expect(rows).toMatchObject([{ action: 'client.create' }]);
    expect(JSON.stringify(rows)).not.toContain('98765');
  });

  it.each([
    [
      'a GST number with a wrong check character',
      { gst: `${GST_START}0` === GST ? `${GST_START}1` : `${GST_START}0` },
      'profile.gst',
    ],
    ['a GST number of another PAN', { pan: 'AABCS9999K' }, 'profile.gst'],
    ['a PAN that is none', { gst: '', pan: 'ABC' }, 'profile.pan'],
    ['contact hours before 8 AM', { contactFrom: '07:00' }, 'profile.contactFrom'],
    [
      'contact hours that end before they begin',
      { contactFrom: '18:00', contactTo: '10:00' },
      'profile.contactTo',
    ],
    ['no name', { Client_Name: '  ' }, 'profile.Client_Name'],
  ])('with %s is refused at its field, and nothing is stored', async (_, change, path) => {
    const before = await storedCount();
    const answer = await create(contractOf({ profile: profileOf(change) }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path }] });
    expect(await storedCount()).toBe(before);
  });

  it('can’t set a step twice, a fee twice, or a step that is both a share and a sum', async () => {
    const step = { fromAmount: 0, percent: 1, fixedAmount: null };
    const fee = { product: 'X', bucket: '', feePercent: 1, minimumFee: null };
    const wrong = [
      { incentives: [{ roleType: 'COLLECTOR', slabs: [step, step] }] },
      { incentives: [{ roleType: 'COLLECTOR', slabs: [{ ...step, fixedAmount: 5 }] }] },
      { incentives: [{ roleType: 'COLLECTOR', slabs: [] }] },
      { successFees: [fee, fee] },
      { successFees: [{ ...fee, feePercent: 1.234 }] },
    ];
    for (const change of wrong)
      expect((await create(contractOf(change))).statusCode, JSON.stringify(change)).toBe(400);
  });

  it('can’t take another’s name or code, whatever their case', async () => {
    const id = await addClient();
    const { Client_Name: name, code } = await readClient(id);
    const sameName = await create(
      contractOf({ profile: profileOf({ Client_Name: name.toUpperCase() }) }),
    );
    expect(sameName.statusCode).toBe(409);
    expect(sameName.json()).toMatchObject({
      code: 'CLIENT_NAME_TAKEN',
      details: [{ path: 'profile.Client_Name' }],
    });
    const sameCode = await create(
      contractOf({ profile: profileOf({ code: code?.toLowerCase() }) }),
    );
    expect(sameCode.json()).toMatchObject({ code: 'CLIENT_CODE_TAKEN' });
  });

  it.each([
    ['two spaces', 'Axis  Home'],
    ['a space that does not break', 'Axis\u00a0Home'],
    ['nothing visible between', 'Axis \u200bHome'],
    ['Cyrillic letters', '\u0410\u0445is Home'],
    ['full-width letters', '\uff21xis Home'],
  ])('can’t have a name that looks like another’s: %s', async (_, alike) => {
    const name = `Axis Home ${newId().slice(-12)}`;
    const first = await create(contractOf({ profile: profileOf({ Client_Name: name }) }));
    expect(first.statusCode).toBe(200);
    const answer = await create(
      contractOf({ profile: profileOf({ Client_Name: name.replace('Axis Home', alike) }) }),
    );
    expect(answer.json()).toMatchObject({ code: 'CLIENT_NAME_TAKEN' });
  });

  it('that two people add at once is there once', async () => {
    const contract = contractOf();
    const answers = await Promise.all([create(contract), create(contract), create(contract)]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
  });

  it('brings its policies; one that is no document takes everything back', async () => {
    const before = await storedCount();
    const refused = await sendContract('/clients', contractOf(), [
      { name: 'fair-practice.pdf', bytes: pdf('one') },
      { name: 'trick.pdf', bytes: '<html><script>alert(1)</script></html>' },
    ]);
    expect(refused.statusCode).toBe(415);
    expect(await storedCount()).toBe(before);
    const taken = await sendContract('/clients', contractOf(), [
      { name: '../fair-practice.pdf', bytes: pdf('one') },
    ]);
    expect(taken.statusCode, taken.body).toBe(200);
    const client = await readClient(taken.json<{ _id: string }>()._id);
    expect(client.policies).toMatchObject([
      { name: 'fair-practice.pdf', contentType: 'application/pdf' },
    ]);
  });
});

describe('a policy', () => {
  it('is downloaded as an attachment of its true type, never sniffed, by whoever sees its client', async () => {
    const { X, Y } = server.clients;
    const added = await sendContract(`/clients/${X.id}/policies`, {}, [
      { name: 'नीति.pdf', bytes: pdf('policy') },
    ]);
    expect(added.statusCode, added.body).toBe(200);
    const policyId = added.json<{ data: { _id: string }[] }>().data[0]?._id ?? '';
    for (const as of ['admin', 'clientadmin'] as const) {
      const file = await server.call('GET', `/clients/${X.id}/policies/${policyId}`, { as });
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-disposition']).toMatch(/^attachment/);
      expect(file.headers['content-type']).toContain('application/pdf');
      expect(file.headers['x-content-type-options']).toBe('nosniff');
      expect(file.body).toBe(pdf('policy'));
    }
    // Under another client's id it is not there, and strangers find nothing.
    const elsewhere = await server.call('GET', `/clients/${Y.id}/policies/${policyId}`, {
      as: 'admin',
    });
    expect(elsewhere.statusCode).toBe(404);
    await server.taken('DELETE', `/clients/${X.id}/policies/${policyId}`, {
      as: 'admin',
    });
    const gone = await server.call('GET', `/clients/${X.id}/policies/${policyId}`, { as: 'admin' });
    expect(gone.statusCode).toBe(404);
  });
});
