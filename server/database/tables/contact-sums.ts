import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, rupees } from './columns.ts';

/**
 * What contacts add up to by half hour, agent and manager: what reports of months are read from. The trigger of `dispositions`
 * adds a row for every change in the transaction that makes it, so that nobody waits for anybody, and the sum over the rows
 * of a key is right at every instant; upkeep makes one row of them (server/reports/contact-sum-upkeep.ts). Calls that have
 * only begun are not in it: whether they count depends on other rows.
 */
export const contactSums = pgTable(
  'contact_sums',
  {
    /** When the half hour begins: days of most time zones begin with one. */
    slot: instant('slot').notNull(),
    channel: text('channel').notNull(),
    agentId: uuid('agent_id').notNull(),
    managerId: uuid('manager_id'),
    contacts: integer('contacts').notNull(),
    connects: integer('connects').notNull(),
    rightParty: integer('right_party').notNull(),
    promises: integer('promises').notNull(),
    talkSeconds: integer('talk_seconds').notNull(),
    promised: rupees('promised').notNull(),
    isMerged: boolean('is_merged').notNull().default(false),
  },
  (t) => [
    index('contact_sums_slot').on(t.slot, t.agentId),
    index('contact_sums_new')
      .on(t.slot)
      .where(sql`not is_merged`),
  ],
);
