import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../contract/backups.ts';
import { makeBackup } from '../../server/backups/backup-making.ts';
import type { BackupPlace } from '../../server/backups/backup-place.ts';
import { folderPlace } from '../../server/backups/folder-place.ts';
import { newId } from '../../server/ids.ts';
import { backupKey, unscheduled } from '../support/backups.ts';
import { testServer } from '../support/server.ts';
import { SOAK } from '../support/soak.ts';

const run = promisify(execFile);
const server = testServer();
const asAdmin = { as: 'admin' } as const;

const backupOf = async (id: string) =>
  (await server.call('GET', '/backups', asAdmin))
    .json<{ data: Backup[] }>()
    .data.find(({ _id }) => _id === id);

/** A disk of so many kilobytes; null where this process may not mount one. */
async function smallDisk(kilobytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
}

describe('a backup in a folder', () => {
  beforeAll(async () => {
    const { recipient } = await backupKey();
    await server.call('PUT', '/backups/settings', { ...asAdmin, body: unscheduled(recipient) });
  });

  it('whose file is taken away while it is tried out fails with a sentence', async () => {
    const { context } = server;
    const id = newId();
    await server.db.execute(sql`insert into backups (id, created_by)
      values (${id}, ${server.people.admin.id})`);
    const place = folderPlace(context.settings.backupDir);
    const emptied: BackupPlace = {
      ...place,
      put: async (name, bytes) => {
        const stored = await place.put(name, bytes);
        await rm(join(context.settings.backupDir, name));
        return stored;
      },
    };
    await makeBackup(context, emptied, id, new AbortController().signal);
    expect(await backupOf(id)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('is no longer in') as string,
    });
  });

  it('whose file is shorter than what was written fails, also where no drill reads it', async () => {
    const { context } = server;
    const id = newId();
    await server.db.execute(sql`insert into backups (id, created_by)
      values (${id}, ${server.people.admin.id})`);
    const place = folderPlace(context.settings.backupDir);
    const lossy: BackupPlace = {
      ...place,
      put: async (name, bytes) => {
        const stored = await place.put(name, bytes);
        await truncate(join(context.settings.backupDir, name), 100);
        return stored;
      },
    };
    await makeBackup(context, lossy, id, new AbortController().signal);
    expect(await backupOf(id)).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('as it was written') as string,
    });
  });

  it(
    'two that are made at once, as the schedule and a person may, do not sweep each other away',
    SOAK,
    async () => {
      const { context } = server;
      const ids = [newId(), newId()];
      for (const id of ids)
        await server.db.execute(sql`insert into backups (id, created_by)
      values (${id}, ${server.people.admin.id})`);
      const place = folderPlace(context.settings.backupDir);
      // Another organisation's that shares the folder, written to just now.
      const others = join(context.settings.backupDir, 'recoup-other.backup.part');
      await mkdir(context.settings.backupDir, { recursive: true });
      await writeFile(others, 'half');
      const { signal } = new AbortController();
      await Promise.all(ids.map(async (id) => makeBackup(context, place, id, signal)));
      for (const id of ids)
        expect(await backupOf(id)).toMatchObject({
          state: 'DONE',
          drillState: 'PASSED',
          problem: null,
        });
      expect(await readFile(others, 'utf8')).toBe('half');
      await rm(others);
    },
  );

  it('a full disk is told in a sentence and leaves nothing on it', async ({ skip }) => {
    const folder = await smallDisk(32);
    if (folder === null) return skip();
    await server.db.execute(sql`delete from notifications where kind = 'BACKUP_FAILED'`);
    const { context } = server;
    const id = newId();
    try {
      await server.db.execute(sql`insert into backups (id, created_by)
      values (${id}, ${server.people.admin.id})`);
      await makeBackup(context, folderPlace(folder), id, new AbortController().signal);
      expect(await backupOf(id)).toMatchObject({
        state: 'FAILED',
        problem: `There is no room left in ${folder} for the backup.`,
      });
      expect(await readdir(folder)).toEqual([]);
      const { rows } = await server.db.execute(
        sql`select 1 from notifications where kind = 'BACKUP_FAILED' and user_id = ${server.people.admin.id}`,
      );
      expect(rows).toHaveLength(1);
    } finally {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    }
  });
});
