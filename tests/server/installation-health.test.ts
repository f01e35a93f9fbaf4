import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { HealthCheck } from '../../contract/organisation-dashboard.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const checks = async () => {
  const { checks: all } = await server.taken<{ checks: HealthCheck[] }>(
    'GET',
    '/organisation/health',
    { as: 'admin' },
  );
  return Object.fromEntries(all.map((check) => [check.name, check]));
};
const dialer = async () => (await checks())['dialer'];
const verify = () => server.call('POST', '/organisation/audit-verification', { as: 'admin' });

const backups = async () => (await checks())['backups'];
const setBackups = (change: SQL) => server.db.execute(sql`update backup_settings set ${change}`);
const backUp = async (hours: number, drill: string) => {
  await server.db.execute(sql`delete from backups`);
  await server.db.execute(sql`insert into backups (id, state, snapshot_at, drill_state)
    values (${newId()}, 'DONE', now() - make_interval(hours => ${hours}), ${drill})`);
};

describe('the test of the installation', () => {
  it('finds a fresh installation well', async () => {
    const found = await checks();
    expect(Object.keys(found)).toHaveLength(12);
    expect(found['migrations']).toMatchObject({ state: 'GOOD', facts: { missing: 0, foreign: 0 } });
    expect(found['jobs']).toMatchObject({ state: 'GOOD', facts: { waiting: 0, failed: 0 } });
    expect(found['versions']).toMatchObject({ facts: { node: process.versions.node } });
    expect(Number(found['database']?.facts['megabytes'])).toBeGreaterThan(0);
    expect(Number(found['disk']?.facts['freeMegabytes'])).toBeGreaterThan(0);
    for (const check of Object.values(found)) expect(check.facts).not.toHaveProperty('unreadable');
  });

  it('says what is missing in the database', async () => {
    await server.ownerDb.execute(sql`delete from schema_migration where name = '0009_house.sql'`);
    expect((await checks())['migrations']).toMatchObject({
      state: 'BROKEN',
      facts: { missing: 1 },
    });
    await server.ownerDb.execute(
      sql`insert into schema_migration (name, checksum) values ('0009_house.sql', 'x')`,
    );
  });

  it('misses a backup of the last day that was tried out, the more the longer there is none', async () => {
    expect(await backups()).toMatchObject({ state: 'WATCH', facts: { keys: 0, lastGoodAt: null } });
    await setBackups(sql`recipient = 'age1x', since = now() - interval '1 hour'`);
    expect(await backups()).toMatchObject({ state: 'WATCH', facts: { keys: 1, lastGoodAt: null } });
    await setBackups(sql`since = now() - interval '80 hours'`);
    expect(await backups()).toMatchObject({ state: 'BROKEN' });
    await backUp(20, 'PASSED');
    expect(await backups()).toMatchObject({ state: 'GOOD', facts: { hours: 20, drilled: 1 } });
    await backUp(20, 'NOT_POSSIBLE');
    expect(await backups()).toMatchObject({ state: 'WATCH', facts: { drilled: 0 } });
    await backUp(30, 'PASSED');
    expect(await backups()).toMatchObject({ state: 'WATCH' });
    await backUp(20, 'FAILED');
    expect(await backups()).toMatchObject({ state: 'BROKEN', facts: { lastGoodAt: null } });
  });

  it('says that nobody leads the dialer while a campaign runs, and only then', async () => {
    const campaign = newId();
    await server.db.execute(sql`insert into campaigns (id, name) values (${campaign}, 'Pred')`);
    const enter = (state: string) =>
      server.db.execute(sql`update campaigns set state = ${state} where id = ${campaign}`);
    await server.db.execute(sql`delete from dialer_engine`);
    expect(await dialer()).toMatchObject({ state: 'GOOD', facts: { campaigns: 0 } });
    await enter('RUNNING');
    expect(await dialer()).toMatchObject({ state: 'BROKEN', facts: { campaigns: 1 } });
    await server.db.execute(sql`insert into dialer_engine (only_one) values (true)`);
    await expect.poll(async () => (await dialer())?.state).toBe('GOOD');
    await enter('PAUSED');
  });

  it('verifies the audit trail on request and remembers it', async () => {
    expect((await checks())['audit']).toMatchObject({
      state: 'WATCH',
      facts: { verifiedAt: null },
    });
    expect((await verify()).json()).toMatchObject({ isEnd: true, brokenAt: null });
    const second = (await verify()).json<{ from: number; to: number; newest: number }>();
    expect(second).toMatchObject({ from: 1, to: second.newest, isEnd: true, brokenAt: null });
    expect((await checks())['audit']).toMatchObject({ state: 'GOOD', facts: { isEnd: 1 } });
  });

  it('names the first row of the audit trail that was edited', async () => {
    await server.ownerDb.execute(sql`alter table audit_log disable trigger user`);
    await server.ownerDb.execute(sql`update audit_log set action = 'nothing' where sequence = 1`);
    await server.ownerDb.execute(sql`alter table audit_log enable trigger user`);
    expect((await verify()).json()).toMatchObject({ brokenAt: 1 });
    expect((await checks())['audit']).toMatchObject({ state: 'BROKEN', facts: { brokenAt: 1 } });
  });
});
