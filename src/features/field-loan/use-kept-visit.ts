import { useEffect, useRef, useState } from 'react';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { useDoneSoon } from '../../components/use-leaving.ts';
import { useHeld } from '../../data/read-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { isSaved } from '../../offline/operation-known.ts';
import { subscribe } from '../../offline/signals.ts';
import { useVisitFiles } from './use-visit-files.ts';
import type { VisitFiles } from './use-visit-files.ts';
import {
  dropChosen,
  dropVisitDraft,
  endVisitDraft,
  isSavedHere,
  keepVisit,
  keepVisitFiles,
} from './visit-draft.ts';
import type { VisitDraft } from './visit-draft.ts';
import { isVisitEmpty } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';

/** How long what is typed waits until it is kept, milliseconds. */
const KEPT_WITHIN_MS = 250;

/** A visit in the making. */
interface KeptVisit extends VisitFiles {
  /** Becomes the operation's. Another tab that saves this visit makes what stands here a second one. */
  visitId: string;
  /** The id under which another tab saved it, so that what stands here has a new one; null: none did. */
  savedElsewhereId: string | null;
  startAnew: () => void;
}

/** Keeps a begun visit on this phone as it changes, until it is saved. */
export function useKeptVisit(
  { loanId, about }: { loanId: string; about: VisitDraft['about'] },
  draft: VisitDraft,
  values: VisitValues,
  isDone: boolean,
): KeptVisit {
  const identity = useVisitId(draft, isDone);
  const { visitId, savedElsewhereId } = identity;
  const { files, takeReady, ...taking } = useVisitFiles({ loanId, visitId }, draft);
  const { isTaking } = taking;
  const startedAt = useRef(draft.startedAt);
  const names = useRef(about);
  const known = useRef({ values: JSON.stringify(values), files, visitId, isTaking: false });
  const isEmpty = isVisitEmpty(values) && files.length === 0 && !isTaking;
  const text = JSON.stringify(values);
  const doSoon = useDoneSoon(KEPT_WITHIN_MS);
  useEffect(() => {
    const { current } = known;
    const hasNewFiles =
      current.files !== files || current.visitId !== visitId || current.isTaking !== isTaking;
    if (isDone || (current.values === text && !hasNewFiles)) return doSoon(null);
    const keep = () => {
      known.current = { values: text, files, visitId, isTaking };
      const ready = takeReady();
      startedAt.current ??= Date.now();
      const of = { startedAt: startedAt.current, about: names.current };
      const visit = { visitId, savedElsewhereId, ...of };
      const kept = isEmpty
        ? dropVisitDraft({ loanId, visitId })
        : keepVisit(loanId, { ...visit, values: JSON.parse(text) as VisitValues });
      // Both asked for at once: what a later change keeps comes after them.
      const keptFiles = hasNewFiles ? keepVisitFiles({ loanId, visitId }, files) : undefined;
      // A draft that can't be kept (locked, full) is no reason to disturb: saving says what is wrong.
      Promise.all([kept, keptFiles])
        .then(() => dropChosen({ loanId, visitId }, ready))
        .catch(() => undefined);
    };
    // A photo is not typed again in a moment: the phone may die meanwhile.
    return doSoon(keep, hasNewFiles);
  }, [
    visitId,
    savedElsewhereId,
    files,
    isTaking,
    isDone,
    isEmpty,
    loanId,
    text,
    takeReady,
    doSoon,
  ]);
  return { files, ...taking, ...identity };
}

/** The id under which this visit is saved: a new one when another tab saves the visit that both had open. */
function useVisitId(
  first: Pick<VisitDraft, 'visitId' | 'savedElsewhereId'>,
  isDone: boolean,
): Pick<KeptVisit, 'visitId' | 'savedElsewhereId' | 'startAnew'> {
  const [{ visitId, savedElsewhereId }, setIdentity] = useState(() => ({
    visitId: first.visitId,
    savedElsewhereId: first.savedElsewhereId,
  }));
  useEffect(() => {
    if (isDone) return undefined;
    const look = async () => {
      const isTaken = !isSavedHere(visitId) && (await isSaved(visitId));
      if (isTaken && !isSavedHere(visitId))
        setIdentity({ visitId: newId(), savedElsewhereId: visitId });
    };
    // Locked meanwhile: saving says so.
    return subscribe(['saved'], () => void look().catch(() => undefined));
  }, [visitId, isDone]);
  // What is in it was told to be another visit: it is not compared again.
  const startAnew = () => setIdentity({ visitId: newId(), savedElsewhereId: null });
  return { visitId, savedElsewhereId, startAnew };
}

/** Asks, then throws a begun visit away and opens an empty form. */
export function useDiscard(
  loanId: string,
  onDiscarded?: () => void,
): (visitId: string) => Promise<void> {
  const t = useText();
  const confirm = useConfirm();
  const { forget } = useHeld('device', 'field-loan', loanId, 'visit');
  const begun = useHeld('device', 'field-loan', loanId, 'draft');
  return async (visitId) => {
    const isSure = await confirm({
      title: t('fieldLoan.visit.discardTitle'),
      body: t('fieldLoan.visit.discardBody'),
      confirmLabel: t('fieldLoan.visit.discardDraft'),
      isDangerous: true,
    });
    if (!isSure) return;
    await endVisitDraft({ loanId, visitId });
    await forget();
    await begun.readAgain();
    onDiscarded?.();
  };
}
