import { z } from 'zod';
import { says } from './errors.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** Where a campaign stands: the engine calls for RUNNING ones; an ENDED one stays for its reports. */
export const CAMPAIGN_STATES = ['RUNNING', 'PAUSED', 'ENDED'] as const;
/** How the number of lines is chosen. */
export const PACINGS = ['SURVIVAL', 'LEVEL', 'PROGRESSIVE'] as const;
/** Which lead is called first. */
export const LEAD_ORDERS = [
  'PRIORITY',
  'LARGEST_DUE',
  'OLDEST_DUE',
  'FEWEST_CALLS',
  'RANDOM',
  /** By the recovery model's chance to pay; loans without a score in between, by priority. */
  'MOST_LIKELY',
  /** Borrowers who answer at this hour of the day first, those of other hours last. */
  'BEST_TIME',
] as const;
/** Which agent gets the next call. */
export const NEXT_AGENTS = ['LONGEST_WAIT', 'FEWEST_CALLS', 'RANDOM'] as const;
/** What a call that reached nobody came to: each has its own minutes until the lead is called again. */
export const RECYCLED_RESULTS = ['BUSY', 'NO_ANSWER', 'MACHINE', 'ABANDONED', 'FAILED'] as const;
/** Most minutes until a lead is called again: a week. */
const MOST_MINUTES = 10_080;
/** The series that service and transaction calls must come from (TRAI). */
export const SERVICE_SERIES = '1600';

const whole = (least: number, most: number) => z.int().min(least).max(most);
const decimal = (least: number, most: number) =>
  z.number().min(least).max(most).multipleOf(0.01, says('too-precise'));
const minutes = whole(1, MOST_MINUTES);

/** Minutes until a lead is called again, by what came of the call. */
const recycleSchema = z.object({
  BUSY: minutes,
  NO_ANSWER: minutes,
  MACHINE: minutes,
  ABANDONED: minutes,
  FAILED: minutes,
});

/** Whether a person's predictive process is that of a campaign: names that people type are compared without their case. */
export function isProcessOf(process: string | null, { name }: { readonly name: string }): boolean {
  return process?.toLowerCase() === name.toLowerCase();
}

/** What whoever runs a campaign may choose. */
export const campaignSettingsSchema = z.object({
  /** The spec's process: an agent belongs to the campaign of its assigned predictive process. */
  name: textSchema(100).min(2, says('name-missing')),
  pacing: z.enum(PACINGS),
  leadOrder: z.enum(LEAD_ORDERS),
  nextAgent: z.enum(NEXT_AGENTS),
  trunks: whole(1, 1000),
  /** Numbers that calls come from, used in turn. */
  callerIds: z
    .array(
      z
        .string()
        .trim()
        .regex(/^\d{6,15}$/, says('caller-id')),
    )
    .max(50),
  /** Most of the live-answered calls of 30 days that may be dropped, percent. */
  dropCapPercent: decimal(0, 3),
  /** Most lines for each free agent. */
  maxLevel: decimal(1, 6),
  ringSeconds: whole(15, 90),
  wrapupSeconds: whole(0, 600),
  maxAttempts: whole(1, 50),
  recycle: recycleSchema,
  /** `HH:mm`, business time zone. */
  shiftEnd: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('not-a-time')),
});

/** What whoever runs a campaign may choose. */
export type CampaignSettings = z.infer<typeof campaignSettingsSchema>;

/** What a campaign begins with: careful, and inside the rules. */
export const DEFAULT_CAMPAIGN: CampaignSettings = {
  name: '',
  pacing: 'SURVIVAL',
  leadOrder: 'PRIORITY',
  nextAgent: 'LONGEST_WAIT',
  trunks: 20,
  callerIds: [],
  dropCapPercent: 3,
  maxLevel: 3,
  ringSeconds: 25,
  wrapupSeconds: 30,
  maxAttempts: 6,
  recycle: { BUSY: 15, NO_ANSWER: 120, MACHINE: 240, ABANDONED: 60, FAILED: 30 },
  shiftEnd: '19:00',
};

/** A dialer campaign with its counts. */
export const campaignSchema = campaignSettingsSchema.extend({
  _id: idSchema,
  /** Null: loans of any lender. */
  clientId: idSchema.nullable(),
  Client_Name: z.string().nullable(),
  /** The lender's own series of caller numbers; x is any digit. */
  callerIdSeries: z.string().nullable(),
  state: z.enum(CAMPAIGN_STATES),
  /** Agents whose predictive process it is, and those of them at work in it now. */
  agentCount: z.int(),
  onlineCount: z.int(),
  leadCount: z.int(),
  /** Leads that may be called now, or later today. */
  waitingCount: z.int(),
  doneCount: z.int(),
  /** Calls since the business day began. */
  placedToday: z.int(),
  connectedToday: z.int(),
  abandonedToday: z.int(),
  revision: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

/** A dialer campaign with its counts. */
export type Campaign = z.infer<typeof campaignSchema>;

/** An agent at the dialer, as a campaign's screen shows it. */
export const campaignAgentSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  username: z.string(),
  managerName: z.string().nullable(),
  /** The campaign or other process that the agent has now. */
  processName: z.string().nullable(),
  /** READY, INCALL, ...; null: logged out. */
  state: z.string().nullable(),
});

/** An agent at the dialer, as a campaign's screen shows it. */
export type CampaignAgent = z.infer<typeof campaignAgentSchema>;
