import type { Db } from '../database/connection.ts';
import { adminsHere, notify } from '../notifications/notification-service.ts';

/** Tells everyone who runs the agency. */
export async function tellAdmins(
  tx: Db,
  kind: 'BACKUP_FAILED' | 'BACKUP_LATE' | 'BACKUP_KEY_CHANGED',
): Promise<void> {
  const admins = await adminsHere(tx);
  await notify(
    tx,
    admins.map((userId) => ({ to: { userId }, kind })),
  );
}
