import { useNavigate } from 'react-router-dom';
import { useEffect, useState } from 'react';
import { IconArrowBigRightLines, IconHandStop } from '@tabler/icons-react';
import type { GateReason } from '../../../contract/contact-rules.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { NextAction } from '../../../contract/borrower-profile.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showError, showInfo } from '../../components/toast-store.ts';
import { KeysHeld } from '../../components/use-keys.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatClock, formatDay, formatDayTime } from '../../lib/dates.ts';
import { errorWords } from '../../lib/error-words.ts';
import { formatRupees } from '../../lib/money.ts';
import { DeviceError } from '../../offline/errors.ts';
import { newId } from '../../offline/id.ts';
import { isSaved } from '../../offline/operation-known.ts';
import { isOutcomeSaved } from '../../offline/outbox.ts';
import { useBorrowerProfile, useLoanNotes } from './borrower-queries.ts';
import { CallPanel } from './call-panel.tsx';
import { useCallCodes } from './call-desk-queries.ts';
import type { DeskDraft } from './contact-form.ts';
import { WAY_KEYS } from './desk-keys.ts';
import { DispositionForm } from './disposition-form.tsx';
import { PinnedNotes } from './loan-notes.tsx';
import { callOwed, useCall } from './use-call.ts';
import type { DeskCall } from './use-call.ts';
import { useDraftKeeper, useKeptDraft } from './use-desk-draft.ts';
import type { DeskWay } from './use-desk-queue.ts';
import { useOutcome } from './use-outcome.ts';
import classes from './borrower-panel.module.css';

type Reason = NextAction['reasons'][number];

const URGENT: ReadonlySet<NextAction['action']> = new Set(['CALL_NOW', 'MANAGER']);

/** What to do next about the loan's borrower; keeps its place while that is being read. */
function NextStep({ loanId }: { loanId: string }) {
  const profile = useBorrowerProfile(loanId);
  if (profile.data !== undefined) return <NextActionNote next={profile.data.nextAction} />;
  return profile.isLoading ? <div className={classes.nextPlace} aria-hidden /> : null;
}

/** What to do next, and why, in words. */
function NextActionNote({ next }: { next: NextAction }) {
  const t = useText();
  const words = useReasonWords();
  const isStop = next.action === 'WAIT' || next.action === 'CLOSED';
  const Icon = isStop ? IconHandStop : IconArrowBigRightLines;
  const tone = isStop ? 'warn' : URGENT.has(next.action) ? 'urgent' : 'plain';
  return (
    <section className={classes.nextStep} data-tone={tone} aria-label={t('common.next')}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <p className={classes.nextWords}>
        <strong>{t(`borrower.action.${next.action}`)}</strong>{' '}
        {next.reasons.map((reason) => words(reason)).join(' ')}
        {next.until !== null && ` ${t('borrower.until', { when: formatDayTime(next.until) })}`}
      </p>
    </section>
  );
}

function useReasonWords(): (reason: Reason) => string {
  const t = useText();
  return ({ reason, amount, date, time, count, gate }) =>
    t(`borrower.reason.${reason}`, {
      amount: formatRupees(amount),
      date: date === null ? '' : formatDay(date),
      time: time === null ? '' : formatClock(time),
      count: count ?? 0,
      gate: gate === null ? '' : t(`gate.${gate as GateReason}`),
    });
}

/** Name of the measures (Performance API): from a loan's arrival until its form takes keys. */
const READY_MEASURE = 'recoup.desk-ready';

/**
 * Notes how long it took from a loan's arrival (ms of the page's clock) until keys and fields are bound and painted. Read
 * it with `performance.getEntriesByName('recoup.desk-ready')`.
 */
function useReadyMeasure(arrivedAt: number): void {
  // What is read anew while the loan is open is no arrival.
  const [firstAt] = useState(arrivedAt);
  useEffect(() => {
    // Effects of the whole form have run; the frame after them is on screen.
    const frame = requestAnimationFrame(() => {
      performance.measure(READY_MEASURE, { start: firstAt, end: performance.now() });
    });
    return () => cancelAnimationFrame(frame);
  }, [firstAt]);
}

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
  const [uncalledId, setUncalledId] = useState(() => kept?.uncalledId ?? newId());
  const draft = { values, call: call.state, uncalledId };
  const forget = useDraftKeeper(loan._id, isTouched ? draft : null);
  const leave = useLeave(way);
  return (
    <>
      <NextStep loanId={loan._id} />
      <PinnedNotes loanId={loan._id} />
      <CallPanel loan={loan} call={call} isLost={isLost} />
      <DispositionForm
        {...fields}
        onClear={() => {
          fields.onClear();
          // What is typed from now on is another contact.
          setUncalledId(newId());
        }}
        isDraft={isTouched || outcome.hasFiles}
        onSave={async (given, isNext) => {
          if (await isToldElsewhere(loan._id, call)) return false;
          const isKept = await keep(given, call.state ?? callOwed(loan), forget, uncalledId);
          if (isKept) await leave(isNext);
          // Another tab saved what it made of this draft, and that was told: this one is a contact of its own.
          else if (await isSaved(uncalledId).catch(() => false)) setUncalledId(newId());
          return isKept;
        }}
      />
    </>
  );
}

/** A call has one outcome: who told another one of it in a second tab is told so, and may save this one by itself. */
async function isToldElsewhere(loanId: string, { state, forget }: DeskCall): Promise<boolean> {
  const isTold =
    state !== null && (await isOutcomeSaved(loanId, state.contactId).catch(() => false));
  if (!isTold) return false;
  forget();
  showError(errorWords(new DeviceError('ALREADY_SAVED')));
  return true;
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
