import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * The process of a span or a call of an alias. Of a campaign it is the campaign's present name, whatever that was at the
 * time: renamed it is still one process.
 */
export const processName = (alias: string): SQL =>
  sql`coalesce((select pm.name from campaigns pm where pm.id = ${sql.raw(alias)}.campaign_id), ${sql.raw(alias)}.process_name)`;
