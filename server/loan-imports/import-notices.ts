import type { NotificationFacts } from '../../contract/notification.ts';
import type { Db } from '../database/connection.ts';
import { notify } from '../notifications/notification-service.ts';
import type { ImportRecord } from './import-record.ts';

/** Tells who uploaded a file, who verified it, and the lender's own people how the import ended. */
export async function tellOfImport(
  tx: Db,
  { wire, clientId, createdById, decidedById }: ImportRecord,
  kind: 'IMPORT_FINISHED' | 'IMPORT_FAILED',
  counts: Pick<NotificationFacts, 'count' | 'failedCount'> = {},
): Promise<void> {
  const facts: NotificationFacts = { ...counts, fileName: wire.fileName, importId: wire._id };
  await notify(tx, [
    { to: { userId: createdById }, kind, facts, clientId },
    { to: { userId: decidedById }, kind, facts, clientId },
    { to: { clientId }, kind, facts, clientId },
  ]);
}
