import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { dropVisitDraft, keepVisit, keepVisitFiles } from './visit-draft.ts';
import type { VisitDraft, VisitFile } from './visit-draft.ts';
import { isVisitEmpty } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';

/** A pause in typing after which it is kept, milliseconds. */
const PAUSE_MS = 250;

/** Keeps a begun visit on this phone as it changes, until it is saved. Returns its files and how to change them. */
export function useKeptVisit(
  loanId: string,
  draft: VisitDraft,
  values: VisitValues,
  isDone: boolean,
): {
  files: readonly VisitFile[];
  changeFiles: (change: (files: readonly VisitFile[]) => VisitFile[]) => void;
} {
  const [files, setFiles] = useState<readonly VisitFile[]>(draft.files);
  const startedAt = useRef(draft.startedAt);
  const known = useRef({ values: JSON.stringify(values), files });
  const isEmpty = isVisitEmpty(values) && files.length === 0;
  const text = JSON.stringify(values);
  useEffect(() => {
    if (isDone || (known.current.values === text && known.current.files === files))
      return undefined;
    const timer = setTimeout(() => {
      const hasNewFiles = known.current.files !== files;
      known.current = { values: text, files };
      startedAt.current ??= Date.now();
      const { visitId } = draft;
      const visit = { visitId, startedAt: startedAt.current };
      const kept = isEmpty
        ? dropVisitDraft(loanId)
        : keepVisit(loanId, { ...visit, values: JSON.parse(text) as VisitValues });
      // A draft that can't be kept (locked, full) is no reason to disturb: saving says what is wrong.
      kept
        .then(() => (hasNewFiles ? keepVisitFiles({ loanId, visitId }, files) : undefined))
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, files, isDone, isEmpty, loanId, text]);
  return { files, changeFiles: (change) => setFiles(change) };
}

/** Asks, then throws a begun visit away and opens an empty form. */
export function useDiscard(loanId: string): () => Promise<void> {
  const t = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  return async () => {
    const isSure = await confirm({
      title: t('fieldLoan.visit.discardTitle'),
      body: t('fieldLoan.visit.discardBody'),
      confirmLabel: t('fieldLoan.visit.discardDraft'),
      isDangerous: true,
    });
    if (!isSure) return;
    await dropVisitDraft(loanId);
    await client.resetQueries({ queryKey: ['device', 'field-loan', loanId, 'visit'] });
  };
}
