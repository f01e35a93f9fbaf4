import { useEffect, useRef } from 'react';
import type { Disposition, DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { AgentStand, PredictiveCall } from '../../../contract/predictive-call.ts';
import { ContactHistory } from '../../components/contact-history.tsx';
import { ContactStanding } from '../../components/contact-standing-slot.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { loadContactFile } from '../../data/files.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ContactValues } from './contact-form.ts';
import { DeskLoanPanel } from './desk-loan-panel.tsx';
import { DispositionForm } from './disposition-form.tsx';
import { PredictiveBreak } from './predictive-break.tsx';
import { PredictiveLine } from './predictive-line.tsx';
import { giveUpLine, measureReady, useSeat } from './predictive-queries.ts';
import { dialerDraft, useDraftKeeper, useKeptDraft } from './use-desk-draft.ts';
import { useOutcome } from './use-outcome.ts';
import deskClasses from './call-desk.module.css';

interface DeskProps {
  username: string;
  /** Its agent may settle the loan; a campaign lends others for a call. */
  isOwn: boolean;
  call: PredictiveCall;
  loan: LoanDetail;
  history: readonly Disposition[];
  agent: AgentStand;
  clockOffsetMs: number;
  codes: readonly DispositionCode[];
  /** Whether something of the outcome is typed. */
  onTyping: (isTyped: boolean) => void;
  /** The outcome is safe on this device. */
  onSaved: () => void;
}

/** A connected call: who and how much, the line, the outcome, what happened before. Nothing is fetched before it takes input. */
export function PredictiveDesk(props: DeskProps) {
  const { call, loan, agent } = props;
  return (
    <>
      <PageHeader
        title={loan.Customer_Name}
        tabTitle={loan.Loan_ID}
        subtitle={
          <>
            <span>{loan.Loan_ID}</span>
            <span>{loan.Client_Name}</span>
            {call.campaignName !== null && <span>{call.campaignName}</span>}
          </>
        }
        actions={<PredictiveBreak username={props.username} agent={agent} />}
      />
      <div className={deskClasses.desk}>
        <div className={deskClasses.who}>
          <DeskLoanPanel loan={loan} reader={props.isOwn ? 'COLLECTOR' : null} />
          <ContactStanding
            loanId={loan._id}
            numbers={[loan.Mobile_Number, loan.Alternate_Mobile_Number]}
          />
        </div>
        <div className={deskClasses.work}>
          <PredictiveOutcome {...props} />
        </div>
        <div className={deskClasses.past}>
          <PastContacts history={props.history} />
        </div>
      </div>
    </>
  );
}

function PastContacts({ history }: Pick<DeskProps, 'history'>) {
  const t = useText();
  return (
    <Panel title={t('words.history')}>
      <ContactHistory contacts={[...history]} load={loadContactFile} />
    </Panel>
  );
}

/** Seconds that were spoken so far, or in all. */
function spokenMs({ call, clockOffsetMs }: Pick<DeskProps, 'call' | 'clockOffsetMs'>): number {
  const end = call.endedAt === null ? Date.now() + clockOffsetMs : Date.parse(call.endedAt);
  return Math.max(0, end - Date.parse(call.connectedAt));
}

function PredictiveOutcome(props: DeskProps) {
  const { call } = props;
  const draft = dialerDraft(call._id);
  const outcome = useOutcome(props.loan, props.codes, draft);
  const { form, values, isTyped, keep, fields } = outcome;
  const forget = useCallDraft(draft, call._id, isTyped ? values : null, form.reset);
  const { onTyping } = props;
  useEffect(() => onTyping(isTyped), [isTyped, onTyping]);
  const { hangUp } = useSeat(props.username);
  const { setFocus } = form;
  useEffect(() => {
    setFocus('disposition');
    measureReady(call._id);
  }, [call._id, setFocus]);
  const save = async (given: ContactValues) => {
    const talkedMs = spokenMs(props);
    // The line is given up first; without a network the engine hears of it with the outcome.
    if (call.endedAt === null) await giveUpLine(call._id);
    const spoken = { contactId: call._id, talkedMs, startedAt: null };
    const isSaved = await keep(given, spoken, forget);
    if (isSaved) props.onSaved();
    return isSaved;
  };
  return (
    <>
      <PredictiveLine
        call={call}
        clockOffsetMs={props.clockOffsetMs}
        isHangingUp={hangUp.isPending}
        onHangUp={() => hangUp.mutate({ callId: call._id })}
      />
      <DispositionForm {...fields} isDraft={isTyped || outcome.hasFiles} onSave={save} />
    </>
  );
}

/**
 * Keeps what is typed for this call on the device, and brings it back when the page was loaded anew in the middle of it. The
 * screen does not wait for it: whoever types first has the last word.
 */
function useCallDraft(
  key: string,
  callId: string,
  values: ContactValues | null,
  restore: (values: ContactValues) => void,
): () => Promise<void> {
  const kept = useKeptDraft(key);
  const isAsked = useRef(false);
  useEffect(() => {
    if (kept === undefined || isAsked.current) return;
    isAsked.current = true;
    if (kept !== null && values === null) restore(kept.values);
  }, [kept, restore, values]);
  const call = { contactId: callId, talkedMs: 0, startedAt: null };
  // Until the draft was looked for, an empty form must not wipe it.
  return useDraftKeeper(key, values === null ? (kept ?? null) : { values, call });
}
