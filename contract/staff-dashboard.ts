import { z } from 'zod';
import { callsOf } from './call.ts';
import { moneySchema } from './collected.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  dayInputSchema,
  monthInputSchema,
  daySchema,
  dueFields,
  idSchema,
  instantSchema,
  queryListSchema,
  rupeesSchema,
} from './values.ts';

/** How many, and what is owed or promised on them in whole rupees. */
const tallySchema = z.object({ count: z.int(), amount: rupeesSchema });

/** How many, and what is owed or promised on them. */
export type Tally = z.infer<typeof tallySchema>;

/** What was done in some time: calls, visits, and what came of them. Whole rupees. */
const workSchema = moneySchema.extend({
  calls: z.int(),
  visits: z.int(),
  promiseCount: z.int(),
  promiseAmount: rupeesSchema,
});

/** What was done in some time. */
export type Work = z.infer<typeof workSchema>;

/** A part of the loans by bucket or by lender, the largest first; '' is "without". */
const shareSchema = tallySchema.extend({ name: z.string() });

/** What is held: `workedCount` have a disposition, `freeCount` have neither an agent nor a field agent. */
const stockSchema = tallySchema.extend({
  workedCount: z.int(),
  freeCount: z.int(),
  byBucket: z.array(shareSchema),
  byClient: z.array(shareSchema),
});

/** Loans held, in all and by bucket and lender. */
export type Stock = z.infer<typeof stockSchema>;

const dueSchema = z.object({
  /** Open promises: whose day is over, is today, is still to come. */
  promises: z.object({ overdue: tallySchema, today: tallySchema, ahead: tallySchema }),
  /** Callbacks agreed on the phone that nobody answered for yet, by the same days. */
  callbacks: z.object({ overdue: z.int(), today: z.int(), ahead: z.int() }),
});

const analyticsSchema = z.object({
  /** Days in the business time zone, both included. */
  from: daySchema,
  to: daySchema,
  stock: stockSchema,
  due: dueSchema,
  today: workSchema,
  yesterday: workSchema,
  range: workSchema,
  /** The range's days on which something was done, in their order. */
  days: z.array(workSchema.extend({ day: daySchema })),
});

/** How work and stock stand. */
export type Analytics = z.infer<typeof analyticsSchema>;

const memberSchema = workSchema.extend({
  _id: idSchema,
  fullName: z.string(),
  role: roleSchema,
  /** Loans held now. */
  loanCount: z.int(),
  isLoggedIn: z.boolean(),
  lastSeenAt: instantSchema.nullable(),
  /** The running break's reason (spec 9), and since when. */
  breakReason: z.string().nullable(),
  breakSince: instantSchema.nullable(),
});

/** One person of the team, with today's work. */
export type TeamMember = z.infer<typeof memberSchema>;

const managerAnalyticsSchema = analyticsSchema.extend({ team: z.array(memberSchema) });

/** The kinds of alerts (spec 9) are the kinds of scheduled cases. */
const CASE_KINDS = ['PTP', 'CallBack'] as const;

/** A loan with something due: a promise or a callback. */
const scheduledCaseSchema = z.object({
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  Mobile_Number: z.string().nullable(),
  Bucket: z.string().nullable(),
  ...dueFields,
  kind: z.enum(CASE_KINDS),
  date: daySchema,
  /** `HH:mm` in the business time zone; null when no time was agreed. */
  time: z.string().nullable(),
  promiseAmount: rupeesSchema.nullable(),
  remarks: z.string().nullable(),
  /** Who recorded it, and when. */
  Agent_Name: z.string().nullable(),
  disCreatedAt: instantSchema.nullable(),
  collectorName: z.string().nullable(),
});

/** A loan with something due. */
export type ScheduledCase = z.infer<typeof scheduledCaseSchema>;

const fieldCaseSchema = z.object({
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  City: z.string().nullable(),
  Bucket: z.string().nullable(),
  ...dueFields,
  fieldAgentId: idSchema,
  fieldAgentName: z.string(),
  visitDate: daySchema.nullable(),
  /** The newest disposition of any kind. */
  disposition: z.string().nullable(),
  label: z.string().nullable(),
  disposition_class: z.string().nullable(),
  disCreatedAt: instantSchema.nullable(),
});

/** A loan that a field agent has. */
export type FieldCase = z.infer<typeof fieldCaseSchema>;

const targetLineSchema = z.object({
  /** A person's id, or a day or a month's first day; '' stands for payments that nobody is credited for. */
  key: z.string(),
  /** The person's name; the key itself for days, months and nobody. */
  name: z.string(),
  amount: rupeesSchema,
});

/** A line of the achievement or target list. Both have the same keys in the same order; days to come have only a target. */
export type TargetLine = z.infer<typeof targetLineSchema>;

const casePage = pageOf(scheduledCaseSchema);
const page = pageQueryFields.page;
const pageSize = pageQueryFields.pageSize;
/** `gte` and `lte`: default the current month up to today (spec 9). */
const range = { gte: dayInputSchema.optional(), lte: dayInputSchema.optional() };
const person = { collectorId: z.union([z.literal(''), idSchema]).optional() };
const yesOrNo = z.enum(['', 'true', 'false', '1', '0']).optional();

