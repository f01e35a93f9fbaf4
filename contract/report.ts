import { z } from 'zod';
import { callsOf } from './call.ts';
import { dispositionSchema } from './disposition.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { reportFilterFields } from './report-fields.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema, rupeesSchema } from './values.ts';

/** Sums over the whole filtered range, not just the page. Whole rupees. */
const reportTotalsSchema = z.object({
  count: z.int(),
  loanCount: z.int(),
  /** As Call and Field Productivity count them; null for a lender's people. */
  claimed: rupeesSchema.nullable(),
  receipted: rupeesSchema.nullable(),
  /** The same; null when contacts are chosen by their outcomes, of which payments have none. */
  verified: rupeesSchema.nullable(),
  promiseAmount: rupeesSchema,
  promiseCount: z.int(),
});

/** One line per agent of the same range, also of those who are credited with payments only: lines add up to the totals. */
export const agentTotalsSchema = reportTotalsSchema.extend({
  /** Null: payments that nobody is credited for. */
  agentId: idSchema.nullable(),
  Agent_Name: z.string().nullable(),
});

/** One line per agent. */
export type AgentTotals = z.infer<typeof agentTotalsSchema>;

/** A daily report's answer: a page of dispositions, the range's totals, and totals by agent. */
export const dispositionReportSchema = pageOf(dispositionSchema).extend({
  totals: reportTotalsSchema,
  byAgent: z.array(agentTotalsSchema),
});

/** A daily report's answer. */
export type DispositionReport = z.infer<typeof dispositionReportSchema>;

/** Days without which it is today to tomorrow (spec 9), and the filters of every report. */
const reportQuery = z.object({ ...reportFilterFields, ...pageQueryFields });

/** Who reads what is known of calls. */
export const CALL_READERS = [
  ...ADMINS,
  'MANAGER',
  'COLLECTOR',
  'CLIENT_ADMIN',
  'CUSTOMER',
] as const;
/** Who reads what is known of visits. */
export const FIELD_READERS = [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'] as const;

/** How fresh a field agent's phone is: "did this agent sync?". */
export const agentDeviceSchema = z.object({
  deviceId: idSchema,
  userId: idSchema,
  Agent_Name: z.string(),
  /** Last contact of any kind, last delivery confirmed, last pull finished. */
  lastSeenAt: instantSchema.nullable(),
  lastDeliveredAt: instantSchema.nullable(),
  lastPulledAt: instantSchema.nullable(),
  /** What the device said it still held at its last contact. */
  unsentCount: z.int(),
  oldestUnsentAt: instantSchema.nullable(),
  appVersion: z.string().nullable(),
  isRevoked: z.boolean(),
});

/** How fresh a field agent's phone is. */
export type AgentDevice = z.infer<typeof agentDeviceSchema>;

/** Reports (spec 7.7). */
export const reportCalls = callsOf('reports', {
  getDailyCallReport: {
    method: 'GET',
    path: '/call-disposition/daily-reports',
    section: '7.7',
    summary: 'Calls of a range by agent, with totals.',
    roles: CALL_READERS,
    query: reportQuery,
    answer: dispositionReportSchema,
  },
  getDailyFieldReport: {
    method: 'GET',
    path: '/field-disposition/daily-reports',
    section: '7.7',
    summary: 'Visits of a range by agent with photos, position and amounts, with totals.',
    roles: FIELD_READERS,
    query: reportQuery,
    answer: dispositionReportSchema,
  },
  listAgentDevices: {
    method: 'GET',
    path: '/devices',
    summary: 'Which agents hold unsent work and when their devices last synced.',
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({ ...pageQueryFields, unsentOnly: z.literal('1').optional() }),
    answer: pageOf(agentDeviceSchema),
  },
});
