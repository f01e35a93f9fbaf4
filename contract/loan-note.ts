import { z } from 'zod';
import { callsOf } from './call.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/** What somebody wants others to know of a loan. */
export const loanNoteSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  note: z.string(),
  isPinned: z.boolean(),
  /** The lender's people read it too; without it the note stays in the agency. */
  isForLender: z.boolean(),
  authorId: idSchema,
  Author_Name: z.string(),
  createdAt: instantSchema,
  /** Whether the asker wrote it. */
  isOwn: z.boolean(),
});

/** What somebody wants others to know of a loan. */
export type LoanNote = z.infer<typeof loanNoteSchema>;

const anyone = { roles: 'any' } as const;

/** Notes on loans. */
export const loanNoteCalls = callsOf('loan-notes', {
  listLoanNotes: {
    ...anyone,
    method: 'GET',
    path: '/loan-notes',
    summary: "A loan's notes that the caller may read: pinned first, then the newest. At most 200.",
    query: z.object({ loanId: idSchema }),
    answer: z.object({ data: z.array(loanNoteSchema) }),
  },
  addLoanNote: {
    ...anyone,
    method: 'POST',
    path: '/loan-notes',
    summary:
      "Write a note on a loan. The lender's people write to the agency; a repeat of `_id` adds nothing.",
    body: z.object({
      _id: idSchema.optional(),
      loanId: idSchema,
      note: textSchema(2000).pipe(z.string().min(1)),
      isPinned: z.boolean().default(false),
      isForLender: z.boolean().default(false),
    }),
    answer: loanNoteSchema,
  },
  pinLoanNote: {
    ...anyone,
    method: 'PUT',
    path: '/loan-notes/pin',
    summary: 'Show a note first, or no longer. Anybody who may write on the loan.',
    body: z.object({ _id: idSchema, isPinned: z.boolean() }),
    answer: loanNoteSchema,
  },
  removeLoanNote: {
    ...anyone,
    method: 'DELETE',
    path: '/loan-notes/:id',
    summary: 'Remove an own note.',
    params: z.object({ id: idSchema }),
    answer: z.object({ success: z.boolean() }),
  },
});
