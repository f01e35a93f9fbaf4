import { z } from 'zod';
import { callsOf } from './call.ts';

/** Tools whose dashboards can be opened. */
const BI_TOOLS = ['METABASE', 'SUPERSET'] as const;

/** Whose subscription opens the dashboards (spec 4.5): the first unless the settings say the other. */
export const SUBSCRIPTION_TYPES = ['primary_explorar', 'secondry'] as const;

const biDoorSchema = z.object({
  /** Cookies that open the tool, as `name=value; attributes`; none when the product's own dashboards are opened. */
  cookies: z.array(z.string()),
  subscription_type: z.enum(SUBSCRIPTION_TYPES),
  /** Null: the product's own dashboards. */
  tool: z.enum(BI_TOOLS).nullable(),
  /** Where the dashboard is. Null: no tool, or none for this role. */
  url: z.string().nullable(),
  /** Superset asks its host for it; null for others. */
  guestToken: z.string().nullable(),
  /** When the token ends: the dashboard is opened anew. */
  expiresAt: z.iso.datetime().nullable(),
});

/** What opens the BI reports. */
export type BiDoor = z.infer<typeof biDoorSchema>;

/** The link to BI reports (spec 7.6). */
export const biCalls = callsOf('bi', {
  openBi: {
    isDoneOnce: false,
    method: 'POST',
    path: '/redirectBi',
    section: '7.6',
    summary:
      "Open the BI reports: a short-lived token with the caller's clients locked in. 403 NO_BI: the account has none.",
    roles: ['ADMIN', 'SUPER_ADMIN', 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER'],
    body: z.object({}).optional(),
    answer: biDoorSchema,
  },
});
