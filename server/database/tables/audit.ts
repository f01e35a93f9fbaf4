import { bigint, bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who did what, when. Append-only and hash-chained by triggers; `npm run verify-audit` checks the chain. */
export const auditLog = pgTable(
  'audit_log',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role'),
    action: text('action').notNull(),
    entity: text('entity'),
    entityId: text('entity_id'),
    details: jsonb('details').notNull().default({}),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_log_entity').on(t.entity, t.entityId),
    index('audit_log_actor').on(t.actorId, t.at),
  ],
);

/** Who saw what of a borrower's. Sealed stretch by stretch into the chained trail. */
export const auditReads = pgTable(
  'audit_reads',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id').notNull(),
    actorRole: text('actor_role').notNull(),
    call: text('call').notNull(),
    about: text('about'),
    address: text('address').notNull(),
    userAgent: text('user_agent'),
    requestId: text('request_id').notNull(),
  },
  (t) => [
    index('audit_reads_about').on(t.about, t.at),
    index('audit_reads_actor').on(t.actorId, t.at),
    index('audit_reads_at').on(t.at),
  ],
);
