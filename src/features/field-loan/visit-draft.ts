import { z } from 'zod';
import { noteIn, tabStorage } from '../../lib/page-storage.ts';
import { begunVisitKey, keptVisits, olderVisitKey } from '../../offline/begun-visits.ts';
import type { BegunVisit, VisitPlace } from '../../offline/begun-visits.ts';
import { fromBase64Url, toBase64Url } from '../../offline/bytes.ts';
import {
  clearDraft,
  listDraftKeys,
  readDraft,
  readDraftFile,
  saveDraft,
  saveDraftFile,
} from '../../offline/drafts.ts';
import { newId } from '../../offline/id.ts';
import { isSaved } from '../../offline/operation-known.ts';
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

/** A file that was chosen for a visit and is not ready to be saved: it is still being made small. */
export interface ChosenFile {
  id: string;
  kind: VisitFile['kind'];
}

/** A chosen file and how its bytes are had. */
export interface Choice extends ChosenFile {
  read: () => Promise<File | null>;
  isReady: boolean;
}

/** A begun visit. Its id becomes the operation's, so that saving it twice makes one. */
export interface VisitDraft {
  visitId: string;
  /** The id under which another tab saved it; null: none did. */
  savedElsewhereId: string | null;
  /** Milliseconds; null for one that was just opened. */
  startedAt: number | null;
  /** Names its loan, should that leave the phone; null: it was just opened, or an older version kept it. */
  about: BegunVisit['about'];
  values: VisitValues | null;
  files: VisitFile[];
  /** Chosen, and not ready when the page went away: to be made ready now. */
  chosen: ChosenFile[];
}

const filesKey = ({ loanId, visitId }: VisitPlace) => `visit-files:${loanId}:${visitId}`;
/** Where older versions kept those of a loan's only begun visit. */
const olderFilesKey = (loanId: string) => `visit-files:${loanId}`;

const CHOSEN = 'visit-chosen';
const chosenKey = ({ loanId, visitId }: VisitPlace, { id, kind }: ChosenFile) =>
  `${CHOSEN}:${loanId}:${visitId}:${kind}:${id}`;
const chosenEnd = z.tuple([z.uuid(), z.enum(['photo', 'supportingDoc']), z.uuid()]);

const storedFileList = z.array(
  z.object({
    id: z.uuid(),
    kind: z.enum(['photo', 'supportingDoc']),
    name: z.string(),
    contentType: z.string(),
    data: z.string(),
  }),
);
/** Older versions kept the list alone. */
const storedFiles = z.union([
  z.object({ visitId: z.uuid(), files: storedFileList }),
  storedFileList.transform((files) => ({ visitId: null, files })),
]);

/** Visits whose saving was begun in this tab: who saved them, if anybody did, is no other tab. */
const savingVisits = new Set<string>();

/** This tab is about to save a visit. */
export function noteSaving(visitId: string): void {
  savingVisits.add(visitId);
}

/** Was this visit's saving begun in this tab? */
export function isSavedHere(visitId: string): boolean {
  return savingVisits.has(visitId);
}

/** Visits saved or thrown away in this tab: nothing of theirs is kept any more, however late it comes. */
const endedVisits = new Set<string>();

/** Which visit of a loan this tab was at last, over its reloads; ids only. */
const ownKey = (loanId: string) => `recoup.visit.${loanId}`;

/**
 * The kept draft of a visit that is not saved yet, or null: of several this tab's own, else the oldest. One that was saved
 * already (the phone died before its draft was forgotten) is none: whoever went on with it would save a second visit under
 * the first one's id, and lose it.
 */
async function keptVisit(loanId: string) {
  const begun = [];
  for (const visit of await keptVisits(loanId)) {
    if (await isSaved(visit.visitId)) await dropVisitDraft(visit);
    else begun.push(visit);
  }
  const own = tabStorage()?.getItem(ownKey(loanId));
  return begun.find(({ visitId }) => visitId === own) ?? begun[0] ?? null;
}

/** The visit of this loan that was begun and is not saved yet, or null. Throws LOCKED. */
export async function begunVisit(loanId: string): Promise<BegunVisit | null> {
  return keptVisit(loanId);
}

/** The begun visit of a loan, or a fresh one. Throws LOCKED. */
export async function openVisitDraft(loanId: string): Promise<VisitDraft> {
  const visit = await keptVisit(loanId);
  if (visit === null) {
    await dropChosenOf(loanId);
    const fresh = { visitId: newId(), savedElsewhereId: null, startedAt: null, about: null };
    return { ...fresh, values: null, files: [], chosen: [] };
  }
  await keeping.get(visit.visitId);
  const kept =
    storedFiles.safeParse(await readDraft(filesKey(visit))).data ??
    storedFiles.safeParse(await readDraft(olderFilesKey(loanId))).data;
  // In the older place another visit's pictures may lie: they are not this one's.
  const files = (kept !== undefined && isOf(visit.visitId, kept) ? kept.files : []).map(
    ({ id, kind, name, contentType, data }) => {
      return { id, kind, name, contentType, bytes: fromBase64Url(data).buffer };
    },
  );
  const chosen = await chosenFiles({ loanId, visitId: visit.visitId });
  return {
    visitId: visit.visitId,
    savedElsewhereId: visit.savedElsewhereId ?? null,
    startedAt: visit.startedAt,
    about: visit.about,
    values: readVisitDraft(visit.values),
    files,
    chosen: chosen.filter(({ id }) => files.every((file) => file.id !== id)),
  };
}

