import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A UTC instant, read as PostgreSQL writes it; `isoInstant` of server/clock.ts makes it ISO 8601. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** Whole rupees. */
export const rupees = (name: string) => bigint(name, { mode: 'number' });

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A 64-bit transaction id: orders changes by the transaction that made them. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
