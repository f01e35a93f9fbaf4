import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { notify } from '../notifications/notification-service.ts';

/** Tells everyone who runs the agency. */
export async function tellAdmins(
  tx: Db,
  kind: 'BACKUP_FAILED' | 'BACKUP_LATE' | 'BACKUP_KEY_CHANGED',
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from users
    where role in ('ADMIN', 'SUPER_ADMIN') and disabled_at is null and deleted_at is null`);
  await notify(
    tx,
    rows.map(({ id }) => ({ to: { userId: id }, kind })),
  );
}
