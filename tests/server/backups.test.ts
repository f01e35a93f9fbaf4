import { copyFile, readdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Backup, BackupSettings } from '../../contract/backups.ts';
import { jobSentence } from '../../contract/job-words.ts';
import { folderPlace } from '../../server/backups/folder-place.ts';
import { newId } from '../../server/ids.ts';
import { applicationRole } from '../../server/database/embedded-postgres.ts';
import { backupDesk, backupKey, countRows, restoreInto } from '../support/backups.ts';
import { emptyDatabase, onCluster } from '../support/postgres.ts';
import { personNames, testServer } from '../support/server.ts';

const server = testServer();
let key: Awaited<ReturnType<typeof backupKey>>;

beforeAll(async () => {
  key = await backupKey();
});

const desk = backupDesk(
  () => server,
  () => key.recipient,
);
const { save, list, one, made, toldOf } = desk;

beforeEach(async () => desk.clear());

describe('a backup that an admin makes', () => {
  it('is tried out, can be fetched and holds what was there', async () => {
    const loanId = await server.addLoan();
    const backup = await made();
    expect(backup).toMatchObject({
      state: 'DONE',
      drillState: 'PASSED',
      problem: null,
      createdBy: 'Test admin',
      isScheduled: false,
      mayRemove: false,
    });
    expect(backup.doneRows).toBe(backup.expectedRows);
    const file = await server.call('GET', `/backups/${backup._id}/file`, { as: 'admin' });
    expect(file.headers['content-disposition']).toContain(backup.fileName);
    expect(file.rawPayload.length).toBe(backup.size);
    const target = await emptyDatabase();
    try {
      await restoreInto(target.url, file.rawPayload, key.identity);
      const found = await countRows(target.url, `select 1 from loans where id = '${loanId}'`);
      expect(found).toBe(1);
    } finally {
      await target.close();
    }
    const answer = await server.call('GET', '/backups/settings', { as: 'admin' });
    const { lastGoodAt, lastDrillAt } = answer.json<BackupSettings>();
    expect([lastGoodAt, lastDrillAt]).toEqual([backup.snapshotAt, backup.drillAt]);
    const audit = await server.db.execute<{ action: string }>(
      sql`select action from audit_log where entity_id = ${backup._id} order by sequence`,
    );
    expect(audit.rows.map(({ action }) => action)).toEqual([
      'backup.make',
      'backup.made',
      'backup.download',
    ]);
  });

  it('is not begun twice, nor without a key', async () => {
    await server.db.execute(
      sql`insert into backups (id, state, started_at) values (${newId()}, 'FAILED', now())`,
    );
    const [first, second] = await Promise.all(
      [1, 2].map(async () => server.call('POST', '/backups', { as: 'admin', body: {} })),
    );
    expect(first?.json<Backup>()._id).toBe(second?.json<Backup>()._id);
    await expect.poll(async () => (await one(first?.json<Backup>()._id ?? ''))?.state).toBe('DONE');
    await save({ recipient: null });
    const refused = await server.call('POST', '/backups', { as: 'admin', body: {} });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'NO_BACKUP_KEY' });
  });

  it('for a key with a slip that an earlier version took says so, and hinders no other setting', async () => {
    const slip = key.recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    expect((await save({ recipient: slip })).statusCode).toBe(400);
    await server.db.execute(sql`update backup_settings set recipient = ${slip}`);
    expect((await save({ recipient: slip, at: '03:00' })).statusCode).toBe(200);
    const backup = await made();
    expect(backup.state).toBe('FAILED');
    expect(backup.problem).toBe(jobSentence('backup-key-mistyped', {}));
    expect((await save()).statusCode).toBe(200);
  });

  it('fails with a sentence, and admins are told, when its place can not be written to', async () => {
    const { dataDir } = server.context.settings;
    await rm(join(dataDir, 'backups'), { recursive: true, force: true });
    await writeFile(join(dataDir, 'backups'), 'in the way');
    try {
      const backup = await made();
      expect(backup).toMatchObject({ state: 'FAILED', mayRemove: true });
      expect(backup.problem).toContain('Nothing can be written to');
      expect(await toldOf('BACKUP_FAILED')).toBe(1);
    } finally {
      await rm(join(dataDir, 'backups'));
    }
  });

  it('is found damaged, or gone, when it is checked', async () => {
    const backup = await made();
    const check = async () => {
      await server.call('PUT', `/backups/${backup._id}/check`, { as: 'admin' });
      await expect.poll(async () => (await one(backup._id))?.checkState).toMatch(/GOOD|BAD/);
      return one(backup._id);
    };
    expect(await check()).toMatchObject({ checkState: 'GOOD', state: 'DONE' });
    const path = join(server.context.settings.backupDir, backup.fileName ?? '');
    await writeFile(path, 'not any more');
    expect(await check()).toMatchObject({ checkState: 'BAD', state: 'DONE' });
    await rm(path);
    expect(await check()).toMatchObject({ checkState: 'BAD', state: 'GONE' });
    expect(await toldOf('BACKUP_FAILED')).toBeGreaterThan(0);
    const file = await server.call('GET', `/backups/${backup._id}/file`, { as: 'admin' });
    expect(file.statusCode).toBe(404);
  });

  it('says which files it lacks that rows vouch for; admins are told of a lack once', async () => {
    const { fileStore } = server.context;
    const name = async (key: string) =>
      server.db
        .execute(sql`insert into client_policies (id, client_id, name, content_type, size, sha256, store_key)
        values (${newId()}, ${server.clients.X.id}, 'Terms', 'application/pdf', 1, 'x', ${key})`);
    try {
      await fileStore.write('policies/there', Buffer.from('x'));
      await name('policies/there');
      await name('policies/gone');
      const [lacking] = [await made(), await made()];
      expect(lacking).toMatchObject({
        drillState: 'PASSED',
        drillProblem: expect.stringContaining('1, files/policies/gone among') as string,
      });
      expect(await toldOf('BACKUP_FAILED')).toBe(1);
    } finally {
      await server.db.execute(sql`delete from client_policies`);
    }
  });

  it('stays while it is the last good one, and goes with its file when it is not', async () => {
    const first = await made();
    const refused = await server.call('DELETE', `/backups/${first._id}`, { as: 'admin' });
    expect(refused.statusCode).toBe(409);
    await made();
    const place = folderPlace(server.context.settings.backupDir);
    expect(await place.sizeOf(first.fileName ?? '')).toBe(first.size);
    await server.taken('DELETE', `/backups/${first._id}`, { as: 'superadmin' });
    expect(await place.sizeOf(first.fileName ?? '')).toBeNull();
  });

  it('leaves no scratch database and no half file, its own and those of killed ones', async () => {
    const own = await server.db.execute<{ oid: string }>(
      sql`select oid::text as oid from pg_database where datname = current_database()`,
    );
    const id = newId().replaceAll('-', '');
    const killed = `recoup_drill_${own.rows[0]?.oid}_${id}`;
    // Another organisation's in the same cluster may be in work.
    const others = `recoup_drill_1_${id}`;
    for (const name of [killed, others])
      await onCluster(`create database ${name} owner ${applicationRole}`);
    await made();
    const place = server.context.settings.backupDir;
    await writeFile(join(place, 'recoup-old.backup.part'), 'half');
    await utimes(join(place, 'recoup-old.backup.part'), 0, 0);
    await made();
    expect((await readdir(place)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const left = await server.db.execute(
      sql`select datname as name from pg_database where datname in (${killed}, ${others})`,
    );
    await onCluster(`drop database ${others}`);
    expect(left.rows).toEqual([{ name: others }]);
  });
});

