import { z } from 'zod';
import { listDrafts } from './drafts.ts';
import { readLoan } from './loan-index.ts';
import { isSaved } from './operation-known.ts';
import { isListLost } from './pull.ts';

const KIND = 'visit:';

/** Where a loan's begun visit is kept. */
export const begunVisitKey = (loanId: string) => `${KIND}${loanId}`;

/** A begun visit as it is kept. `about` names its loan, which may leave the phone before the visit is saved; older drafts don't. */
export const begunVisitSchema = z.object({
  visitId: z.uuid(),
  /** Milliseconds. */
  startedAt: z.number(),
  about: z.object({ Customer_Name: z.string(), Loan_ID: z.string() }).nullable().catch(null),
  values: z.unknown(),
});

/** A visit that was begun and is not saved. */
export type BegunVisit = Omit<z.infer<typeof begunVisitSchema>, 'values'>;

/**
 * The begun visits of loans that are not on this phone any more, oldest first; none while the list itself is not there.
 * Throws LOCKED.
 */
export async function strandedVisits(): Promise<(BegunVisit & { loanId: string })[]> {
  if (await isListLost()) return [];
  const drafts = await listDrafts(KIND);
  const found = drafts.map(async ([loanId, draft]) => {
    const visit = begunVisitSchema.safeParse(draft);
    if (!visit.success || (await readLoan(loanId)) !== null) return [];
    return (await isSaved(visit.data.visitId)) ? [] : [{ ...visit.data, loanId }];
  });
  return (await Promise.all(found))
    .flat()
    .toSorted((one, other) => one.startedAt - other.startedAt);
}
