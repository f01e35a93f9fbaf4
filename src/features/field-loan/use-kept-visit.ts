import { useEffect, useRef, useState } from 'react';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { useHeld } from '../../data/read-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { isSaved } from '../../offline/operation-known.ts';
import { subscribe } from '../../offline/signals.ts';
import { dropVisitDraft, isSavedHere, keepVisit, keepVisitFiles } from './visit-draft.ts';
import type { VisitDraft, VisitFile } from './visit-draft.ts';
import { withinRoom } from './visit-files.ts';
import type { TakenFiles } from './visit-files.ts';
import { isVisitEmpty } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';

/** A pause in typing after which it is kept, milliseconds. */
const PAUSE_MS = 250;

/** A visit in the making. */
interface KeptVisit {
  /** Becomes the operation's. Another tab that saves this visit makes what stands here a second one. */
  visitId: string;
  /** Another tab saved it: what stands here has a new id. */
  isSavedElsewhere: boolean;
  startAnew: () => void;
  files: readonly VisitFile[];
  changeFiles: (change: (files: readonly VisitFile[]) => VisitFile[]) => void;
  /** Adds files as soon as they are ready. */
  takeFiles: (taking: Promise<TakenFiles>) => Promise<TakenFiles>;
  /** The files with all that were chosen; null when one of them can't be had, which stands on the screen. */
  allFiles: () => Promise<readonly VisitFile[] | null>;
}

/** Keeps a begun visit on this phone as it changes, until it is saved. */
export function useKeptVisit(
  { loanId, about }: { loanId: string; about: VisitDraft['about'] },
  draft: VisitDraft,
  values: VisitValues,
  isDone: boolean,
): KeptVisit {
  const { files, ...changes } = useVisitFiles(draft.files);
  const identity = useVisitId(draft.visitId, isDone);
  const { visitId } = identity;
  const startedAt = useRef(draft.startedAt);
  const names = useRef(about);
  const known = useRef({ values: JSON.stringify(values), files, visitId });
  const isEmpty = isVisitEmpty(values) && files.length === 0;
  const text = JSON.stringify(values);
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    pending.current = null;
    const { current } = known;
    const isKept = current.values === text && current.files === files;
    if (isDone || (isKept && current.visitId === visitId)) return undefined;
    const keep = () => {
      pending.current = null;
      const hasNewFiles = current.files !== files || current.visitId !== visitId;
      known.current = { values: text, files, visitId };
      startedAt.current ??= Date.now();
      const visit = { visitId, startedAt: startedAt.current, about: names.current };
      const kept = isEmpty
        ? dropVisitDraft(loanId)
        : keepVisit(loanId, { ...visit, values: JSON.parse(text) as VisitValues });
      // A draft that can't be kept (locked, full) is no reason to disturb: saving says what is wrong.
      kept
        .then(() => (hasNewFiles ? keepVisitFiles({ loanId, visitId }, files) : undefined))
        .catch(() => undefined);
    };
    pending.current = keep;
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [visitId, files, isDone, isEmpty, loanId, text]);
  // Whoever leaves, or locks the phone, within the pause.
  useEffect(() => () => pending.current?.(), []);
  return { files, ...changes, ...identity };
}

/** The id under which this visit is saved: a new one when another tab saves the visit that both had open. */
function useVisitId(
  firstId: string,
  isDone: boolean,
): Pick<KeptVisit, 'visitId' | 'isSavedElsewhere' | 'startAnew'> {
  const [visitId, setVisitId] = useState(firstId);
  useEffect(() => {
    if (isDone) return undefined;
    const look = async () => {
      const isTaken = !isSavedHere(visitId) && (await isSaved(visitId));
      if (isTaken && !isSavedHere(visitId)) setVisitId(newId());
    };
    // Locked meanwhile: saving says so.
    return subscribe(['saved'], () => void look().catch(() => undefined));
  }, [visitId, isDone]);
  const startAnew = () => setVisitId(newId());
  return { visitId, isSavedElsewhere: visitId !== firstId, startAnew };
}

function useVisitFiles(
  first: readonly VisitFile[],
): Pick<KeptVisit, 'files' | 'changeFiles' | 'takeFiles' | 'allFiles'> {
  const [files, setFiles] = useState(first);
  const latest = useRef(first);
  const taking = useRef(new Set<Promise<TakenFiles>>());
  const changeFiles: KeptVisit['changeFiles'] = (change) => {
    latest.current = change(latest.current);
    setFiles(latest.current);
  };
  const takeFiles: KeptVisit['takeFiles'] = async (ready) => {
    const work = ready.then((taken) => {
      // Others may have come while these were made ready.
      const fitting = withinRoom(taken, latest.current);
      changeFiles((now) => [...now, ...fitting.files]);
      return fitting;
    });
    taking.current.add(work);
    try {
      return await work;
    } finally {
      taking.current.delete(work);
    }
  };
  const allFiles = async () => {
    while (taking.current.size > 0) {
      const taken = await Promise.all(taking.current);
      // Of what is there already nothing is missing.
      if (taken.some(({ problem }) => problem !== null && problem.key !== 'alreadyHere'))
        return null;
    }
    return latest.current;
  };
  return { files, changeFiles, takeFiles, allFiles };
}

/** Asks, then throws a begun visit away and opens an empty form. */
export function useDiscard(loanId: string, onDiscarded?: () => void): () => Promise<void> {
  const t = useText();
  const confirm = useConfirm();
  const { forget } = useHeld('device', 'field-loan', loanId, 'visit');
  const begun = useHeld('device', 'field-loan', loanId, 'draft');
  return async () => {
    const isSure = await confirm({
      title: t('fieldLoan.visit.discardTitle'),
      body: t('fieldLoan.visit.discardBody'),
      confirmLabel: t('fieldLoan.visit.discardDraft'),
      isDangerous: true,
    });
    if (!isSure) return;
    await dropVisitDraft(loanId);
    await forget();
    await begun.readAgain();
    onDiscarded?.();
  };
}
