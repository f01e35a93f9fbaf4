import { z } from 'zod';
import { closedLoans } from './closed-loans.ts';
import { listDrafts } from './drafts.ts';
import { listInputDrafts } from './input-drafts.ts';
import { readLoan } from './loan-index.ts';
import { isSaved } from './operation-known.ts';
import { isListLost } from './pull.ts';

const KIND = 'visit:';

/** Where a visit is kept. */
export interface VisitPlace {
  readonly loanId: string;
  readonly visitId: string;
}

/** Where a begun visit is kept: two tabs may each begin one of the same loan. */
export const begunVisitKey = ({ loanId, visitId }: VisitPlace) => `${KIND}${loanId}:${visitId}`;

/** Where older versions kept the only one of a loan. */
export const olderVisitKey = (loanId: string) => `${KIND}${loanId}`;

/** A begun visit as it is kept. `about` names its loan, which may leave the phone before the visit is saved; older drafts don't. */
const begunVisitSchema = z.object({
  visitId: z.uuid(),
  /** The id under which another tab saved it, so that what is kept has its own; none: none did, or an older version kept it. */
  savedElsewhereId: z.uuid().nullish(),
  /** Milliseconds. */
  startedAt: z.number(),
  about: z.object({ Customer_Name: z.string(), Loan_ID: z.string() }).nullable().catch(null),
  values: z.unknown(),
});

/** A visit that was begun and is not saved. */
export type BegunVisit = Omit<z.infer<typeof begunVisitSchema>, 'values'>;

/** Where the form of a loan's correction stands; what is typed into it is kept under that. */
const CORRECTION = '/field-agent/loan/edit?id=';

/** A correction that was begun and is not saved. */
export interface BegunCorrection {
  /** The form's name, to forget it by. */
  form: string;
  /** When it was last typed in, milliseconds; null: an older version kept it. */
  startedAt: number | null;
  typed: Readonly<Record<string, unknown>>;
  about: BegunVisit['about'];
}

/** What was begun of a loan that is not on this phone any more. */
interface StrandedWork {
  loanId: string;
  about: BegunVisit['about'];
  startedAt: number | null;
}

/**
 * The begun visits and corrections of loans that are not on this phone any more, oldest first, each loan once; none while
 * the list itself is not there. Throws LOCKED.
 */
export async function strandedWork(): Promise<StrandedWork[]> {
  if (await isListLost()) return [];
  const found = [...(await begunVisits()), ...(await begunCorrections())];
  const stranded = new Map<string, StrandedWork>();
  for (const work of found.toSorted(
    (one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0),
  )) {
    const { loanId, about, startedAt } = work;
    const known = stranded.get(loanId);
    if (known === undefined && (await readLoan(loanId)) !== null) continue;
    stranded.set(loanId, {
      loanId,
      about: known?.about ?? about,
      startedAt: known?.startedAt ?? startedAt,
    });
  }
  return [...stranded.values()];
}

/** A visit as it is kept, with its loan; it may be saved by now. */
type KeptVisit = z.infer<typeof begunVisitSchema> & VisitPlace;

/** The kept visits of this phone, or of one loan, oldest first. Throws LOCKED. */
export async function keptVisits(ofLoan = ''): Promise<KeptVisit[]> {
  const drafts = await listDrafts(`${KIND}${ofLoan}`);
  const visits = new Map<string, KeptVisit>();
  // A tab of an older version may keep the same visit in the older place: what was kept last counts.
  for (const { rest, draft } of drafts.toSorted(
    (one, other) => (one.keptAt ?? 0) - (other.keptAt ?? 0),
  )) {
    const visit = begunVisitSchema.safeParse(draft).data;
    const [loanId = ''] = `${ofLoan}${rest}`.split(':');
    if (visit !== undefined) visits.set(visit.visitId, { ...visit, loanId });
  }
  return [...visits.values()].toSorted((one, other) => one.startedAt - other.startedAt);
}

async function begunVisits(): Promise<KeptVisit[]> {
  const found = (await keptVisits()).map(async (visit) =>
    (await isSaved(visit.visitId)) ? [] : [visit],
  );
  return (await Promise.all(found)).flat();
}

/** The begun corrections of this phone, or of one loan; those of loans that left it are named as that was told. Throws LOCKED. */
export async function begunCorrections(
  loanId = '',
): Promise<(BegunCorrection & { loanId: string })[]> {
  const drafts = await listInputDrafts(`${CORRECTION}${loanId}`);
  if (drafts.length === 0) return [];
  const left = new Map((await closedLoans()).map((loan) => [loan.loanId, loan]));
  return drafts.flatMap(({ form, input, keptAt }) => {
    const id = z.uuid().safeParse(form.slice(CORRECTION.length).split('#')[0]).data;
    if (id === undefined) return [];
    const about = left.get(id) ?? null;
    return [{ loanId: id, form, startedAt: keptAt, typed: input, about }];
  });
}
