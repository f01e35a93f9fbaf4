import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../contract/backups.ts';
import { newId } from '../../server/ids.ts';
import { backupPlace } from '../../server/backups/backup-places.ts';
import type { BackupPlace } from '../../server/backups/backup-place.ts';
import { readSettings } from '../../server/settings.ts';
import { backupKey, countRows, restoreInto, unscheduled } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { startS3Double } from '../support/s3-double.ts';
import type { S3Double } from '../support/s3-double.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const MEGABYTE = 1024 * 1024;
let store: S3Double;
let server: TestServer;
let place: BackupPlace;

const env = (url: string) => ({
  BACKUP_S3_URL: url,
  BACKUP_S3_KEY_ID: store.keyId,
  BACKUP_S3_SECRET: 'secret of the test',
});

const placeOf = (url: string) => backupPlace(readSettings(env(url)));

beforeAll(async () => {
  store = await startS3Double('safe');
  place = placeOf(`${store.url}/agency`);
  server = await startTestServer(env(`${store.url}/agency`));
});

afterAll(async () => {
  await server.close();
  await store.close();
});

/** So many megabytes that differ. */
async function* megabytes(count: number, failAfter = count): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) {
    if (at === failAfter) throw new Error('The database went away.');
    yield Buffer.alloc(MEGABYTE, at);
  }
}

const asAdmin = { as: 'admin' } as const;

const newest = async () =>
  (await server.call('GET', '/backups', asAdmin)).json<{ data: Backup[] }>().data[0];

async function made(): Promise<Backup | undefined> {
  await server.call('POST', '/backups', { ...asAdmin, body: {} });
  await expect.poll(async () => (await newest())?.state).toMatch(/DONE|FAILED/);
  return newest();
}

/** A backup in the store that was made a moment ago, as its row says; the newest one may not be removed. */
async function stored(name: string): Promise<string> {
  const id = newId();
  const { size, sha256 } = await place.put(name, megabytes(1));
  await server.db.execute(sql`insert into backups
    (id, created_by, state, file_name, size, sha256, started_at, finished_at, snapshot_at)
    values (${id}, ${server.people.admin.id}, 'DONE', ${name}, ${size}, ${sha256}, now(), now(), now())`);
  return id;
}

describe('a store of the S3 protocol', () => {
  it('keeps a file of several parts whole, and tells its size and hash', async () => {
    const whole = await buffer(megabytes(37));
    const put = await place.put('recoup-many.backup', megabytes(37));
    expect(put).toEqual({
      size: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
    });
    expect(store.objects.get('agency/recoup-many.backup')?.equals(whole)).toBe(true);
    expect((await buffer(await place.read('recoup-many.backup'))).equals(whole)).toBe(true);
    expect(await place.sizeOf('recoup-many.backup')).toBe(whole.length);
    await place.remove('recoup-many.backup');
    expect(await place.sizeOf('recoup-many.backup')).toBeNull();
    await expect(place.read('recoup-many.backup')).rejects.toThrow(/no longer in/);
  });

  it('shows nothing of a file whose making broke off, and keeps none of its parts', async () => {
    await expect(place.put('recoup-half.backup', megabytes(40, 34))).rejects.toThrow(/went away/);
    expect(await place.sizeOf('recoup-half.backup')).toBeNull();
    expect(store.begun()).toEqual([]);
  });

  it('sweeps what a killed process began, but not what is in work', async () => {
    for (const name of ['recoup-killed.backup', 'recoup-now.backup'])
      await fetch(`${store.url}/agency/${name}?uploads`, {
        method: 'POST',
        headers: { authorization: `AWS4-HMAC-SHA256 Credential=${store.keyId}/` },
      });
    await place.sweep((name) => name !== 'recoup-now.backup');
    expect(store.begun()).toEqual(['agency/recoup-now.backup']);
  });

  it('that is shut, has no such bucket or is away is told in a sentence, and is not taken for an empty one', async () => {
    store.shut(true);
    await expect(place.put('recoup-x.backup', megabytes(1))).rejects.toThrow(/Check its keys/);
    await expect(place.sizeOf('recoup-x.backup')).rejects.toThrow(/safe\/agency/);
    store.shut(false);
    await expect(
      placeOf(store.url.replace('safe', 'other')).put('recoup-x.backup', megabytes(1)),
    ).rejects.toThrow(/no bucket/);
    const away = placeOf('http://127.0.0.1:9/safe');
    await expect(away.put('recoup-x.backup', megabytes(1))).rejects.toThrow(/can not be reached/);
    await expect(away.sizeOf('recoup-x.backup')).rejects.toThrow(/can not be reached/);
  });

  it('that says 200 and means an error, or forgets what it took, makes no good backup', async () => {
    const key = await backupKey();
    await server.call('PUT', '/backups/settings', { ...asAdmin, body: unscheduled(key.recipient) });
    store.forget(true);
    try {
      await expect(place.put('recoup-many.backup', megabytes(17))).rejects.toThrow(/InternalError/);
      expect(await made()).toMatchObject({
        state: 'FAILED',
        problem: expect.stringContaining('is no longer in') as string,
      });
    } finally {
      store.forget(false);
    }
  });

  it('is refused at the start when its settings are half', () => {
    expect(() => readSettings({ BACKUP_S3_URL: 'https://s3.example.com' })).toThrow(
      /BACKUP_S3_URL/,
    );
    expect(() => readSettings({ BACKUP_S3_URL: store.url, BACKUP_S3_KEY_ID: 'a' })).toThrow(
      /set both/,
    );
  });
});

describe('a backup in a store', () => {
  it('is drilled, checked, fetched, restored and removed there', async () => {
    const key = await backupKey();
    await server.call('PUT', '/backups/settings', { ...asAdmin, body: unscheduled(key.recipient) });
    const loanId = await server.addLoan();
    const backup = await made();
    expect(backup).toMatchObject({ state: 'DONE', drillProblem: null, problem: null });
    const bytes = store.objects.get(`agency/${backup?.fileName}`);
    expect(bytes?.length).toBe(backup?.size);
    const fetched = await server.call('GET', `/backups/${backup?._id}/file`, asAdmin);
    expect(fetched.rawPayload.equals(bytes ?? Buffer.alloc(0))).toBe(true);
    const copy = await emptyDatabase();
    await restoreInto(copy.url, fetched.rawPayload, key.identity);
    expect(await countRows(copy.url, `select 1 from loans where id = '${loanId}'`)).toBe(1);
    await copy.close();
  });

  it('stays listed while the store is shut: neither its check nor its removal takes it for gone', async () => {
    const id = await stored('recoup-older.backup');
    await stored('recoup-newer.backup');
    store.shut(true);
    const refused = await server.call('DELETE', `/backups/${id}`, asAdmin);
    expect(refused.statusCode).toBe(503);
    expect(refused.json<{ error: { message: string } }>().error?.message ?? refused.body).toMatch(
      /keys/,
    );
    expect((await server.call('GET', `/backups/${id}/file`, asAdmin)).statusCode).not.toBe(500);
    store.shut(false);
    await server.upkeep.runNow('backup files');
    expect((await server.call('GET', `/backups/${id}/file`, asAdmin)).statusCode).toBe(200);
    expect((await server.call('DELETE', `/backups/${id}`, asAdmin)).statusCode).toBe(200);
    expect((await server.call('GET', `/backups/${id}/file`, asAdmin)).statusCode).toBe(404);
  });
});
