import { expect, it } from 'vitest';
import type { LoginAnswer } from '../../../contract/auth.ts';
import { testPassword, testServer } from '../../support/server.ts';
import type { PersonName } from '../../support/server.ts';

const server = testServer();

const read = (path: string, token: string) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
const freshToken = async (name: PersonName) => {
  const body = { email: server.people[name].email, password: testPassword };
  return (await server.call('POST', '/login', { as: null, body })).json<LoginAnswer>().token ?? '';
};
const part = async (token: string) =>
  (await read('/device/vault-key', token)).json<{ vaultKey: string; userId: string }>();

it('a session is told its user’s part of the vault’s key and whose it is, the same in each, and nobody else', async () => {
  const token = await freshToken('collector');
  const told = await part(token);
  expect(told.vaultKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(told.userId).toBe(server.people.collector.id);
  expect(await part(await freshToken('collector'))).toEqual(told);
  expect((await part(await freshToken('manager'))).vaultKey).not.toBe(told.vaultKey);
  await read('/collector/auth/logout', token);
  expect((await read('/device/vault-key', token)).statusCode).toBe(401);
});
