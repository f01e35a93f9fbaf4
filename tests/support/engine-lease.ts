import { sql } from 'drizzle-orm';
import type { Db } from '../../server/database/connection.ts';
import type { Lease } from '../../server/dialer-engine/lease.ts';
import { newId } from '../../server/ids.ts';

/** The dialer engine's lease, for good: the server's own engine waits outside, and ends no call that a test makes up. */
export async function engineLease(db: Db): Promise<Lease> {
  const holder = newId();
  const { rows } = await db.execute<{ epoch: number }>(sql`update dialer_engine
    set holder = ${holder}, epoch = epoch + 1, expires_at = 'infinity' returning epoch`);
  return { holder, epoch: rows[0]?.epoch ?? 0, validUntilMs: Number.POSITIVE_INFINITY };
}
