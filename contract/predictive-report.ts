import { z } from 'zod';
import { PACINGS } from './campaign.ts';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, daySchema, idSchema, instantSchema } from './values.ts';

/** What came of a span of calls. Times in whole seconds. */
const figuresSchema = z.object({
  placed: z.int(),
  /** A person took it: connected and abandoned ones. */
  answered: z.int(),
  connected: z.int(),
  abandoned: z.int(),
  /** Abandoned of answered; null without an answered call. */
  abandonedPercent: z.number().nullable(),
  machines: z.int(),
  busy: z.int(),
  noAnswer: z.int(),
  failed: z.int(),
  talkSeconds: z.int(),
  wrapupSeconds: z.int(),
  waitSeconds: z.int(),
  breakSeconds: z.int(),
  /** Talk and wrap-up of talk, wrap-up and wait, percent; null without any. */
  occupancyPercent: z.number().nullable(),
});

/** What came of a span of calls. */
export type CallFigures = z.infer<typeof figuresSchema>;

/** One line: a campaign on a day, or in one of its hours. */
export const predictiveReportRowSchema = figuresSchema.extend({
  campaignId: idSchema,
  campaignName: z.string(),
  day: daySchema,
  /** 0 to 23, business time zone; null for a whole day. */
  hour: z.int().nullable(),
});

/** One line of the report. */
export type PredictiveReportRow = z.infer<typeof predictiveReportRowSchema>;

/** How near a campaign is to its cap of dropped calls. */
const dropShareSchema = z.object({
  campaignId: idSchema,
  campaignName: z.string(),
  /** Of the last 30 days. */
  answered: z.int(),
  abandoned: z.int(),
  percent: z.number().nullable(),
  capPercent: z.number(),
});

/** How near a campaign is to its cap of dropped calls. */
export type DropShare = z.infer<typeof dropShareSchema>;

/** A decision of the engine with its figures: why so many lines. */
export const pacingDecisionSchema = z.object({
  _id: z.int(),
  campaignId: idSchema,
  campaignName: z.string(),
  at: instantSchema,
  pacing: z.enum(PACINGS),
  level: z.number(),
  ready: z.int(),
  inCall: z.int(),
  wrapping: z.int(),
  inFlight: z.int(),
  waiting: z.int(),
  goal: z.int(),
  placed: z.int(),
  dropPercent: z.number(),
  /** Key of the reason in words, when the engine gave one. */
  why: z.string().nullable(),
  /** The other figures that it decided by. */
  figures: z.record(z.string(), z.unknown()),
});

/** A decision of the engine. */
export type PacingDecision = z.infer<typeof pacingDecisionSchema>;

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const range = {
  campaignId: idSchema.optional(),
  /** Days in the business time zone, both included; at most 92. Default: today. */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
};

/** What the predictive dialer did (spec 2.2: /predictive-report). */
export const predictiveReportCalls = callsOf('predictive-reports', {
  getPredictiveReport: {
    ...session,
    method: 'GET',
    path: '/predictive-report',
    summary:
      'Calls and times per campaign and day or hour, with sums and the 30 days against the cap.',
    query: z.object({ ...pageQueryFields, ...range, by: z.enum(['day', 'hour']).default('day') }),
    answer: pageOf(predictiveReportRowSchema).extend({
      totals: figuresSchema,
      drops: z.array(dropShareSchema),
    }),
  },
  getPacingLevels: {
    ...session,
    method: 'GET',
    path: '/predictive-report/levels',
    summary: 'The level over time: averages of at most 200 equal spans.',
    query: z.object(range),
    answer: z.object({
      data: z.array(
        z.object({
          at: instantSchema,
          level: z.number(),
          ready: z.number(),
          inCall: z.number(),
          dropPercent: z.number(),
        }),
      ),
    }),
  },
  listPacingDecisions: {
    ...session,
    method: 'GET',
    path: '/predictive-report/decisions',
    summary: 'The decisions of the engine with their figures, newest first.',
    query: z.object({ ...pageQueryFields, ...range }),
    answer: pageOf(pacingDecisionSchema),
  },
});
