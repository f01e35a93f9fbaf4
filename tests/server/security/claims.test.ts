import { expect, it } from 'vitest';
import { refuseForeignClaims } from '../../../server/access/claims.ts';
import { actorOfToken } from '../../../server/identity/session.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

/** What the first manager is told of a request that says this; null: nothing against it. */
async function refusalOf(...parts: unknown[]): Promise<unknown> {
  const actor = await actorOfToken(server.db, server.people.manager.token, false);
  if (!actor) throw new Error('The manager is not logged in.');
  return refuseForeignClaims(server.db, actor, parts).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}

it('looks for people wherever a request may name them, in lists and in what lies in them too', async () => {
  const own = server.people.collector.id;
  const foreign = server.people.collector3.id;
  const saying = (collectorId: string): unknown[] => [
    { collectorId },
    [{ collectorId }],
    { filter: { managerId: collectorId } },
    { orders: [{ _id: 'x' }, { agentId: collectorId }] },
    { collectorId: [own, collectorId] },
  ];
  for (const part of saying(own)) expect(await refusalOf(part)).toBeNull();
  for (const part of saying(foreign))
    expect(await refusalOf({}, part), JSON.stringify(part)).toBe('FOREIGN_PERSON');
});

it('looks for lenders and user names in lists too', async () => {
  expect(await refusalOf([{ clientName: server.clients.Y.name }])).toBe('FOREIGN_CLIENT');
  expect(await refusalOf([{ clientName: server.clients.X.name }])).toBeNull();
  expect(await refusalOf([{ username: 'collector3' }])).toBe('FOREIGN_USERNAME');
});
