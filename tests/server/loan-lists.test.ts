import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { loansVisibleTo } from '../../server/access/scope.ts';
import {
  amongLoans,
  offersOfFewStatement,
  offersOfManyStatement,
} from '../../server/loans/loan-offers.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  const { people } = server;
  const held = { managerId: people.manager.id, collectorId: people.collector.id };
  await server.addLoan({ ...held, totalDueAmount: 700, city: 'Pune', bucket: '1' });
  await server.addLoan({
    ...held,
    client: 'Y',
    totalDueAmount: 50,
    fieldAgentId: people.fieldagent.id,
  });
  await server.addLoan({ client: 'Y', managerId: people.manager2.id, totalDueAmount: null });
  await server.addLoan({ totalDueAmount: 9, city: 'Salem', bucket: '' });
  // What is over is neither held nor due; the manager of a paid loan stays its manager.
  await server.addLoan({ managerId: people.manager.id, totalDueAmount: 5, status: 'PAID' });
  await server.addLoan({ totalDueAmount: 3, city: 'Agra', status: 'DELETED' });
});

interface Assigned {
  data: { fullName: string; role: string; loanCount: number; dueAmount: number }[];
  total: object;
  unassigned: object;
}

const askAssigned = (as: PersonName | null) => server.call('GET', '/loans/total/assigned', { as });

const list = (as: PersonName, query: Record<string, string>) =>
  server.call('GET', '/loans/loan2', { as, query });

async function numbersBy(sort: string): Promise<string[]> {
  const answer = await server.call('GET', '/loans', { as: 'admin', query: { sort } });
  return answer
    .json<{ data: { Client_Name: string; Loan_ID: string }[] }>()
    .data.map((loan) => `${loan.Client_Name} ${loan.Loan_ID}`);
}

async function assignedTo(as: PersonName): Promise<Assigned> {
  const answer = await askAssigned(as);
  expect(answer.statusCode).toBe(200);
  return answer.json<Assigned>();
}

const briefly = ({ data }: Assigned) =>
  data.map((one) => [one.fullName, one.loanCount, one.dueAmount]);

describe('what is assigned in all', () => {
  it('is told by person, in total, and what nobody works', async () => {
    const told = await assignedTo('admin');
    expect(briefly(told)).toEqual([
      ['Test collector', 2, 750],
      ['Test manager', 2, 750],
      ['Test fieldagent', 1, 50],
      ['Test manager2', 1, 0],
    ]);
    expect(told).toMatchObject({
      total: { loanCount: 4, dueAmount: 759 },
      unassigned: { loanCount: 2, dueAmount: 9 },
    });
  });

  it('is of its own loans and people for everyone else', async () => {
    expect(briefly(await assignedTo('manager2'))).toEqual([['Test manager2', 1, 0]]);
    const lender = await assignedTo('clientadmin');
    expect(briefly(lender)).toEqual([
      ['Test collector', 1, 700],
      ['Test manager', 1, 700],
    ]);
    expect(lender.total).toEqual({ loanCount: 2, dueAmount: 709 });
    // A partner names its manager, not that manager's people.
    expect(briefly(await assignedTo('partner'))).toEqual([['Test manager', 2, 750]]);
  });

  it('is for those who read lists of loans', async () => {
    expect((await askAssigned(null)).statusCode).toBe(401);
    for (const as of ['collector', 'fieldagent', 'client'] as const)
      expect((await askAssigned(as)).statusCode).toBe(403);
  });
});

describe("a lender's loans", () => {
  it('are listed by its name, page by page, until a page is empty', async () => {
    const name = server.clients.Y.name;
    const page = await list('admin', { client: name, page: '1' });
    expect(page.json()).toMatchObject({ totalCount: 2, isCountExact: true, page: 1, pageSize: 10 });
    expect((await list('admin', { client: name, page: '2' })).json()).toMatchObject({
      data: [],
      totalCount: 2,
    });
    expect((await list('admin', { page: '1' })).json()).toMatchObject({ totalCount: 5 });
    expect((await list('clientadmin', {})).json()).toMatchObject({ totalCount: 3 });
  });

  it('of another lender are refused, as is a lender unknown', async () => {
    expect((await list('customer', { client: server.clients.Y.name })).statusCode).toBe(403);
    expect((await list('admin', { client: 'Nobody Bank' })).json()).toMatchObject({
      totalCount: 0,
    });
    expect((await list('admin', { page: 'two' })).statusCode).toBe(400);
    expect((await list('collector', {})).statusCode).toBe(403);
  });
});

describe('a list of loans', () => {
  it('has what was added last in front', async () => {
    const added = await server.addLoan({ customerName: 'Just Added', status: 'ACTIVE' });
    const answer = await server.call('GET', '/loans', { as: 'admin' });
    expect(answer.json<{ data: { _id: string }[] }>().data[0]?._id).toBe(added);
    await server.db.execute(sql`delete from loans where id = ${added}`);
  });

  it('comes in the order of the lenders and their numbers, both ways', async () => {
    const up = await numbersBy('Client_Name');
    expect(up).toHaveLength(5);
    expect(up).toEqual([...up].sort());
    expect(await numbersBy('-Client_Name')).toEqual(up.toReversed());
  });
});

describe('what the filters offer', () => {
  it.each(['admin', 'manager', 'manager2', 'clientadmin'] as const)(
    'is the same to %s whether few loans are read or each value is looked up',
    async (name) => {
      const { id: userId, role } = server.people[name];
      const visible = loansVisibleTo({
        userId,
        role,
        clientId: name === 'clientadmin' ? server.clients.X.id : null,
        username: '',
        fullName: '',
        managerId: null,
        clientName: null,
        location: null,
        sessionId: null,
      });
      const few = await server.db.execute(offersOfFewStatement(visible));
      const many = await server.db.execute(offersOfManyStatement(amongLoans(visible)));
      expect(many.rows).toEqual(few.rows);
    },
  );

  it('leaves out empty values and deleted loans', async () => {
    const answer = await server.call('GET', '/loans/getDistinctBucketClients', { as: 'admin' });
    expect(answer.json()).toMatchObject({ buckets: ['1'], cities: ['Pune', 'Salem'] });
  });
});
