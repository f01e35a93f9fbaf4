import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  AllocationRuleSpec,
  AutoAllocationSpec,
  SortingKey,
} from '../../../contract/allocation-rule.ts';
import type { RunSummary } from '../../../contract/allocation-run.ts';
import { idOf, instant, rupees } from './columns.ts';
import { clients, users } from './people.ts';

/** The rules in force, tried from the lowest position up: the first that fits takes the loan. */
export const allocationRules = pgTable(
  'allocation_rules',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Null: loans of every lender. */
    clientId: idOf('client_id', () => clients.id),
    spec: jsonb('spec').$type<AllocationRuleSpec>().notNull(),
    revision: integer('revision').notNull().default(1),
    updatedBy: uuid('updated_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [index('allocation_rules_position').on(t.position)],
);

/** All rules as they stood after each change: a run names the version that it went by. */
export const allocationRuleVersions = pgTable('allocation_rule_versions', {
  version: integer('version').primaryKey(),
  rules: jsonb('rules').$type<unknown[]>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Which loans are given out first, per lender (client null: all the others). */
export const sortingRules = pgTable(
  'sorting_rules',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id),
    keys: jsonb('keys').$type<SortingKey[]>().notNull(),
    updatedBy: uuid('updated_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('sorting_rules_client').on(t.clientId)],
);

/** What an agent can take: empty lists are no limit. */
export const agentSkills = pgTable('agent_skills', {
  userId: idOf('user_id', () => users.id).primaryKey(),
  languages: text('languages')
    .array()
    .notNull()
    .default(sql`'{}'`),
  products: text('products')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Whole pincodes or their beginnings. */
  pincodes: text('pincodes')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Most active loans at a time; null: no limit. */
  capacity: integer('capacity'),
  updatedBy: uuid('updated_by'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Sharings-out by rules, automatically or both: planned, looked at, then carried out in one confirm. */
export const allocationRuns = pgTable(
  'allocation_runs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'COLLECTOR' | 'FIELD' | 'MANAGER'>().notNull(),
    /** PLANNING, PLANNED, APPLYING, DONE, FAILED, CANCELLED. */
    state: text('state').notNull(),
    spec: jsonb('spec').$type<AutoAllocationSpec>().notNull(),
    /** The lender whose person began it, as it was then; null: one of the agency. */
    clientId: idOf('client_id', () => clients.id),
    /** The rules it went by; null: none. */
    ruleVersion: integer('rule_version'),
    /** Loans looked at so far (planning) or given out so far (applying), and all once known. */
    doneLoans: integer('done_loans').notNull().default(0),
    totalLoans: integer('total_loans'),
    takenByRules: integer('taken_by_rules').notNull().default(0),
    sharedOut: integer('shared_out').notNull().default(0),
    leftOver: integer('left_over').notNull().default(0),
    error: text('error'),
    createdBy: idOf('created_by', () => users.id).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** The plan in figures; null while it is being planned. */
    summary: jsonb('summary').$type<RunSummary>(),
    /** Planned, but changed by somebody before they were given out. */
    changedLoans: integer('changed_loans').notNull().default(0),
    undoneLoans: integer('undone_loans').notNull().default(0),
    /** Not taken back, because they were changed since. */
    keptLoans: integer('kept_loans').notNull().default(0),
    confirmedBy: uuid('confirmed_by'),
    confirmedAt: instant('confirmed_at'),
    undoneBy: uuid('undone_by'),
    /** Its loans are still listed in allocation_run_loans. */
    hasPlan: boolean('has_plan').notNull().default(true),
  },
  (t) => [
    index('allocation_runs_created').on(t.createdAt),
    index('allocation_runs_open')
      .on(t.state)
      .where(sql`has_plan`),
  ],
);

/** How far a run is that is carried out or taken back: whoever follows a killed process goes on from here. */
export const allocationRunLanes = pgTable(
  'allocation_run_lanes',
  {
    runId: uuid('run_id').notNull(),
    lane: smallint('lane').notNull(),
    /** Loans of the lane up to this id are dealt with; before the first piece the id after which it begins. Null: from the start. */
    reached: uuid('reached'),
    /** The last loan of the lane; null: to the end. */
    until: uuid('until'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.lane] })],
);

/** A run's plan: who is to get which loan and by which rule. No foreign keys, as in imports; dropped a day after the run's end. */
export const allocationRunLoans = pgTable(
  'allocation_run_loans',
  {
    runId: uuid('run_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    /** The loan's revision that was planned on. */
    revision: integer('revision').notNull(),
    /** Null: no rule took it. */
    ruleId: uuid('rule_id'),
    /** Null: nobody could take it. */
    assigneeId: uuid('assignee_id'),
    /** RULE, STICKY, NEAR, EQUAL_COUNT, EQUAL_AMOUNT, CAPACITY, or why it was left over. */
    reason: text('reason').notNull(),
    dueAmount: rupees('due_amount').notNull().default(0),
    /** Who had it when it was planned: the run can be taken back. */
    beforeCollectorId: uuid('before_collector_id'),
    beforeManagerId: uuid('before_manager_id'),
    beforeFieldAgentId: uuid('before_field_agent_id'),
    beforeVisitDate: date('before_visit_date', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.loanId] }),
    index('allocation_run_loans_assignee').on(t.runId, t.assigneeId),
  ],
);
