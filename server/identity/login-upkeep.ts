import { sql } from 'drizzle-orm';
import type { Upkeep } from '../upkeep.ts';
import { forgetOldLogins } from './login-limit.ts';
import { bringSessionsNear } from './session.ts';

/** What logins and limits leave behind goes when it no longer counts. */
export const loginUpkeep: Upkeep = {
  name: 'logins and limits',
  every: 300_000,
  isAtStart: true,
  work: async ({ db }) => {
    await forgetOldLogins(db);
    await db.execute(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`);
    await bringSessionsNear(db);
  },
};
