import { expect, it } from 'vitest';
import { businessDay } from '../../server/clock.ts';
import { PLAIN_TERMS } from '../support/incentive-terms.ts';
import { testServer } from '../support/server.ts';

/* Two people read a record and both save it: the later is told, and what the first saved stays. */

const today = businessDay('Asia/Kolkata');
const server = testServer();

interface Seen {
  readonly revision: number;
  readonly [field: string]: unknown;
}

/** A record that two people change: how it is read, and a change of it to one of several values. */
interface Kind {
  readonly read: () => Promise<Seen>;
  readonly change: (value: number, seen: Seen) => readonly [path: string, body: object];
}

const ask = async <Answer>(path: string): Promise<Answer> => {
  return server.taken<Answer>('GET', path, { as: 'admin' });
};

const oneOf = async (path: string, isIt: (row: Seen) => boolean): Promise<Seen> => {
  const { data } = await ask<{ data: Seen[] }>(path);
  return data.find(isIt) ?? { revision: 0 };
};

const structure = (cap: number) => ({
  roleType: 'COLLECTOR',
  validFrom: today,
  validTo: null,
  terms: { ...PLAIN_TERMS, parts: [], cap },
});

const target = (amount: number) => ({ ownerId: server.people.collector.id, month: today, amount });

const KINDS: Readonly<Record<string, Kind>> = {
  'an incentive structure': {
    read: async () => oneOf('/incentive-structures', (row) => row['roleType'] === 'COLLECTOR'),
    change: (value) => [`/incentive-structures/${server.clients.X.id}`, structure(value)],
  },
  'a target': {
    read: async () => oneOf('/targets', (row) => row['ownerId'] === server.people.collector.id),
    change: (value, { revision }) => ['/targets', { targets: [{ ...target(value), revision }] }],
  },
  "a month's costs": {
    read: async () => ask(`/revenues/costs/${server.people.collector.id}`),
    change: (salary, { revision }) => [
      '/revenues/costs',
      { month: today, costs: [{ personId: server.people.collector.id, salary, revision }] },
    ],
  },
  "a lender's fee agreement": {
    read: async () => ask(`/fee-agreements/${server.clients.X.id}`),
    change: (visitFee) => [
      `/fee-agreements/${server.clients.X.id}`,
      { validFrom: today, terms: { rates: [], visitFee, gstPercent: 18, tdsPercent: 2 } },
    ],
  },
  'a rule of attribution': {
    read: async () => oneOf('/attribution-rules', (row) => row['clientId'] === server.clients.X.id),
    change: (withinDays) => [
      `/attribution-rules/${server.clients.X.id}`,
      { validFrom: today, parts: [{ basis: 'PROMISE', percent: 100, withinDays }] },
    ],
  },
  'who sends invoices': {
    read: async () => ask('/invoicing-details'),
    change: (value) => [
      '/invoicing-details',
      { name: `Agency ${value}`, address: 'Pune', gst: '', pan: '', bank: 'Bank', prefix: 'INV' },
    ],
  },
  'an order of loans': {
    read: async () => oneOf('/sorting-rules', (row) => row['lenderId'] === server.clients.X.id),
    change: (value) => [
      '/sorting-rules',
      {
        lenderId: server.clients.X.id,
        keys: [{ field: 'DPD', isDescending: value % 2 === 0 }],
      },
    ],
  },
  'what an agent can take': {
    read: async () =>
      oneOf('/agent-skills?pageSize=200', (row) => row['_id'] === server.people.collector.id),
    change: (capacity) => [`/agent-skills/${server.people.collector.id}`, { capacity }],
  },
  'how backups are made': {
    read: async () => ask('/backups/settings'),
    change: (keepDaily, { at, recipient, isScheduled, keepWeekly, keepMonthly }) => [
      '/backups/settings',
      { at, recipient, isScheduled, keepWeekly, keepMonthly, keepDaily },
    ],
  },
  'a contact person': {
    read: async () => oneOf('/contacts', () => true),
    change: (value, { _id }) => [
      `/contacts/${String(_id)}`,
      { name: `Nandita ${value}`, phone: '9822012345', designation: '', matter: '', email: '' },
    ],
  },
};

const save = async (
  { change }: Kind,
  as: 'admin' | 'superadmin',
  value: number,
  seen: Seen,
): Promise<[number, string]> => {
  const [path, body] = change(value, seen);
  const given = { revision: seen.revision, ...body };
  const answer = await server.call('PUT', path, { as, body: given });
  if (answer.statusCode === 200) return [200, 'OK'];
  const { code, details } = answer.json<{ code: string; details?: { changedBy: string } }>();
  return [answer.statusCode, details === undefined ? code : `${code} ${details.changedBy}`];
};

it.each(Object.entries(KINDS))('%s: whoever saves later is told', async (name, kind) => {
  if (name === 'a contact person')
    await server.call('POST', '/contacts', {
      as: 'admin',
      body: {
        name: 'Nandita Rao',
        phone: '9822012345',
        designation: '',
        matter: '',
        email: '',
        clientId: server.clients.X.id,
      },
    });
  const first = await kind.read();
  expect(await save(kind, 'admin', 2, first)).toEqual([200, 'OK']);
  const stored = await kind.read();
  expect(stored.revision).not.toBe(first.revision);
  const late = await save(kind, 'superadmin', 3, first);
  expect(late).toEqual([409, expect.stringMatching(/^STALE_REVISION Test admin$|_STANDS$/)]);
  expect(await kind.read()).toEqual(stored);
  const both = await Promise.all([
    save(kind, 'admin', 4, stored),
    save(kind, 'superadmin', 5, stored),
  ]);
  expect(both.toSorted(([one], [other]) => one - other)).toEqual([
    [200, 'OK'],
    [409, expect.stringMatching(/^STALE_REVISION Test (?:super)?admin$/)],
  ]);
});

it.each(['named', 'matching'] as const)(
  'whoever was told of allocations, of loans %s, overwrites those at once, and none that came after',
  async (how) => {
    const { collector, collector2, manager } = server.people;
    const loan = await server.addLoan({ managerId: manager.id, city: `Town ${how}` });
    const asked = { query: { city: `Town ${how}` } };
    const list = await server.taken<Seen & { asOf: string; data: Seen[] }>('GET', '/loans', {
      as: 'manager',
      ...asked,
    });
    const give = async (as: 'admin' | 'manager', seen: object, collectorId: string) => {
      const one = [{ _id: loan, collectorId, ...seen }];
      const all = { matching: asked.query, collectorId, ...seen };
      const body = how === 'named' || as === 'admin' ? one : all;
      const answer = await server.call('PUT', '/loans/assign/collector', { as, body });
      const { details } = answer.json<{ details?: { asOf: string } }>();
      return { status: answer.statusCode, told: { asOf: details?.asOf } };
    };
    expect(await give('admin', {}, collector2.id)).toMatchObject({ status: 200 });
    const seen = how === 'named' ? { revision: list.data[0]?.revision } : { asOf: list.asOf };
    const late = await give('manager', seen, collector.id);
    expect(late).toMatchObject({ status: 409 });
    expect(await give('manager', late.told, collector.id)).toMatchObject({ status: 200 });
    const now = await server.taken<Seen>('GET', `/loans/id/${loan}`, { as: 'admin' });
    const { revision } = now;
    expect(await give('admin', { revision }, collector2.id)).toMatchObject({ status: 200 });
    expect(await give('manager', late.told, collector.id)).toMatchObject({ status: 409 });
  },
);