const shared = { section: '7.5', method: 'GET' } as const;
const COLLECTORS = ['COLLECTOR', 'MANAGER', ...ADMINS] as const;
const MANAGERS = ['MANAGER', ...ADMINS] as const;

/**
 * Boards of collectors and managers (spec 7.5). A collector's figures are its own; a manager's those of its loans and its
 * people, of one of them with `collectorId`. Callers never see beyond their own whatever they ask.
 */
export const staffDashboardCalls = callsOf('staff-dashboards', {
  getLandingAnalytics: {
    ...shared,
    path: '/loans/getLandingAnalytics',
    summary: "How a collector's loans and work stand.",
    roles: COLLECTORS,
    query: z.object({ clientName: queryListSchema.optional(), ...person, ...range }),
    answer: analyticsSchema,
  },
  getManagerLandingAnalytics: {
    ...shared,
    path: '/loans/getManagerLandingAnalytics',
    summary: "How a manager's loans stand, and its team's day.",
    roles: MANAGERS,
    query: z.object({ clientsName: queryListSchema.optional(), ...person, ...range }),
    answer: managerAnalyticsSchema,
  },
  getManagersCollTargets: {
    ...shared,
    path: '/loans/getManagersCollTargets',
    summary:
      'Collected against target: of one person up to each day of the month, of a team by person, or of past months.',
    roles: COLLECTORS,
    query: z.object({
      clientName: queryListSchema.optional(),
      ...person,
      /** Any day of the month. Default: the current one. */
      month: monthInputSchema.optional(),
      /** Default: `day` for one person, `person` for a team. */
      by: z.enum(['day', 'person', 'month']).optional(),
    }),
    answer: z.object({
      by: z.enum(['day', 'person', 'month']),
      /** The month's first day. */
      month: daySchema,
      achievement: z.array(targetLineSchema),
      target: z.array(targetLineSchema),
      /** Of the whole month; a target of null is not set. */
      achieved: rupeesSchema,
      targeted: rupeesSchema.nullable(),
      /**
       * By person, of a manager's team: what of the month's verified money of these people counts for another manager or
       * for none, as they came to the team within the month. Their own achievement is their line and this.
       */
      ledByOthers: z.array(targetLineSchema),
      /** By person, of a manager's team: what its board calls verified in the month, whoever led it. Null: what the manager led. */
      verified: rupeesSchema.nullable(),
      /** By person: the lines' people who are of another team by now; their targets count there. */
      otherTeams: z.array(idSchema),
      /**
       * Verified in the month on lenders for which no target is set, where targets are set for single lenders only: no part of
       * what was achieved. By person; else one line without a name. Absent from older servers.
       */
      otherLenders: z.array(targetLineSchema).optional(),
    }),
  },
  getTodaysPtpStockManager: {
    ...shared,
    path: '/loans/getTodaysPtpStockManager',
    summary: "Promises that fall due today (or from startDate to endDate) on a manager's loans.",
    roles: MANAGERS,
    query: z.object({
      clientName: queryListSchema.optional(),
      ptpPage: page,
      pageSize,
      startDate: dayInputSchema.optional(),
      endDate: dayInputSchema.optional(),
      ...person,
    }),
    answer: casePage.extend({ promiseAmount: rupeesSchema }),
  },
  listFieldCases: {
    ...shared,
    path: '/loans/fieldCases',
    summary: 'Loans that a field agent has, the next visit first.',
    roles: COLLECTORS,
    query: z.object({
      fieldPage: page,
      pageSize,
      clientName: queryListSchema.optional(),
      ...person,
    }),
    answer: pageOf(fieldCaseSchema),
  },
  listScheduledCases: {
    ...shared,
    path: '/loans/scheduledCases',
    summary: 'Open promises and callbacks, each paged and with days of its own, in order of time.',
    roles: COLLECTORS,
    query: z.object({
      ptpPage: page,
      callBackPage: page,
      pageSize,
      clientName: queryListSchema.optional(),
      ...person,
      ptpStartDate: dayInputSchema.optional(),
      ptpEndDate: dayInputSchema.optional(),
      callbackStartDate: dayInputSchema.optional(),
      callbackEndDate: dayInputSchema.optional(),
    }),
    answer: z.object({ ptp: casePage, callBack: casePage }),
  },
  listScheduledCasesAll: {
    ...shared,
    path: '/loans/scheduledCasesAll',
    summary:
      "What is due by the end of today: the overdue, latest first, then today's in order of time. Cut to 200 of each.",
    roles: COLLECTORS,
    query: z.object({ ptp: yesOrNo, callback: yesOrNo }),
    answer: z.object({
      overdue: z.array(scheduledCaseSchema),
      today: z.array(scheduledCaseSchema),
      overdueCount: z.int(),
      todayCount: z.int(),
    }),
  },
  getLandingClientList: {
    ...shared,
    path: '/loans/getLandingClientList',
    summary: "The lenders of a collector's loans, by name.",
    roles: COLLECTORS,
    answer: z.object({ Clients: z.array(z.string()) }),
  },
  getManagerLandingClientList: {
    ...shared,
    path: '/loans/getManagerLandingClientList',
    summary: "A manager's lenders, by name.",
    roles: MANAGERS,
    answer: z.object({ Clients: z.array(z.string()) }),
  },
});