async function chosenFiles({ loanId, visitId }: VisitPlace): Promise<ChosenFile[]> {
  const ends = await listDraftKeys(`${CHOSEN}:${loanId}:`);
  return ends.flatMap((end) => {
    const { data } = chosenEnd.safeParse(end.split(':'));
    return data === undefined || data[0] !== visitId ? [] : [{ kind: data[1], id: data[2] }];
  });
}

/** Keeps a file just as it was chosen, until it is ready: a photo from the camera is nowhere else. Throws LOCKED. */
async function keepChosen(place: VisitPlace, chosen: ChosenFile, file: File): Promise<void> {
  if (!endedVisits.has(place.visitId)) await saveDraftFile(chosenKey(place, chosen), file);
}

/** What is being kept of each visit: whoever leaves its form and comes back at once waits for it. */
const keeping = new Map<string, Promise<void>>();

/** Keeps chosen files, one after the other, unless they are ready by then. */
export async function keepAsChosen(place: VisitPlace, choices: readonly Choice[]): Promise<void> {
  const work = async () => {
    for (const choice of choices) {
      const file = choice.isReady ? null : await choice.read();
      // Locked or full: it is made ready all the same.
      if (file !== null) await keepChosen(place, choice, file).catch(() => undefined);
    }
  };
  const kept = Promise.all([keeping.get(place.visitId), work()]).then(() => undefined);
  keeping.set(place.visitId, kept);
  await kept;
  if (keeping.get(place.visitId) === kept) keeping.delete(place.visitId);
}

/** A chosen file that was kept, or null. Throws LOCKED. */
export async function readChosen(place: VisitPlace, chosen: ChosenFile): Promise<File | null> {
  return readDraftFile(chosenKey(place, chosen));
}

/** Forgets what was kept of chosen files. Throws LOCKED. */
export async function dropChosen(place: VisitPlace, chosen: readonly ChosenFile[]): Promise<void> {
  for (const each of chosen) await clearDraft(chosenKey(place, each));
}

/** Forgets them all. Throws LOCKED. */
export async function dropAllChosen(place: VisitPlace): Promise<void> {
  await dropChosen(place, await chosenFiles(place));
}

/** Keeps what is typed, unless the visit was saved meanwhile. Throws LOCKED. */
export async function keepVisit(
  loanId: string,
  visit: BegunVisit & { values: VisitValues },
): Promise<void> {
  const { visitId } = visit;
  if (endedVisits.has(visitId)) return;
  noteIn(tabStorage(), ownKey(loanId), visitId);
  await saveDraft(begunVisitKey({ loanId, visitId }), visit);
  await clearOlder(olderVisitKey(loanId), visitId);
}

/** Keeps the files likewise; apart from what is typed, since they are large and seldom change. Throws LOCKED. */
export async function keepVisitFiles(
  { loanId, visitId }: VisitPlace,
  files: readonly VisitFile[],
): Promise<void> {
  if (endedVisits.has(visitId)) return;
  if (files.length === 0) {
    await clearFiles({ loanId, visitId });
    return;
  }
  const stored = files.map(({ id, kind, name, contentType, bytes }) => {
    return { id, kind, name, contentType, data: toBase64Url(bytes) };
  });
  await saveDraft(filesKey({ loanId, visitId }), { visitId, files: stored });
  await clearOlder(olderFilesKey(loanId), visitId);
}

/** Whose a draft is. */
const named = z.object({ visitId: z.string() });

/** Is what is kept in an older place this visit's? Even older versions did not say whose files are. */
const isOf = (visitId: string, kept: { readonly visitId: string | null } | undefined): boolean =>
  kept === undefined || kept.visitId === null || kept.visitId === visitId;

/** Forgets what an older version kept of a visit: once it is kept anew, or is no more. */
const clearOlder = (key: string, visitId: string) =>
  clearDraft(key, (draft) => draft !== null && isOf(visitId, named.safeParse(draft).data));

/** Forgets the draft of a visit that is saved now, or thrown away; what is kept of it later is not kept. Throws LOCKED. */
export async function endVisitDraft(place: VisitPlace): Promise<void> {
  endedVisits.add(place.visitId);
  await dropVisitDraft(place);
}

/** Forgets a begun visit with its files; another tab's begun visit of this loan stays. Throws LOCKED. */
export async function dropVisitDraft(place: VisitPlace): Promise<void> {
  const { loanId, visitId } = place;
  // All asked for at once: what is typed or chosen from now on stays.
  await Promise.all([
    clearDraft(begunVisitKey(place)),
    clearOlder(olderVisitKey(loanId), visitId),
    clearFiles(place),
    dropAllChosen(place),
  ]);
}

async function clearFiles(place: VisitPlace): Promise<void> {
  const older = clearOlder(olderFilesKey(place.loanId), place.visitId);
  await Promise.all([clearDraft(filesKey(place)), older]);
}

async function dropChosenOf(loanId: string): Promise<void> {
  const start = `${CHOSEN}:${loanId}:`;
  for (const end of await listDraftKeys(start)) await clearDraft(`${start}${end}`);
}
