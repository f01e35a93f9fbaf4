import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  const { people } = server;
  const held = { managerId: people.manager.id, collectorId: people.collector.id };
  await server.addLoan(held);
  await server.addLoan({ ...held, client: 'Y' });
  await server.addLoan({ client: 'Y', managerId: people.manager2.id });
});

/** Names and loads of those whom the caller may choose. */
async function offeredTo(as: PersonName): Promise<[string, number][]> {
  const answer = await server.call('GET', '/loans/assignees', { as });
  expect(answer.statusCode).toBe(200);
  const { data } = answer.json<{ data: { fullName: string; loanCount: number }[] }>();
  return data.map((person) => [person.fullName, person.loanCount]);
}

describe('whom loans can be given to', () => {
  it('is everyone who works loans for the admin, with their loads', async () => {
    const offered = await offeredTo('admin');
    expect(offered).toHaveLength(7);
    expect(offered).toContainEqual(['Test collector', 2]);
    expect(offered).toContainEqual(['Test manager2', 1]);
    expect(offered).toContainEqual(['Test collector3', 0]);
  });

  it('is its own people for a manager', async () => {
    expect(await offeredTo('manager')).toEqual([
      ['Test collector', 2],
      ['Test collector2', 0],
      ['Test fieldagent', 0],
      ['Test manager', 2],
    ]);
  });

  it('is those it made for a partner', async () => {
    expect(await offeredTo('partner')).toEqual([['Test manager', 2]]);
  });

  it("is who has its loans for a lender's admin, counting its own loans only", async () => {
    expect(await offeredTo('clientadmin')).toEqual([
      ['Test collector', 1],
      ['Test manager', 1],
    ]);
  });

  it('is told to nobody else', async () => {
    expect((await server.call('GET', '/loans/assignees', { as: null })).statusCode).toBe(401);
    for (const as of ['collector', 'fieldagent', 'customer', 'client'] as const)
      expect((await server.call('GET', '/loans/assignees', { as })).statusCode).toBe(403);
  });
});
