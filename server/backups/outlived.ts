import { sql } from 'drizzle-orm';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { BackupPlace } from './backup-place.ts';
import { isAway, isGood, isGoodAndDated, newestGood } from './backup-record.ts';
import { outlivedBackups } from './retention.ts';
import type { Retention } from './retention.ts';

/** What failed or can't be relied on is shown for so long, and what is away is waited for at least so long; days. */
const SHOWN_DAYS = 30;

const isOld = sql`(b.created_at < now() - make_interval(days => ${SHOWN_DAYS}))`;

interface GoodRow extends Record<string, unknown> {
  id: string;
  at: string;
  isAway: boolean;
  isOld: boolean;
}

/**
 * The good ones that need not be kept, and of those that are away the ones that need not be waited for. One that is away takes
 * no other one's place: its disk may never come back.
 */
async function outlivedGood(db: Db, keep: Retention, zone: string): Promise<string[]> {
  const { rows } = await db.execute<GoodRow>(sql`
    select b.id, coalesce(b.snapshot_at, b.created_at) as at, ${isAway} as "isAway", ${isOld} as "isOld"
    from backups b where not b.is_earlier and (${isGoodAndDated} or (${isAway}))
    order by b.snapshot_at desc, b.id desc`);
  const dated = (good: readonly GoodRow[]) =>
    good.map(({ id, at }) => ({ id, day: businessDay(zone, new Date(isoInstant(at))) }));
  const away = new Set(rows.filter((row) => row.isAway && row.isOld).map(({ id }) => id));
  return [
    ...outlivedBackups(dated(rows.filter((row) => !row.isAway)), keep),
    ...outlivedBackups(dated(rows), keep).filter((id) => away.has(id)),
  ];
}

/** Removes the backups that need not be kept any more, files first: a file without its row would lie there for ever. */
export async function removeOutlived(context: Context, place: BackupPlace): Promise<void> {
  const { db, settings } = context;
  const kept = await db.execute<
    Retention & Record<string, unknown>
  >(sql`select keep_daily as "keepDaily",
    keep_weekly as "keepWeekly", keep_monthly as "keepMonthly" from backup_settings`);
  const old = await db.execute<{ id: string }>(sql`select b.id from backups b where not (${isGood})
    and not (${isAway}) and b.state in ('DONE', 'FAILED', 'GONE') and not b.is_earlier and ${isOld}`);
  const [keep] = kept.rows;
  if (!keep) return;
  const outlived = await outlivedGood(db, keep, settings.businessTz);
  for (const id of [...outlived, ...old.rows.map((row) => row.id)]) {
    const found = await db.execute<{ fileName: string | null }>(
      sql`select b.file_name as "fileName" from backups b where b.id = ${id} and b.id not in (${newestGood})`,
    );
    if (!found.rows[0]) continue;
    if (found.rows[0].fileName !== null) await place.remove(found.rows[0].fileName);
    await runCommand(db, null, async ({ tx, audit }) => {
      await tx.execute(sql`delete from backups where id = ${id}`);
      audit({ action: 'backup.outlived', entity: 'backup', entityId: id });
    });
  }
}
