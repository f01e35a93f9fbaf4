import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  amountInputSchema,
  monthInputSchema,
  daySchema,
  idSchema,
  rupeesSchema,
  seenRevisionSchema,
  textSchema,
} from './values.ts';

const amountSchema = amountInputSchema.max(1_000_000_000, says('not-an-amount'));

const paiseSchema = z.int();

/** A person's costs of a month as they are entered, whole rupees. What is not named stays as it is. */
export const employeeCostSchema = z.object({
  personId: idSchema,
  salary: amountSchema.optional(),
  incentive: amountSchema.optional(),
  calls: amountSchema.optional(),
  visits: amountSchema.optional(),
  revision: seenRevisionSchema,
});

/** A person's costs of a month. */
export type EmployeeCost = z.output<typeof employeeCostSchema>;

const revenueSchema = z.object({
  /** Null: nobody's. */
  personId: idSchema.nullable(),
  name: z.string().nullable(),
  role: roleSchema.nullable(),
  /** Verified, whole rupees, by attribution. */
  verified: rupeesSchema,
  visitCount: z.int(),
  /** Earned, paise. */
  fee: paiseSchema,
  salary: rupeesSchema,
  incentive: rupeesSchema,
  calls: rupeesSchema,
  visits: rupeesSchema,
  /** Whether its incentive is that of its statement, not an entered one. */
  isStated: z.boolean(),
  /** Of the month: salary, incentive, calls and visits. */
  cost: rupeesSchema,
  /** Of each 100 rupees verified, paise; null: nothing is verified. */
  costPer100: paiseSchema.nullable(),
  /** What is left of the fee, paise. */
  margin: paiseSchema,
});

/** What a person earned the agency in a month, and what it cost. */
export type EmployeeRevenue = z.infer<typeof revenueSchema>;

/** The columns of a sheet of costs; Person is a user name. */
export const COST_SHEET_COLUMNS = ['Person', 'Salary', 'Incentive', 'Calls', 'Visits'] as const;

const session = { roles: [...ADMINS] } as const;
const month = monthInputSchema.optional();

/** What employees earn and cost (spec 2.2 `/revenues`, `/revenue/edit`; the calls are ours). */
export const employeeRevenueCalls = callsOf('employee-revenue', {
  listRevenues: {
    ...session,
    method: 'GET',
    path: '/revenues',
    summary: 'What each person earned the agency in a month, and what it cost.',
    query: z.object({ ...pageQueryFields, month, search: textSchema(60).optional() }),
    answer: pageOf(revenueSchema).extend({
      month: daySchema,
      totals: revenueSchema.pick({
        verified: true,
        fee: true,
        cost: true,
        costPer100: true,
        margin: true,
      }),
    }),
  },
  readEmployeeCost: {
    ...session,
    method: 'GET',
    path: '/revenues/costs/:id',
    summary: 'What a person costs in a month.',
    params: z.object({ id: idSchema }),
    query: z.object({ month }),
    answer: z.object({
      personId: idSchema,
      name: z.string(),
      salary: rupeesSchema,
      incentive: rupeesSchema,
      calls: rupeesSchema,
      visits: rupeesSchema,
      isStated: z.boolean(),
      /** 0: nothing was entered yet. */
      revision: z.int(),
    }),
  },
  setEmployeeCosts: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/revenues/costs',
    summary: 'Set what people cost in a month.',
    body: z.object({ month: monthInputSchema, costs: z.array(employeeCostSchema).min(1).max(500) }),
    answer: z.object({ count: z.int() }),
  },
  uploadEmployeeCosts: {
    ...session,
    method: 'POST',
    path: '/revenues/sheet',
    summary: 'Set the costs of a sheet: all of its rows, or none when one is wrong.',
    bodyKind: 'multipart',
    body: z.object({ month }),
    files: { file: 1 },
    bodyLimit: 2_097_152,
    answer: z.object({
      count: z.int(),
      problems: z.array(z.object({ row: z.int(), column: z.string(), reason: z.string() })),
    }),
  },
});
