import { useNavigate } from 'react-router-dom';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { KeysHeld } from '../../components/use-keys.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBorrowerProfile, useLoanNotes } from './borrower-queries.ts';
import { CallPanel } from './call-panel.tsx';
import { useCallCodes } from './call-desk-queries.ts';
import type { DeskDraft } from './contact-form.ts';
import { WAY_KEYS } from './desk-keys.ts';
import { DispositionForm } from './disposition-form.tsx';
import { PinnedNotes } from './loan-notes.tsx';
import { NextStep } from './next-action.tsx';
import { callOwed, useCall } from './use-call.ts';
import { useDraftKeeper, useKeptDraft } from './use-desk-draft.ts';
import type { DeskWay } from './use-desk-queue.ts';
import { useOutcome } from './use-outcome.ts';
import { useReadyMeasure } from './use-ready-measure.ts';

/** What a loan's call begins with, and what stands above its form, read while the loan itself is on its way. */
export function useCallStart(loanId: string) {
  useBorrowerProfile(loanId);
  useLoanNotes(loanId);
  return { codes: useCallCodes(), kept: useKeptDraft(loanId) };
}

/** Middle column: the call and its outcome; shown once codes and draft are there, so that nothing typed is lost. */
export function DeskContactPanel(props: {
  loan: LoanDetail;
  /** It is no longer the agent's: what was begun may be recorded, nobody is called. */
  isLost: boolean;
  way: DeskWay;
  /** When the loan was there, by the page's clock (ms). */
  arrivedAt: number;
  start: ReturnType<typeof useCallStart>;
}) {
  const { codes, kept } = props.start;
  if (codes.isError && codes.data === undefined) {
    return <LoadProblem error={codes.error} onRetry={() => void codes.refetch()} />;
  }
  if (codes.data === undefined || kept === undefined) {
    return (
      <Panel>
        <LoadingState kind="form" rows={4} />
        <KeysHeld but={WAY_KEYS} />
      </Panel>
    );
  }
  return <ContactWork {...props} codes={codes.data} kept={kept} />;
}

interface WorkProps {
  loan: LoanDetail;
  isLost: boolean;
  way: DeskWay;
  arrivedAt: number;
  codes: readonly DispositionCode[];
  kept: DeskDraft | null;
}

function ContactWork({ loan, isLost, way, arrivedAt, codes, kept }: WorkProps) {
  useReadyMeasure(arrivedAt);
  const outcome = useOutcome(loan, codes, loan._id, kept?.values);
  const { values, isTyped, keep, fields } = outcome;
  const call = useCall(loan._id, kept?.call ?? null);
  const isTouched = call.state !== null || isTyped;
  const forget = useDraftKeeper(loan._id, isTouched ? { values, call: call.state } : null);
  const leave = useLeave(way);
  return (
    <>
      <NextStep loanId={loan._id} />
      <PinnedNotes loanId={loan._id} />
      <CallPanel loan={loan} call={call} isLost={isLost} />
      <DispositionForm
        {...fields}
        isDraft={isTouched || outcome.hasFiles}
        onSave={async (given, isNext) => {
          const isSaved = await keep(given, call.state ?? callOwed(loan), forget);
          if (isSaved) await leave(isNext);
          return isSaved;
        }}
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
