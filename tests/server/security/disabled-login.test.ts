import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { LoginAnswer } from '../../../contract/auth.ts';
import { testPassword, testServer } from '../../support/server.ts';

const server = testServer();

it('says that the account is disabled to who has the right password, by every door and without counting it', async () => {
  const { id, email } = server.people.fieldagent;
  const setDisabled = async (at: SQL) =>
    server.db.execute(sql`update users set disabled_at = ${at} where id = ${id}`);
  const logIn = async (path: string, password = testPassword) =>
    server.call('POST', path, { as: null, body: { email, password } });
  await setDisabled(sql`now()`);
  const answers = new Set<string>();
  for (let time = 0; time <= 10; time += 1)
    answers.add((await logIn(time % 2 === 0 ? '/login' : '/client/login')).body);
  expect([...answers].map((answer) => JSON.parse(answer) as LoginAnswer)).toEqual([
    { auth: false, isDisabled: true, error: expect.stringContaining('disabled') },
  ]);
  expect(
    (await logIn('/login', 'not the password')).json<LoginAnswer>().isDisabled,
  ).toBeUndefined();
  await setDisabled(sql`null`);
  expect((await logIn('/login')).json()).toMatchObject({ auth: true });
});
