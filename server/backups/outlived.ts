import { sql } from 'drizzle-orm';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { BackupPlace } from './backup-place.ts';
import { isGood, isGoodAndDated, newestGood } from './backup-record.ts';
import { outlivedBackups } from './retention.ts';
import type { Retention } from './retention.ts';

/** What failed, went or can't be relied on is shown for so long, days. */
const SHOWN_DAYS = 30;

/** Removes the backups that need not be kept any more, files first: a file without its row would lie there for ever. */
export async function removeOutlived(context: Context, place: BackupPlace): Promise<void> {
  const { db, settings } = context;
  const kept = await db.execute<
    Retention & Record<string, unknown>
  >(sql`select keep_daily as "keepDaily",
    keep_weekly as "keepWeekly", keep_monthly as "keepMonthly" from backup_settings`);
  const good = await db.execute<{
    id: string;
    at: string;
  }>(sql`select b.id, coalesce(b.snapshot_at, b.created_at) as at
    from backups b where ${isGoodAndDated} order by b.snapshot_at desc, b.id desc`);
  const old = await db.execute<{ id: string }>(sql`select b.id from backups b where not (${isGood})
    and b.state in ('DONE', 'FAILED', 'GONE') and b.created_at < now() - make_interval(days => ${SHOWN_DAYS})`);
  const [keep] = kept.rows;
  if (!keep) return;
  const newestFirst = good.rows.map(({ id, at }) => ({
    id,
    day: businessDay(settings.businessTz, new Date(isoInstant(at))),
  }));
  for (const id of [...outlivedBackups(newestFirst, keep), ...old.rows.map((row) => row.id)]) {
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
