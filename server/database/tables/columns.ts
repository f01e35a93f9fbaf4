import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn, ReferenceConfig } from 'drizzle-orm/pg-core';

/** A UTC instant, read as PostgreSQL writes it; `isoInstant` of server/clock.ts makes it ISO 8601. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** The id of another table's row, such as `() => loans.id`. */
export const idOf = (
  name: string,
  of: () => AnyPgColumn,
  actions: ReferenceConfig['actions'] = {},
) => uuid(name).references(of, actions);

/** Whole rupees. */
export const rupees = (name: string) => bigint(name, { mode: 'number' });

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A 64-bit transaction id: orders changes by the transaction that made them. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** A check's condition that the text column is one of the words. */
export const isOneOf = (column: string, words: readonly string[]): SQL =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`);
