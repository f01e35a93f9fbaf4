import { sql } from 'drizzle-orm';
import { mayReadReport } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { actorOfUser } from '../identity/actor-service.ts';
import { isLive } from './report-schedule-service.ts';

/** Whether the delivery `d` is still asked for: its schedule `s` was neither removed nor paused, nor made one for others. */
export const isWanted = sql`(s.is_active and ${isLive} and d.recipient_id = any(s.recipient_ids))`;

/** Whom a delivery is for. */
export interface Recipient extends Record<string, unknown> {
  recipientId: string;
  /** Null: a chart is sent. */
  report: ReportName | null;
  isWanted: boolean;
}

/** The recipient as it is now; null when nothing is for it any more, it left or may not read the report. Charts are for everybody. */
export async function recipientOf(
  db: Db,
  { recipientId, report, isWanted: isAskedFor }: Recipient,
): Promise<Actor | null> {
  const actor = isAskedFor ? await actorOfUser(db, recipientId) : null;
  return actor !== null && (report === null || mayReadReport(report, actor.role)) ? actor : null;
}
