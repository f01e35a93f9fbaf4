import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackupSettings } from '../../contract/backups.ts';
import { backupFiles, keepBackupsDue } from '../../server/backups/backup-schedule.ts';
import { readBackupStanding } from '../../server/backups/backup-service.ts';
import { folderPlace } from '../../server/backups/folder-place.ts';
import { removeOutlived } from '../../server/backups/outlived.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { beginLifeAfterRestore } from '../../server/database/database-life.ts';
import { newId } from '../../server/ids.ts';
import { backupDesk, backupKey } from '../support/backups.ts';
import { testServer } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const server = testServer();
let key: Awaited<ReturnType<typeof backupKey>>;
const desk = backupDesk(
  () => server,
  () => key.recipient,
);
const { save, list, one, made, toldOf } = desk;

beforeAll(async () => {
  key = await backupKey();
});

beforeEach(async () => desk.clear());

const scheduled = async () =>
  (
    await server.db.execute<{ day: string; state: string }>(
      sql`select scheduled_for::text as day, state from backups where scheduled_for is not null order by 1`,
    )
  ).rows;

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** A good backup of so many days ago, as it stands now. */
const add = (ago: number, state: 'DONE' | 'GONE' | 'FAILED', isEarlier = false) =>
  server.db
    .execute(sql`insert into backups (id, state, created_at, snapshot_at, drill_state, is_earlier)
    values (${newId()}, ${state}, now() - make_interval(days => ${ago}), now() - make_interval(days => ${ago}), 'PASSED', ${isEarlier})`);
const ages = async () =>
  (await list())
    .map(({ createdAt }) => Math.round((Date.now() - Date.parse(createdAt)) / 86_400_000))
    .sort((one, other) => one - other);

