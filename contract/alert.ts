import { z } from 'zod';
import { defineCall } from './call.ts';
import { dayInputSchema, idSchema, instantSchema, timeInputSchema } from './values.ts';

/** Alert types (spec 9). */
const ALERT_TYPES = ['PTP', 'CallBack'] as const;

/** A reminder of a promise or a callback (spec 3: Alert). */
export const alertSchema = z.object({
  id: idSchema,
  loanId: idSchema,
  loanNumber: z.string(),
  alertType: z.enum(ALERT_TYPES),
  /** `DD-MM-YYYY`. */
  alertDate: z.string(),
  /** `hh:mm A`. */
  alertTime: z.string(),
  dispositionId: idSchema.nullable(),
  customerName: z.string(),
  /** The same instant for programs. */
  dueAt: instantSchema,
});

/** A reminder of a promise or a callback. */
export type Alert = z.infer<typeof alertSchema>;

const own = { access: 'session', roles: ['COLLECTOR'], section: '7.4' } as const;
const collectorHeader = z.object({ collectorid: idSchema.optional() });

/** Alerts (spec 7.4). The header collectorId must be the caller's own id. */
export const alertCalls = {
  listAlerts: defineCall({
    ...own,
    name: 'listAlerts',
    method: 'GET',
    path: '/api/v2/alerts',
    summary: "The collector's alerts that are due now and not deactivated.",
    headers: collectorHeader,
    answer: z.object({ data: z.array(alertSchema) }),
  }),
  listMissedAlerts: defineCall({
    ...own,
    name: 'listMissedAlerts',
    method: 'GET',
    path: '/api/v2/alerts/missed',
    summary: "The collector's alerts of the past that nobody acted on.",
    headers: collectorHeader,
    answer: z.object({ data: z.array(alertSchema) }),
  }),
  createAlert: defineCall({
    ...own,
    name: 'createAlert',
    method: 'POST',
    path: '/api/v2/alerts',
    summary:
      'Make an alert of a promise or callback. One per disposition: a repeat answers the same alert.',
    body: z.object({
      loanId: idSchema,
      dispositionId: idSchema.optional(),
      alertType: z.enum(ALERT_TYPES),
      alertDate: dayInputSchema,
      alertTime: timeInputSchema,
    }),
    answer: alertSchema,
  }),
  deactivateAlert: defineCall({
    ...own,
    name: 'deactivateAlert',
    method: 'PUT',
    path: '/api/v2/alerts/:id/deactivate',
    summary: 'Deactivate an own alert.',
    params: z.object({ id: idSchema }),
    answer: z.object({ success: z.boolean() }),
  }),
};
