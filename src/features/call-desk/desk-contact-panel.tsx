import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { useSchemaForm } from '../../components/form.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useUndo } from '../../components/use-undo.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CallPanel } from './call-panel.tsx';
import { useCallCodes } from './call-desk-queries.ts';
import { EMPTY_CONTACT, contactSchema } from './contact-form.ts';
import type { ContactValues, DeskDraft } from './contact-form.ts';
import { NO_FILES, saveContact } from './contact-save.ts';
import { DispositionForm } from './disposition-form.tsx';
import { PinnedNotes } from './loan-notes.tsx';
import { NextStep } from './next-action.tsx';
import { useCall } from './use-call.ts';
import { useDraftKeeper, useKeptDraft } from './use-desk-draft.ts';
import type { DeskWay } from './use-desk-queue.ts';
import { useReadyMeasure } from './use-ready-measure.ts';

/** Middle column: the call and its outcome; shown once codes and draft are there, so that nothing typed is lost. */
export function DeskContactPanel(props: {
  loan: LoanDetail;
  way: DeskWay;
  /** When the loan was there, by the page's clock (ms). */
  arrivedAt: number;
}) {
  const { loan } = props;
  const codes = useCallCodes();
  const kept = useKeptDraft(loan._id);
  if (codes.isError && codes.data === undefined) {
    return <LoadProblem error={codes.error} onRetry={() => void codes.refetch()} />;
  }
  if (codes.data === undefined || kept === undefined) {
    return (
      <Panel>
        <LoadingState kind="form" rows={4} />
      </Panel>
    );
  }
  return <ContactWork {...props} codes={codes.data} kept={kept} />;
}

interface WorkProps {
  loan: LoanDetail;
  way: DeskWay;
  arrivedAt: number;
  codes: readonly DispositionCode[];
  kept: DeskDraft | null;
}

function ContactWork({ loan, way, arrivedAt, codes, kept }: WorkProps) {
  const t = useText();
  useReadyMeasure(arrivedAt);
  const [files, setFiles] = useState(NO_FILES);
  const schema = contactSchema(codes, (problem) => t(`callDesk.${problem}`));
  const form = useSchemaForm<ContactValues, ContactValues>(schema, kept?.values ?? EMPTY_CONTACT);
  const call = useCall(loan._id, kept?.call ?? null);
  const values = form.watch();
  const isTouched = call.state !== null || JSON.stringify(values) !== JSON.stringify(EMPTY_CONTACT);
  const forget = useDraftKeeper(loan._id, isTouched ? { values, call: call.state } : null);
  const leave = useLeave(way);
  const save = async (given: ContactValues, isNext: boolean) => {
    const code = codes.find((each) => each.code === given.disposition);
    if (code === undefined) return;
    try {
      await saveContact({ loanId: loan._id, code, values: given, files, call: call.state });
    } catch (error) {
      showError(errorWords(error));
      return;
    }
    await forget();
    showSuccess(t('toasts.dispositionAdded'));
    if (!navigator.onLine) showInfo(t('callDesk.savedHere'));
    await leave(isNext);
  };
  const offerUndo = useUndo();
  const clear = () => {
    const cleared = form.getValues();
    form.reset(EMPTY_CONTACT);
    offerUndo(t('callDesk.formCleared'), () => form.reset(cleared));
  };
  return (
    <>
      <NextStep loanId={loan._id} />
      <PinnedNotes loanId={loan._id} />
      <CallPanel loan={loan} call={call} />
      <DispositionForm
        loan={loan}
        codes={codes}
        form={form}
        files={files}
        onFiles={setFiles}
        isDraft={isTouched}
        onClear={clear}
        onSave={save}
      />
    </>
  );
}

/** Where it goes on after a save: the next loan of the list, or the list (spec 2.6). */
function useLeave(way: DeskWay): (isNext: boolean) => Promise<void> {
  const t = useText();
  const navigate = useNavigate();
  return async (isNext) => {
    if (isNext) {
      // Without a network the rest of the list may be unknown; the list says what can be done.
      const hasNext = await way.goNext().catch(() => false);
      if (hasNext) return;
      showInfo(t('callDesk.lastLoan'));
    }
    await navigate(way.listPath);
  };
}
