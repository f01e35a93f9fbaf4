import { z } from 'zod';
import { callsOf } from './call.ts';
import { portfolioInputSchema } from './client-contract.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { daySchema, idSchema, instantSchema, rupeesSchema, textSchema } from './values.ts';

/** A part of a lender's book as lists show it. */
export const portfolioSchema = z.object({
  _id: idSchema,
  clientId: idSchema,
  Client_Name: z.string(),
  name: z.string(),
  /** Empty: all of the lender's. */
  products: z.array(z.string()),
  buckets: z.array(z.string()),
  startsOn: daySchema.nullable(),
  endsOn: daySchema.nullable(),
  /** The lender's loans of these products and buckets, with their dues in whole rupees. */
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  createdAt: instantSchema,
  revision: z.int(),
});

/** A part of a lender's book. */
export type Portfolio = z.infer<typeof portfolioSchema>;

const session = {
  roles: [...ADMINS, 'CLIENT_ADMIN'],
} as const;
const oneOf = z.object({ id: idSchema });

/** Portfolios: parts of a lender's book (spec 2.2 `/create-portfolio`; the calls are ours). */
export const portfolioCalls = callsOf('clients', {
  listPortfolios: {
    ...session,
    method: 'GET',
    path: '/portfolios',
    summary: 'A page of portfolios, by name; of one client when it is named.',
    query: z.object({
      ...pageQueryFields,
      clientId: idSchema.optional(),
      search: textSchema(100).optional(),
    }),
    answer: pageOf(portfolioSchema),
  },
  createPortfolio: {
    ...session,
    method: 'POST',
    path: '/portfolios',
    summary: 'Adds a portfolio to a client; to their own for the lender’s people.',
    body: portfolioInputSchema.safeExtend({ clientId: idSchema.optional() }),
    answer: z.object({ _id: idSchema }),
  },
  updatePortfolio: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/portfolios/:id',
    summary: 'Changes a portfolio; 409 when somebody else changed it meanwhile.',
    params: oneOf,
    body: portfolioInputSchema.safeExtend({ revision: z.int() }),
    answer: z.object({ _id: idSchema }),
  },
  removePortfolio: {
    ...session,
    method: 'DELETE',
    path: '/portfolios/:id',
    summary: 'Removes a portfolio; its loans stay.',
    params: oneOf,
    answer: z.object({ _id: idSchema }),
  },
});
