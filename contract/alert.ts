import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { dayInputSchema, idSchema, instantSchema, textSchema, timeInputSchema } from './values.ts';

/** Alert types (spec 9). */
const ALERT_TYPES = ['PTP', 'CallBack'] as const;

/** A reminder of a promise or a callback, or word of a visit (spec 3: Alert; 2.5). */
export const alertSchema = z.object({
  id: idSchema,
  loanId: idSchema,
  loanNumber: z.string(),
  /** Null only for a visit that ended in neither. */
  alertType: z.enum(ALERT_TYPES).nullable(),
  /** `DD-MM-YYYY`. */
  alertDate: z.string(),
  /** `hh:mm A`. */
  alertTime: z.string(),
  dispositionId: idSchema.nullable(),
  customerName: z.string(),
  /** The loan's field agent recorded a visit: 'Disposition updated for {loan number}'. */
  isFieldDisposition: z.boolean(),
  /** The same instant for programs. */
  dueAt: instantSchema,
});

/** A reminder of a promise or a callback, or word of a visit. */
export type Alert = z.infer<typeof alertSchema>;

const own = { roles: ['COLLECTOR'], section: '7.4' } as const;
const missedAlertsQuerySchema = z.object({
  ...pageQueryFields,
  /** In the customer's name and the loan number. */
  search: textSchema(100).optional(),
});

/** Which page of the missed alerts. */
export type MissedAlertsQuery = z.output<typeof missedAlertsQuerySchema>;

const collectorHeader = z.object({ collectorid: idSchema.optional() });

/** Alerts (spec 7.4). The header collectorId must be the caller's own id. */
export const alertCalls = callsOf('alerts', {
  listAlerts: {
    ...own,
    method: 'GET',
    path: '/api/v2/alerts',
    summary: "The collector's alerts that are due now and not deactivated.",
    headers: collectorHeader,
    answer: z.object({ data: z.array(alertSchema) }),
  },
  listMissedAlerts: {
    ...own,
    method: 'GET',
    path: '/api/v2/alerts/missed',
    summary: "The collector's alerts of the past that nobody acted on, newest first, in pages.",
    headers: collectorHeader,
    query: missedAlertsQuerySchema,
    answer: pageOf(alertSchema),
  },
  createAlert: {
    ...own,
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
  },
  deactivateAlert: {
    ...own,
    method: 'PUT',
    path: '/api/v2/alerts/:id/deactivate',
    summary: 'Deactivate an own alert.',
    params: z.object({ id: idSchema }),
    answer: z.object({ success: z.boolean() }),
  },
});
