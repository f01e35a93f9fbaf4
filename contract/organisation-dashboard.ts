import { z } from 'zod';
import { callsOf } from './call.ts';
import { moneySchema } from './collected.ts';
import { ADMINS, CLIENT_SIDE, roleSchema } from './roles.ts';
import { daySchema, idSchema, instantSchema, rupeesSchema } from './values.ts';

const countAndAmount = z.object({ count: z.int(), amount: rupeesSchema });

/** Loans in stock, each count with its dues (`Total_Due_Amount`) in whole rupees. */
const stockSchema = z.object({
  all: countAndAmount,
  /** With a collector or a field agent. */
  allocated: countAndAmount,
  /** With neither. */
  notAllocated: countAndAmount,
  /** With at least one recorded contact. */
  worked: countAndAmount,
  /** With an open promise for today; the amount is what was promised. */
  promisesToday: countAndAmount,
  /** With a promise for an earlier day that is open or broken. */
  promisesOverdue: countAndAmount,
});

/** Loans in stock. */
export type Stock = z.infer<typeof stockSchema>;

/** Whole rupees collected on a business day. */
const dayAmountSchema = z.object({ day: daySchema, amount: rupeesSchema });

/** What was collected, whole rupees. */
const collectedSchema = z.object({
  /** So far today, and of the same day a week ago what was known by this time. */
  today: rupeesSchema,
  ofToday: moneySchema,
  lastWeekByNow: rupeesSchema,
  /** Yesterday, and the same weekday a week before it. */
  yesterday: rupeesSchema,
  weekBeforeYesterday: rupeesSchema,
  /** The last 14 days, oldest first, days without anything included. */
  days: z.array(dayAmountSchema),
});

/** What was collected. */
export type Collected = z.infer<typeof collectedSchema>;

const stockShareSchema = z.object({
  /** Null: loans that no manager has. */
  _id: idSchema.nullable(),
  name: z.string().nullable(),
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  allocatedCount: z.int(),
  promisesToday: z.int(),
  /** The last seven days, today included, and the seven before. */
  collectedWeek: rupeesSchema,
  collectedWeekBefore: rupeesSchema,
});

/** A client's or manager's part of the stock. */
export type StockShare = z.infer<typeof stockShareSchema>;

const shareTable = z.object({
  /** The largest dues first, at most ten. */
  rows: z.array(stockShareSchema),
  /** How many there are in all. */
  totalCount: z.int(),
});

/** The organisation's morning (landing of ADMIN and SUPER_ADMIN). */
const organisationLandingSchema = z.object({
  asOf: instantSchema,
  stock: stockSchema,
  collected: collectedSchema,
  byClient: shareTable,
  byManager: shareTable,
  imports: z.object({
    /** Being read, checked or saved now. */
    running: z.int(),
    /** Waiting for somebody to verify them. */
    pending: z.int(),
    /** Failed within the last seven days. */
    failed: z.int(),
  }),
});

/** The organisation's morning. */
export type OrganisationLanding = z.infer<typeof organisationLandingSchema>;

const personResultSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  role: roleSchema,
  managerName: z.string().nullable(),
  isActive: z.boolean(),
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  /** Calls and visits of today: an agent's own, of a manager those of its team. */
  contactsToday: z.int(),
  collectedToday: rupeesSchema,
  collectedMonth: rupeesSchema,
});

/** How one of a partner's people did. */
export type PersonResult = z.infer<typeof personResultSchema>;

const partnerLandingSchema = z.object({
  asOf: instantSchema,
  stock: stockSchema,
  collected: collectedSchema,
  people: z.object({
    /** Who collected most this month first, at most fifty. */
    rows: z.array(personResultSchema),
    totalCount: z.int(),
  }),
});

/** A partner's morning. */
export type PartnerLanding = z.infer<typeof partnerLandingSchema>;

const contactCountsSchema = z.object({
  calls: z.int(),
  visits: z.int(),
  promises: z.int(),
  verified: rupeesSchema,
});

