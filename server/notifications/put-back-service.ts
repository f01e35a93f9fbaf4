import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { notify } from './notification-service.ts';

/**
 * Tells everyone who can log in up to when the database goes, which was put back: what they entered since then is gone. To be
 * called before the audit trail goes on. Nobody is pushed: a copy may be one to try things on.
 */
export async function tellOfPutBack(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ user_id: string; saved_until: string }>(sql`
    select u.id as user_id, to_char(last.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as saved_until
    from users u cross join (select a.at from audit_log a order by a.sequence desc limit 1) last
    where u.disabled_at is null`);
  await notify(
    tx,
    rows.map(({ user_id: userId, saved_until: savedUntil }) => ({
      to: { userId },
      kind: 'PUT_BACK',
      facts: { savedUntil },
    })),
  );
  await tx.execute(
    sql`update notifications set pushed_at = now() where kind = 'PUT_BACK' and pushed_at is null`,
  );
}
