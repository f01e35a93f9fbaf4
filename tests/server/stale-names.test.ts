import { expect, it } from 'vitest';
import { partnerDesk } from '../support/partners.ts';
import { inCity, ruleOf } from '../support/rule-book.ts';
import { testServer } from '../support/server.ts';

/* Whoever saves on a record that was changed since it was read is told by whom. */

const server = testServer();
const { createdId } = partnerDesk(() => server);

/** A record as an admin reads it, the address that changes it, as it stood when it was read. */
interface Stood {
  readonly path: string;
  readonly seen: { readonly revision: number; readonly [field: string]: unknown };
}

const ofLender = async (path: string): Promise<Stood['seen']> => {
  const { data } = await server.taken<{ data: (Stood['seen'] & { clientId: string })[] }>(
    'GET',
    path,
    { as: 'admin' },
  );
  const found = data.find(({ clientId }) => clientId === server.clients.X.id);
  if (found === undefined) throw new Error('The lender is not listed.');
  return found;
};

const made = async (path: string, as: 'admin' | 'clientadmin', body: object) => {
  const { _id } = await server.taken<{ _id: string }>('POST', path, { as, body });
  return { path: `${path}/${_id}`, seen: { ...body, revision: 1 } };
};

const KINDS: Readonly<Record<string, () => Promise<Stood>>> = {
  partner: async () => {
    const path = `/partner/id/${await createdId()}`;
    const { data } = await server.taken<{ data: Stood['seen'] }>('GET', path, { as: 'admin' });
    return { path, seen: data };
  },
  policy: async () => ({
    path: `/contact-policies/${server.clients.X.id}`,
    seen: await ofLender('/contact-policies'),
  }),
  format: async () => ({
    path: `/client-exports/${server.clients.X.id}`,
    seen: await ofLender('/client-exports'),
  }),
  chart: async () =>
    made('/data-visualizations', 'admin', {
      name: 'Dues',
      category: 'MANAGER',
      kind: 'BAR',
      question: { measure: 'dueAmount', by: 'client' },
    }),
  portfolio: async () =>
    made('/portfolios', 'clientadmin', {
      name: 'Homes',
      products: ['Home Loan'],
      buckets: ['1'],
      startsOn: '2026-04-01',
      endsOn: '31-03-2027',
    }),
  rule: async () => {
    const body = ruleOf('Metro', [inCity('Pune')]);
    const path = '/allocation-rules';
    await server.taken('POST', path, { as: 'admin', body });
    const { data } = await server.taken<{ data: { _id: string }[] }>('GET', path, { as: 'admin' });
    return { path: `${path}/${String(data[0]?._id)}`, seen: { ...body, revision: 1 } };
  },
  'promise rule': async () => ({
    path: `/promise-rules/${server.clients.X.id}`,
    seen: { graceDays: 1, tolerancePercent: 0, managerFrom: 10_000, revision: 0 },
  }),
  'settlement rule': async () => ({
    path: `/settlement-rules/${server.clients.X.id}`,
    seen: await ofLender('/settlement-rules'),
  }),
  client: async () => {
    const path = `/clients/${server.clients.X.id}`;
    const { revision } = await server.taken<Stood['seen']>('GET', path, { as: 'admin' });
    return { path, seen: { revision, managerIds: [] } };
  },
};

it.each(Object.entries(KINDS))('a %s: by name', async (_kind, prepare) => {
  const { path, seen } = await prepare();
  const save = async (as: 'superadmin' | 'admin') => server.call('PUT', path, { as, body: seen });
  const first = await save('superadmin');
  expect(first.statusCode, first.body).toBe(200);
  const late = await save('admin');
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    {
      code: expect.stringMatching(/^STALE_R/) as string,
      details: { changedBy: 'Test superadmin', changedAt: expect.any(String) as string },
    },
  ]);
});
