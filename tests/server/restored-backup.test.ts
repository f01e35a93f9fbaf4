import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DeviceGrant, Receipt } from '../../contract/queued-work.ts';
import { beginLifeAfterRestore, noticeRestore } from '../../server/database/database-life.ts';
import { changedSettings, keepLifeMark } from '../../server/database/life-mark.ts';
import { writeCursor } from '../../server/devices/pull-cursor.ts';
import { rotateServerKey } from '../../server/devices/server-key-rotation.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import type { Part } from '../../server/lifecycle.ts';
import { readSettings } from '../../server/settings.ts';
import { prepareServer } from '../../server/start.ts';
import type { PreparedServer } from '../../server/start.ts';
import { backupKey, backUp, restoreInto } from '../support/backups.ts';
import { onCluster } from '../support/postgres.ts';
import { announcedPhoto, pictureOf } from '../support/photo-file.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { sealUpload } from '../support/upload-client.ts';
import { loanOf, visitOf } from '../support/work.ts';

let server: TestServer;
let folder: string;
const settings = () => ({ ...server.context.settings, dataDir: folder });
const bucket = (name: string) => ({
  endpoint: 'https://s3.test',
  region: 'r',
  bucket: name,
  prefix: '',
  credentials: null,
});
const backup = `backup_${newId().replaceAll('-', '')}`;

/** A whole copy of the database as it is now, under another name. */
async function copyDatabase(): Promise<void> {
  const name = new URL(server.context.database.url).pathname.slice(1);
  // A copy wants nobody else in the database: the server's connections come back by themselves.
  await onCluster(`alter database ${name} allow_connections false`);
  await onCluster(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await onCluster(`create database ${backup} template ${name}`);
  await onCluster(`alter database ${name} allow_connections true`);
  await expect.poll(async () => (await server.app.inject('/readyz')).statusCode).toBe(200);
}

/** The same by a backup of ours that is restored. */
async function backUpAndRestore(): Promise<void> {
  const { identity, recipient } = await backupKey();
  const { database, settings } = server.context;
  const { bytes } = await backUp(database.url, settings.dataDir, recipient);
  await onCluster(`create database ${backup}`);
  await restoreInto(`${inject('clusterUrl')}/${backup}`, bytes, identity);
}

/** Starts another server, with an empty folder of files, on the backup. */
async function restore<Result>(
  test: (restored: PreparedServer) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    DATABASE_URL: `${inject('clusterUrl')}/${backup}`,
    DATA_DIR: folder,
    DEMO: '0',
    PORT: '0',
    DATABASE_CONNECTIONS: '8',
  });
  const parts: Part[] = [];
  const restored = await prepareServer(settings, (part) => parts.unshift(part));
  try {
    return await test(restored);
  } finally {
    for (const part of parts) await part.stop();
  }
}

