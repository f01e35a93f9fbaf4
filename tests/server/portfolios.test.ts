import { beforeAll, describe, expect, it } from 'vitest';
import type { Portfolio } from '../../contract/portfolio.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

/* Portfolios: parts of a lender's book, kept by its client admin. */

const server = testServer();

beforeAll(async () => {
  await server.addLoan({ product: 'Home Loan', bucket: '1', totalDueAmount: 7000 });
  await server.addLoan({ product: 'Home Loan', bucket: '3' });
  await server.addLoan({ product: 'Home Loan', bucket: '1', client: 'Y' });
});

const portfolio = (name: string, change: object = {}) => ({
  name,
  products: ['Home Loan'],
  buckets: ['1'],
  startsOn: '2026-04-01',
  endsOn: '31-03-2027',
  ...change,
});

const add = (as: PersonName, body: object) => server.call('POST', '/portfolios', { as, body });
const list = async (as: PersonName, query: Record<string, string> = {}) =>
  (await server.call('GET', '/portfolios', { as, query })).json<{
    data: Portfolio[];
    totalCount: number;
  }>();

describe('a client admin', () => {
  it('adds a portfolio to its own client and sees the loans that it covers', async () => {
    const answer = await add('clientadmin', portfolio('Homes early'));
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = await list('clientadmin', { search: 'homes' });
    expect(data).toMatchObject([
      {
        name: 'Homes early',
        clientId: server.clients.X.id,
        loanCount: 1,
        dueAmount: 7000,
        endsOn: '2027-03-31',
      },
    ]);
  });

  it('finds another lender’s portfolios neither in its list nor by their ids', async () => {
    const { Y } = server.clients;
    const foreign = await add('admin', { ...portfolio('Of Y'), clientId: Y.id });
    const id = foreign.json<{ _id: string }>()._id;
    expect((await list('clientadmin')).data.map((each) => each.name)).not.toContain('Of Y');
    expect((await list('clientadmin', { clientId: Y.id })).totalCount).toBe(0);
    const path = `/portfolios/${id}`;
    const changed = await server.call('PUT', path, {
      as: 'clientadmin',
      body: { ...portfolio('Mine'), revision: 1 },
    });
    expect(changed.statusCode).toBe(404);
    expect((await server.call('DELETE', path, { as: 'clientadmin' })).statusCode).toBe(404);
    const into = await add('clientadmin', { ...portfolio('Into Y'), clientId: Y.id });
    expect(into.statusCode).toBe(404);
  });

  it('is told when a name is there already, a period ends before it begins, or somebody was first', async () => {
    const id = (await add('clientadmin', portfolio('Gold'))).json<{ _id: string }>()._id;
    const twice = await add('clientadmin', portfolio('GOLD'));
    expect(twice.statusCode).toBe(409);
    expect(twice.json()).toMatchObject({ details: [{ path: 'name' }] });
    const backwards = await add('clientadmin', portfolio('Back', { endsOn: '2026-01-01' }));
    expect(backwards.json()).toMatchObject({ details: [{ path: 'endsOn' }] });
    const change = () =>
      server.call('PUT', `/portfolios/${id}`, {
        as: 'clientadmin',
        body: { ...portfolio('Gold'), buckets: [], revision: 1 },
      });
    const answers = await Promise.all([change(), change()]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
  });

  it('removes a portfolio; the loans stay', async () => {
    const id = (await add('clientadmin', portfolio('Short'))).json<{ _id: string }>()._id;
    await server.taken('DELETE', `/portfolios/${id}`, { as: 'clientadmin' });
    expect((await list('clientadmin', { search: 'Short' })).totalCount).toBe(0);
    const loans = await server.call('GET', '/loans', { as: 'clientadmin' });
    expect(loans.json()).toMatchObject({ totalCount: 2 });
  });
});

it('an admin names the client, and nobody else has portfolios at all', async () => {
  expect((await add('admin', portfolio('Nowhere'))).statusCode).toBe(400);
  for (const as of ['customer', 'client', 'manager', 'collector', 'partner'] as const)
    expect((await add(as, portfolio('Not mine'))).statusCode, as).toBe(403);
});