/** What everybody hears who is no admin. */
const codesOf = async (method: 'GET' | 'PUT' | 'DELETE', path: string) =>
  Promise.all(
    personNames
      .filter((name) => !['ADMIN', 'SUPER_ADMIN'].includes(server.people[name].role))
      .map(async (as) => (await server.call(method, path, { as })).statusCode),
  );

describe('whoever reaches for a backup', () => {
  it('by its id, guessed or real, without being an admin is refused alike', async () => {
    const backup = await made();
    for (const id of [backup._id, newId()])
      for (const [method, path] of [
        ['GET', `/backups/${id}/file`],
        ['PUT', `/backups/${id}/check`],
        ['DELETE', `/backups/${id}`],
      ] as const)
        expect(new Set(await codesOf(method, path)), `${method} ${path}`).toEqual(new Set([403]));
    expect((await one(backup._id))?.checkState).toBeNull();
    for (const wrong of ['..%2F..%2Fserver.lock', 'recoup-1.backup', '%00'])
      expect(
        (await server.call('GET', `/backups/${wrong}/file`, { as: 'admin' })).statusCode,
      ).toBeLessThan(500);
    const none = await server.call('GET', `/backups/${newId()}/file`, { as: 'admin' });
    expect(none.statusCode).toBe(404);
  });

  it('has the admins told when backups are made for another key, once, whoever set it', async () => {
    await made();
    expect(await toldOf('BACKUP_KEY_CHANGED')).toBe(0);
    // Not by the screen: nothing is written into the audit trail then.
    const thief = await backupKey();
    await server.db.execute(sql`update backup_settings set recipient = ${thief.recipient}`);
    await made();
    await made();
    expect(await toldOf('BACKUP_KEY_CHANGED')).toBe(1);
  });

  it('and puts half a file in the place of a whole one is found out by its length', async () => {
    const [first, second] = [await made(), await made()];
    const folder = server.context.settings.backupDir;
    const [whole, half] = [join(folder, first.fileName ?? ''), join(folder, 'recoup-x.part')];
    await copyFile(join(folder, second.fileName ?? ''), half);
    await truncate(half, (second.size ?? 0) / 2);
    await rename(half, whole);
    await server.upkeep.runNow('backup files');
    await server.upkeep.runNow('backup files');
    expect(await one(first._id)).toMatchObject({ state: 'DONE', checkState: 'BAD' });
    expect(await one(second._id)).toMatchObject({ state: 'DONE', checkState: null });
    expect(await toldOf('BACKUP_FAILED')).toBe(1);
  });

  it('and takes it away while it is tried out gets a refusal', async () => {
    await server.db.execute(sql`insert into backups (id, state) values (${newId()}, 'DRILLING')`);
    const [inWork] = await list();
    const refused = await server.call('DELETE', `/backups/${inWork?._id}`, { as: 'admin' });
    expect(refused.statusCode).toBe(409);
  });
});

describe('settings of backups', () => {
  it.each([
    ['a private key', { recipient: 'AGE-SECRET-KEY-1QQQ' }],
    ['another text', { recipient: 'age1abc' }],
    // No backup could be made to it.
    ['a key with a slip in it', { recipient: `age1${'q'.repeat(58)}` }],
    ['no time of day', { at: '25:00' }],
    ['keeping none', { keepDaily: 0 }],
  ])('refuse %s', async (_, change) => {
    expect((await save(change)).statusCode).toBe(400);
  });
});