const portfolioPartSchema = z.object({
  /** The bucket, or the portfolio's name; null: loans without a bucket. */
  name: z.string().nullable(),
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  allocatedCount: z.int(),
  workedCount: z.int(),
});

/** A bucket or portfolio of a lender's loans. */
export type PortfolioPart = z.infer<typeof portfolioPartSchema>;

const clientLandingSchema = z.object({
  asOf: instantSchema,
  stock: stockSchema,
  /** What is verified: `thisMonth` so far, `lastMonthByNow` until the same day of last month, `lastMonth` whole. */
  recovered: z.object({
    thisMonth: rupeesSchema,
    lastMonthByNow: rupeesSchema,
    lastMonth: rupeesSchema,
    days: z.array(dayAmountSchema),
  }),
  /** The largest dues first, at most twenty. */
  buckets: z.array(portfolioPartSchema),
  contacts: z.object({ today: contactCountsSchema, week: contactCountsSchema }),
  /** The client admin's only: empty for others. */
  portfolios: z.array(
    portfolioPartSchema.extend({ startsOn: daySchema.nullable(), endsOn: daySchema.nullable() }),
  ),
  imports: z.object({ running: z.int(), pending: z.int(), failed: z.int() }),
});

/** A lender's morning. */
export type ClientLanding = z.infer<typeof clientLandingSchema>;

/** What the installation is tested for. */
export const HEALTH_CHECKS = [
  'database',
  'migrations',
  'jobs',
  'imports',
  'devices',
  'dialer',
  'messages',
  'audit',
  'backups',
  'pushKeys',
  'disk',
  'versions',
] as const;

/** A check's name. */
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** GOOD, WATCH (works, somebody should look), BROKEN (something does not work). */
const healthStateSchema = z.enum(['GOOD', 'WATCH', 'BROKEN']);

const healthCheckSchema = z.object({
  name: z.enum(HEALTH_CHECKS),
  state: healthStateSchema,
  /** What was found, by name: numbers, texts, instants. The screen has the words. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** One check of the installation. */
export type HealthCheck = z.infer<typeof healthCheckSchema>;

const auditRunSchema = z.object({
  /** Rows checked by this run, first and last by number; null when the trail is empty. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** Number of the newest row. */
  newest: z.int(),
  /** True: the run came to the newest row; the next one begins at the first row again. */
  isEnd: z.boolean(),
  /** The first row at which the chain does not hold, or null. */
  brokenAt: z.int().nullable(),
});

/** Landing screens of those who look at a whole organisation, and the test of the installation (spec 2.2, 6). */
export const organisationDashboardCalls = callsOf('organisation-dashboards', {
  readOrganisationLanding: {
    method: 'GET',
    path: '/organisation/landing',
    roles: ADMINS,
    summary:
      "The organisation's morning: stock, collections, promises, clients, managers, imports.",
    answer: organisationLandingSchema,
  },
  readPartnerLanding: {
    method: 'GET',
    path: '/organisation/partner-landing',
    roles: ['PARTNER'],
    summary: "A partner's morning: its loans and how its managers and agents did.",
    answer: partnerLandingSchema,
  },
  readClientLanding: {
    method: 'GET',
    path: '/organisation/client-landing',
    roles: CLIENT_SIDE,
    summary: "A lender's morning: its portfolio, what was recovered, the latest contacts.",
    answer: clientLandingSchema,
  },
  readHealth: {
    method: 'GET',
    path: '/organisation/health',
    roles: ADMINS,
    summary: 'How the installation is: database, migrations, jobs, imports, devices, audit, disk.',
    answer: z.object({ checkedAt: instantSchema, checks: z.array(healthCheckSchema) }),
  },
  verifyAuditTrail: {
    isDoneOnce: false,
    method: 'POST',
    path: '/organisation/audit-verification',
    roles: ADMINS,
    summary: 'Check the next part of the audit trail, from where the last run ended.',
    answer: auditRunSchema,
  },
});