describe.each([
  { by: 'copying the database', make: copyDatabase },
  { by: 'our own backup', make: backUpAndRestore },
])('a restored backup, made by $by,', ({ make }) => {
  beforeAll(async () => {
    server = await startTestServer();
    folder = await mkdtemp(join(tmpdir(), 'recoup-restored-'));
  });

  afterAll(async () => {
    await onCluster(`drop database if exists ${backup} with (force)`);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gets the work that it lacks again, once, also what was sealed to a key made just before it', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const seal = async (files: object[] = []) => {
      const loanId = await loanOf(server, 'fieldagent');
      const body = visitOf(loanId, { files });
      return phone.seal({ call: 'createFieldDisposition', loanId, body });
    };
    const early = [await seal(), await seal()];
    const bytes = await pictureOf('#777');
    const file = announcedPhoto(bytes);
    const late = [await seal([file]), await seal()];
    await phone.deliver(early);
    await rotateServerKey(server.db, { isForced: true });
    await make();
    // Two days later the new key is handed out, and lost with the server soon after.
    await server.db.execute(
      sql`update server_keys set active_from = active_from - interval '2 days'`,
    );
    await phone.deliver(late);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'DONE' });
    const answer = (await phone.post([])).json<DeviceGrant>();
    expect(answer.serverKey.keyId).not.toBe(phone.grant.serverKey.keyId);
    const upload = await sealUpload(phone, file._id, bytes);
    phone.grant.serverKey = answer.serverKey;
    const newest = await seal();
    expect(await phone.deliver([newest])).toMatchObject([{ outcome: 'DONE' }]);

    await restore(async ({ app, context }) => {
      const headers = { authorization: `Bearer ${phone.grant.deliveryToken}` };
      const deliver = async (operations: object[]) =>
        app.inject({
          method: 'POST',
          url: '/api/v1/device/delivery',
          headers,
          payload: {
            device: { appVersion: '1', unsentCount: 0, oldestUnsentAt: null },
            operations,
          },
        });
      const first = (await deliver([])).json<DeviceGrant>();
      expect(first.epoch).not.toBe(phone.grant.epoch);
      const all = [...early, ...late, newest];
      // What the loans of later visits need was restored from elsewhere.
      for (const { loanId } of all)
        await context.db
          .execute(sql`insert into loans (id, loan_number, client_id, customer_name, field_agent_id)
          values (${loanId}, ${`LN-${loanId.slice(-8)}`}, ${server.clients.X.id}, 'Asha Verma',
            ${server.people.fieldagent.id}) on conflict do nothing`);
      for (let round = 0; round < 2; round += 1) {
        const { receipts } = (await deliver(all)).json<{ receipts: Receipt[] }>();
        expect(receipts.map((receipt) => receipt.outcome)).toEqual(all.map(() => 'DONE'));
      }
      const put = await app.inject({
        method: 'PUT',
        url: `/api/v1/device/files/${file._id}`,
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'x-key-id': upload.keyId,
          'x-ephemeral-key': upload.ephemeralKey,
          'x-sha256': file.sha256,
        },
        payload: upload.sealed,
      });
      expect(put.json()).toMatchObject({ outcome: 'DONE' });
      const counts = await context.db.execute(sql`
        select loan_id, count(*)::int as n from dispositions group by 1`);
      expect(counts.rows.map((row) => row['n'])).toEqual(all.map(() => 1));
      // The same copy started again is no new restore.
      expect(await noticeRestore(context.db, folder)).toBe(false);
    });
  });

  it('and other folders, zones and buckets than a server worked with last are told at the start, each once', async () => {
    const changed = (more: object) =>
      changedSettings(server.db, { ...settings(), databaseUrl: 'postgres://elsewhere', ...more });
    await noticeRestore(server.db, folder);
    await rm(join(folder, 'life.json'), { force: true });
    expect(await changed({})).toEqual([expect.stringContaining(`${folder}: no server has worked`)]);
    // The embedded database lies in the folder.
    expect(await changed({ databaseUrl: null })).toEqual([]);
    await keepLifeMark(server.db, settings());
    expect(await changed({})).toEqual([]);
    expect(await changed({ filesS3: bucket('one') })).toEqual([]);
    const zone = /^BUSINESS_TZ was Asia\/Kolkata and is UTC/;
    expect(await changed({ businessTz: 'UTC' })).toEqual([expect.stringMatching(zone)]);
    await keepLifeMark(server.db, { ...settings(), filesS3: bucket('one') });
    const isLeft = expect.stringMatching(
      /^FILES_S3_URL was https:\/\/s3.test\/one\/ and is not set/,
    );
    expect(await changed({})).toEqual([isLeft]);
    expect(await changed({ filesS3: bucket('two') })).toHaveLength(1);
    // Marks of before say nothing of either.
    const mark = JSON.parse(await readFile(join(folder, 'life.json'), 'utf8')) as object;
    const old = JSON.stringify({ ...mark, zone: undefined, files: undefined });
    await writeFile(join(folder, 'life.json'), old);
    expect(await changed({ businessTz: 'UTC' })).toEqual([]);
  });

  it('is noticed at a start when the files were put back in their place and the mark beside them was not', async () => {
    const isNoticed = () => noticeRestore(server.db, folder);
    await isNoticed();
    await keepLifeMark(server.db, settings());
    expect(await isNoticed()).toBe(false);
    // What an older copy of the files lacks.
    const mark = JSON.parse(await readFile(join(folder, 'life.json'), 'utf8')) as object;
    const later = { ...mark, sequence: 1_000_000_000, hash: 'f'.repeat(64) };
    await writeFile(join(folder, 'life.json'), JSON.stringify(later));
    expect(await isNoticed()).toBe(true);
    await keepLifeMark(server.db, settings());
    expect(await isNoticed()).toBe(false);
    // The mark of another database, or a broken one, says nothing.
    await writeFile(join(folder, 'life.json'), JSON.stringify({ ...later, origin: 'elsewhere' }));
    expect(await isNoticed()).toBe(false);
    await writeFile(join(folder, 'life.json'), '{"origin":');
    expect(await isNoticed()).toBe(false);
  });

  it('that was put back in silence does not go on from cursors of its future', async () => {
    const { rows } = await server.db.execute<{ epoch: string }>(
      sql`select epoch from organisation`,
    );
    const ahead = { xid: '9000000000', allocationId: newId(), startXid: '1' };
    const cursor = writeCursor(ahead, server.people.fieldagent2.id, rows[0]?.epoch ?? '');
    const answer = await server.call('GET', `/device/pull?cursor=${cursor}`, { as: 'fieldagent2' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'CURSOR_INVALID',
    ]);
  });

  it('shows phones all loans again, also when its marks are of a cluster that was further on', async () => {
    const assigneeId = server.people.fieldagent2.id;
    const loanId = await server.addLoan({ fieldAgentId: assigneeId });
    await server.db.insert(allocations).values({ id: newId(), loanId, assigneeId, kind: 'FIELD' });
    await server.db.execute(sql`alter table allocations disable trigger allocations_mark`);
    await server.db.execute(sql`update allocations set changed_xid = '9000000000'::xid8`);
    await server.db.execute(sql`alter table allocations enable trigger allocations_mark`);
    const pull = async () => {
      const answer = await server.call('GET', '/device/pull', { as: 'fieldagent2' });
      return answer.json<{ loans: { loan: { _id: string } }[] }>().loans;
    };
    expect(await pull()).toEqual([]);
    await beginLifeAfterRestore(server.db);
    await expect.poll(pull).toMatchObject([{ loan: { _id: loanId } }]);
  });

  it('everyone who can log in is told up to when it goes, a lender’s people once, and nobody is pushed', async () => {
    const last = await server.db.execute<{ at: string }>(
      sql`select to_json(at)#>>'{}' as at from audit_log order by sequence desc limit 1`,
    );
    await server.db.execute(sql`delete from notifications`);
    await beginLifeAfterRestore(server.db);
    for (const as of ['admin', 'collector', 'fieldagent', 'clientadmin'] as const) {
      const id = as === 'clientadmin' ? server.clients.X.id : server.people[as].id;
      const answer = await server.call('GET', `/api/v2/notifications/of/${id}`, { as });
      const { data } = answer.json<{ data: { kind: string; facts: { savedUntil: string } }[] }>();
      expect(data.map(({ kind }) => kind)).toEqual(['PUT_BACK']);
      expect(Date.parse(data[0]?.facts.savedUntil ?? '')).toBe(Date.parse(last.rows[0]?.at ?? ''));
    }
    const { rows } = await server.db.execute<{ unpushed: number; people: number }>(sql`
      select count(*) filter (where pushed_at is null)::int as unpushed, count(user_id)::int as people from notifications`);
    const staff = await server.db.execute(sql`select from users u
      where u.disabled_at is null and u.client_id is null`);
    expect(rows[0]).toEqual({ unpushed: 0, people: staff.rows.length });
  });

  it('copies of one database do not give the same receipt numbers', async () => {
    const { rows } = await server.db.execute<{ at: number }>(
      sql`select last_value as at from receipt_number`,
    );
    const start = rows[0]?.at ?? 0;
    const begun: number[] = [];
    for (let copy = 0; copy < 6; copy += 1) {
      await server.db.execute(sql`select setval('receipt_number', ${start}::bigint)`);
      await beginLifeAfterRestore(server.db);
      const after = await server.db.execute<{ at: number }>(
        sql`select last_value as at from receipt_number`,
      );
      begun.push(after.rows[0]?.at ?? 0);
    }
    expect(Math.min(...begun)).toBeGreaterThanOrEqual(start + 10_000_000);
    expect(new Set(begun).size).toBeGreaterThan(1);
  });
});
