import { z } from 'zod';
import { fromBase64Url, toBase64Url } from '../../offline/bytes.ts';
import { clearDraft, readDraft, saveDraft } from '../../offline/drafts.ts';
import { newId } from '../../offline/id.ts';
import { readVisitDraft } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';

/** A picture or document of a visit that is not saved yet. */
export interface VisitFile {
  id: string;
  kind: 'photo' | 'supportingDoc';
  name: string;
  contentType: string;
  bytes: ArrayBuffer;
}

/** A begun visit. Its id becomes the operation's, so that saving it twice makes one. */
export interface VisitDraft {
  visitId: string;
  /** Milliseconds; null for one that was just opened. */
  startedAt: number | null;
  values: VisitValues | null;
  files: VisitFile[];
}

/** Where a loan's begun visit is kept. */
export function visitDraftKey(loanId: string): string {
  return `visit:${loanId}`;
}

const filesKey = (loanId: string) => `visit-files:${loanId}`;

const storedVisit = z.object({ visitId: z.uuid(), startedAt: z.number(), values: z.unknown() });
const storedFiles = z.array(
  z.object({
    id: z.uuid(),
    kind: z.enum(['photo', 'supportingDoc']),
    name: z.string(),
    contentType: z.string(),
    data: z.string(),
  }),
);

/** The begun visit of a loan, or a fresh one. Throws LOCKED. */
export async function openVisitDraft(loanId: string): Promise<VisitDraft> {
  const visit = storedVisit.safeParse(await readDraft(visitDraftKey(loanId)));
  if (!visit.success) return { visitId: newId(), startedAt: null, values: null, files: [] };
  const files = storedFiles.safeParse(await readDraft(filesKey(loanId)));
  return {
    visitId: visit.data.visitId,
    startedAt: visit.data.startedAt,
    values: readVisitDraft(visit.data.values),
    files: (files.data ?? []).map(({ id, kind, name, contentType, data }) => {
      return { id, kind, name, contentType, bytes: fromBase64Url(data).buffer };
    }),
  };
}

/** Keeps what is typed. Throws LOCKED. */
export async function keepVisit(
  loanId: string,
  visit: { visitId: string; startedAt: number; values: VisitValues },
): Promise<void> {
  await saveDraft(visitDraftKey(loanId), visit);
}

/** Keeps the files; apart from what is typed, since they are large and seldom change. Throws LOCKED. */
export async function keepVisitFiles(loanId: string, files: readonly VisitFile[]): Promise<void> {
  if (files.length === 0) {
    await clearDraft(filesKey(loanId));
    return;
  }
  const stored = files.map(({ id, kind, name, contentType, bytes }) => {
    return { id, kind, name, contentType, data: toBase64Url(bytes) };
  });
  await saveDraft(filesKey(loanId), stored);
}

/** Forgets a begun visit with its files. Throws LOCKED. */
export async function dropVisitDraft(loanId: string): Promise<void> {
  await clearDraft(visitDraftKey(loanId));
  await clearDraft(filesKey(loanId));
}
