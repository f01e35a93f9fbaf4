import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, daySchema, idSchema, instantSchema, textSchema } from './values.ts';

/** The longest account of a complaint, and reason for taking it back. */
export const MOST_OF_COMPLAINT = 500;

const complaintSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Client_Name: z.string(),
  /** The business day on which the borrower complained. */
  day: daySchema,
  said: z.string(),
  recordedBy: z.string(),
  recordedAt: instantSchema,
  /** It turned out to be unfounded, or not this agent's: it counts no more. */
  withdrawn: z.object({ by: z.string(), at: instantSchema, reason: z.string() }).nullable(),
});

/** What a borrower complained of about an agent. */
export type AgentComplaint = z.infer<typeof complaintSchema>;

const done = z.object({ _id: idSchema });

/** Borrowers' complaints about agents. */
export const agentComplaintCalls = callsOf('agent-board', {
  listAgentComplaints: {
    method: 'GET',
    path: '/agentprofile/complaints',
    summary:
      "The newest 200 complaints about an agent of some days; an agent's own are its to read.",
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT', 'CLIENT_ADMIN'],
    query: z.object({
      collectorId: idSchema,
      from: dayInputSchema.optional(),
      to: dayInputSchema.optional(),
    }),
    answer: z.object({ data: z.array(complaintSchema) }),
  },
  recordAgentComplaint: {
    method: 'POST',
    path: '/agentprofile/complaints',
    summary: 'Record that the borrower of a loan complained about an agent who worked it.',
    roles: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN'],
    body: z.object({
      /** Made by whoever records it: the same twice is one complaint. */
      _id: idSchema,
      collectorId: idSchema,
      Loan_ID: textSchema(100).min(1, says('required')),
      day: dayInputSchema,
      said: textSchema(MOST_OF_COMPLAINT).min(3, says('reason-missing')),
    }),
    answer: done,
  },
  withdrawAgentComplaint: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/agentprofile/complaints/:id/withdraw',
    summary: 'Take a complaint back that was unfounded. It stays in the books and counts no more.',
    roles: [...ADMINS, 'MANAGER'],
    params: z.object({ id: idSchema }),
    body: z.object({ reason: textSchema(MOST_OF_COMPLAINT).min(3, says('reason-missing')) }),
    answer: done,
  },
});
