import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { idOf, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

const AGENT_ROLES = ['COLLECTOR', 'FIELD_AGENT'] as const;

/**
 * Who led which agent from when to when (the end not included), for what is said of past days: `server/identity/team-span-service.ts`.
 * A trigger on users keeps it. The chain over `followsAt` is why no two spans of one agent overlap: each follows at most
 * one, and begins no earlier than that ended. The first reaches back without end, since what an agent did may be told late.
 */
export const teamSpans = pgTable(
  'team_spans',
  {
    userId: idOf('user_id', () => users.id).notNull(),
    role: text('role', { enum: AGENT_ROLES }).notNull(),
    managerId: uuid('manager_id'),
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull().default('infinity'),
    /** The end of the agent's span before this one. */
    followsAt: instant('follows_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.fromAt] }),
    unique('team_spans_ends').on(t.userId, t.toAt),
    unique('team_spans_follow').on(t.userId, t.followsAt).nullsNotDistinct(),
    foreignKey({
      name: 'team_spans_follows',
      columns: [t.userId, t.followsAt],
      foreignColumns: [t.userId, t.toAt],
    }),
    check('team_spans_role', isOneOf('role', AGENT_ROLES)),
    check('team_spans_order', sql`from_at < to_at and follows_at <= from_at`),
    index('team_spans_manager').on(t.managerId, t.toAt),
  ],
);
