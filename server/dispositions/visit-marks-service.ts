import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import { withFarVisits } from './far-visits-service.ts';
import { withSeenPictures } from './seen-pictures-service.ts';

/** Who looks at the visits of others: neither the agents themselves nor a lender's people. */
const WATCHERS: ReadonlySet<Role> = new Set<Role>(['ADMIN', 'SUPER_ADMIN', 'PARTNER', 'MANAGER']);

/** The rows, for those who look at the visits of others with what speaks against a visit. Nothing is refused for it. */
export async function withVisitMarks<Row extends DispositionRow>(
  db: Db,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  if (!WATCHERS.has(actor.role)) return [...rows];
  return withFarVisits(db, actor, await withSeenPictures(db, actor, rows));
}
