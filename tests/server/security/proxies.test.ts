import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;

/** Where failed logins are counted, whose request came with this X-Forwarded-For. */
async function placesOf(forwarded: readonly string[]): Promise<string[]> {
  await server.db.execute(sql`delete from rate_limits`);
  for (const chain of forwarded)
    await server.call('POST', '/login', {
      as: null,
      body: { email: 'nobody@test.recoup', password: 'a wrong password' },
      headers: { 'x-forwarded-for': chain },
    });
  const { rows } = await server.db.execute<{ key: string }>(
    sql`select key from rate_limits where key like 'failed-login:%' order by key`,
  );
  return rows.map(({ key }) => key.replace('failed-login:', ''));
}

const FORGED = ['203.0.113.7', '10.9.8.1, 203.0.113.7', '10.9.8.2, 1.1.1.1, 203.0.113.7'];

describe.each([
  ['0', ['127.0.0.1']],
  ['1', ['203.0.113.7']],
  ['2', ['1.1.1.1', '10.9.8.1', '203.0.113.7']],
])('behind %s proxies', (proxies, places) => {
  beforeAll(async () => {
    server = await startTestServer({ LOG_LEVEL: 'silent', TRUST_PROXY: proxies });
  });
  afterAll(async () => server.close());

  it('a caller is at the address that the outermost of them saw, whatever it says before that', async () => {
    expect(await placesOf(FORGED)).toEqual(places);
  });
});