describe('backups that nobody asks for', () => {
  const day = businessDay(ZONE);

  it('are added once for a day, from the time on that was set', async () => {
    await save({ isScheduled: true, at: '02:00' });
    await keepBackupsDue(server.context, new Date(Date.parse(instantOf(ZONE, day, '01:59'))));
    expect(await scheduled()).toEqual([]);
    const after = new Date(Date.parse(instantOf(ZONE, day, '02:00')));
    await Promise.all([1, 2].map(async () => keepBackupsDue(server.context, after)));
    await keepBackupsDue(server.context, after);
    expect(await scheduled()).toHaveLength(1);
    await expect.poll(async () => (await scheduled())[0]?.state).toBe('DONE');
    await keepBackupsDue(server.context, after);
    expect(await scheduled()).toHaveLength(1);
  });

  it('are not added to one that a person began after that time', async () => {
    await save({ isScheduled: true, at: '00:00' });
    await made();
    await keepBackupsDue(server.context, later(0));
    expect(await scheduled()).toEqual([]);
    await server.db.execute(
      sql`update backups set created_at = ${instantOf(ZONE, day)}::timestamptz - interval '1 minute'`,
    );
    await keepBackupsDue(server.context, later(0));
    expect(await scheduled()).toHaveLength(1);
    await expect.poll(async () => (await scheduled())[0]?.state).toBe('DONE');
  });

  it('are tried again an hour after they failed', async () => {
    await save({ isScheduled: true, at: '00:00' });
    await server.db.execute(sql`insert into backups (id, state, scheduled_for, finished_at)
      values (${newId()}, 'FAILED', ${day}::date, now() - interval '59 minutes')`);
    const now = new Date(Date.parse(instantOf(ZONE, day, '12:00')));
    await keepBackupsDue(server.context, now);
    expect(await scheduled()).toHaveLength(1);
    await server.db.execute(sql`update backups set finished_at = now() - interval '61 minutes'`);
    await keepBackupsDue(server.context, now);
    expect(await scheduled()).toHaveLength(2);
    await expect.poll(async () => (await scheduled()).map(({ state }) => state)).toContain('DONE');
  });

  it('are missed once a day by the admins, when the last good one is older than a day', async () => {
    await server.db.execute(sql`insert into backups (id, state, snapshot_at)
      values (${newId()}, 'DONE', now() - interval '23 hours')`);
    await server.db.execute(sql`update backup_settings set since = now() - interval '9 days'`);
    await keepBackupsDue(server.context, later(0));
    expect(await toldOf('BACKUP_LATE')).toBe(0);
    await keepBackupsDue(server.context, later(2));
    await keepBackupsDue(server.context, later(2));
    expect(await toldOf('BACKUP_LATE')).toBe(1);
    await keepBackupsDue(server.context, later(26));
    expect(await toldOf('BACKUP_LATE')).toBe(2);
  });

  it('are not missed within a day of 25 hours', async () => {
    await server.db.execute(sql`insert into backups (id, state, snapshot_at)
      values (${newId()}, 'DONE', ${instantOf('Europe/Berlin', '2025-10-26')})`);
    await server.db.execute(sql`update backup_settings set since = '2025-01-01Z'`);
    const { context } = server;
    const inBerlin = {
      ...context,
      settings: { ...context.settings, businessTz: 'Europe/Berlin' },
    };
    const look = async (time: string) => keepBackupsDue(inBerlin, new Date(time));
    await look('2025-10-26T22:55Z');
    expect(await toldOf('BACKUP_LATE')).toBe(0);
    await look('2025-10-26T23:05Z');
    expect(await toldOf('BACKUP_LATE')).toBe(1);
  });

  it('go when they are outlived, and the last good one never', async () => {
    const place = folderPlace(server.context.settings.backupDir);
    await save({ keepDaily: 2, keepWeekly: 0, keepMonthly: 0 });
    for (let back = 0; back < 5; back += 1)
      await server.db.execute(sql`insert into backups (id, state, snapshot_at, drill_state)
        values (${newId()}, 'DONE', ${instantOf(ZONE, addDays(day, -back), '02:00')},
          ${back === 0 ? 'FAILED' : 'PASSED'})`);
    await removeOutlived(server.context, place);
    const left = (await list()).map(({ snapshotAt }) =>
      businessDay(ZONE, new Date(snapshotAt ?? '')),
    );
    expect(left.sort()).toEqual([addDays(day, -2), addDays(day, -1), day].sort());
  });

  it('of a disk that is away are waited for as long as they would be kept, and take no other one’s place', async () => {
    const place = folderPlace(server.context.settings.backupDir);
    await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 12 });
    await add(0, 'DONE');
    await add(1, 'GONE');
    for (const ago of [35, 70, 105]) await add(ago, 'GONE');
    await add(37, 'FAILED');
    await removeOutlived(server.context, place);
    expect(await ages()).toEqual([0, 1, 35, 70, 105]);
    await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
    await removeOutlived(server.context, place);
    expect(await ages()).toEqual([0, 1]);
  });

  it('of before a restore or a copy are nobody’s to remove but a person’s', async () => {
    const place = folderPlace(server.context.settings.backupDir);
    await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
    for (const ago of [3, 40]) await add(ago, 'DONE');
    await add(41, 'FAILED');
    await beginLifeAfterRestore(server.db);
    await add(0, 'DONE');
    await add(2, 'DONE');
    await removeOutlived(server.context, place);
    expect(await ages()).toEqual([0, 3, 40, 41]);
  });

  it.each([
    ['went ahead for a day and was put right', 365, [365, 0]],
    ['was put back among backups of later times', 9, [9, 8, 0]],
  ])(
    'of a clock that %s neither hide that there is none of today nor push it out',
    async (_, ahead, stay) => {
      const place = folderPlace(server.context.settings.backupDir);
      await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
      await server.db.execute(sql`update backup_settings set since = now() + interval '365 days'`);
      for (const days of stay.filter((one) => one > 0))
        await server.db.execute(sql`insert into backups (id, state, snapshot_at, drill_state)
          values (${newId()}, 'DONE', now() + make_interval(days => ${days}), 'PASSED')`);
      const { lastGoodAt } = (
        await server.call('GET', '/backups/settings', { as: 'admin' })
      ).json<BackupSettings>();
      expect(lastGoodAt).toBeNull();
      expect((await readBackupStanding(server.db)).lastGoodAt).toBeNull();
      await keepBackupsDue(server.context, later(0));
      expect(await toldOf('BACKUP_LATE')).toBe(1);
      // The only good one stays, whatever its time.
      const newest = (await list()).find(({ mayRemove }) => !mayRemove);
      expect(newest?.snapshotAt).toBe(
        (await list())
          .map(({ snapshotAt }) => snapshotAt ?? '')
          .sort()
          .at(-1),
      );
      const today = await made();
      expect(today.mayRemove).toBe(false);
      expect(await place.sizeOf(today.fileName ?? '')).toBe(today.size);
      await removeOutlived(server.context, place);
      const left = (await list()).map(
        ({ snapshotAt }) =>
          Math.round((Date.parse(snapshotAt ?? '') - Date.now()) / 86_400_000) + 0,
      );
      expect(left.sort((one, other) => other - one)).toEqual([ahead, ...stay.slice(1)]);
    },
  );

  it('tell the admins once when their files went, and are good again when they are back', async () => {
    const { backupDir } = server.context.settings;
    const ids = [newId(), newId()];
    await mkdir(backupDir, { recursive: true });
    for (const id of ids) {
      await writeFile(join(backupDir, id), 'whole');
      await server.db.execute(sql`insert into backups (id, state, snapshot_at, file_name, size)
        values (${id}, 'DONE', now(), ${id}, 5)`);
    }
    await rename(backupDir, `${backupDir}.away`);
    for (let time = 0; time < 2; time += 1) await backupFiles.work(server.context);
    expect((await list()).map(({ state }) => state)).toEqual(['GONE', 'GONE']);
    expect(await toldOf('BACKUP_FAILED')).toBe(1);
    await rename(`${backupDir}.away`, backupDir);
    await backupFiles.work(server.context);
    for (const id of ids) expect((await one(id))?.state).toBe('DONE');
  });
});
