import { sql } from 'drizzle-orm';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { Context } from '../context.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import type { Upkeep } from '../upkeep.ts';
import { checkBackup } from './backup-checking.ts';
import { failBackup, makeBackup } from './backup-making.ts';
import { backupPlace } from './backup-places.ts';
import { BACKUP_QUEUE } from './backup-service.ts';

/** Makes backups in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export async function startBackupJobs(context: Context): Promise<Upkeep> {
  const place = backupPlace(context.settings);
  return startRescuedQueue(context, {
    queue: BACKUP_QUEUE,
    name: 'backup jobs',
    open: sql`select id from backups where state in ('WAITING', 'WRITING', 'DRILLING') or check_state = 'WAITING'`,
    work: async (id, signal) => {
      await makeBackup(context, place, id, signal);
      await checkBackup(context, place, id, signal);
    },
    giveUp: (id) => failBackup(context, id, JOB_WORDS['backup-never-ended']),
  });
}
