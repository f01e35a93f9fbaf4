import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LoanDetail } from '../../../contract/loan.ts';
import { showInfo } from '../../components/toast-store.ts';
import { AWAKE_LOOK_MS, noteAwake, sleptFrom } from '../../lib/awake.ts';
import { formatTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import type { DeskDraft } from './contact-form.ts';

/** A call as the desk keeps it: its contact's id, what was talked before, and since when it runs. Milliseconds. */
export type CallState = DeskDraft['call'];

/** A call at the desk. */
export interface DeskCall {
  state: CallState;
  isRunning: boolean;
  /** Notes that the call to a number begins (CALL_STARTED, spec 4.3) under the id it was claimed with; a second start goes on counting. */
  start: (number: string | null, contactId?: string) => void;
  end: () => void;
  /** Its outcome was saved in another tab: what is typed here is told of no call any more. */
  forget: () => void;
}

/** The call whose outcome is all that a lost loan is open for, begun on another computer perhaps: nobody here knows its time. */
export const callOwed = ({ owedCall }: LoanDetail): CallState =>
  owedCall === undefined
    ? null
    : { contactId: owedCall._id, talkedMs: 0, startedAt: null, number: owedCall.dialledNumber };

/** A running call until an instant, with no more than that of talk. */
function endedAt(state: NonNullable<CallState>, at: number): CallState {
  const { contactId, talkedMs, startedAt, number } = state;
  const runningMs = startedAt === null ? 0 : Math.max(0, at - startedAt);
  return { contactId, talkedMs: talkedMs + runningMs, startedAt: null, number };
}

/** Seconds talked until an instant (epoch ms). */
export function talkedSeconds(state: CallState, now: number): number {
  if (state === null) return 0;
  const runningMs = state.startedAt === null ? 0 : now - state.startedAt;
  return Math.max(0, Math.round((state.talkedMs + runningMs) / 1000));
}

/** The call to a loan, from a draft when one was kept. What a computer slept, or its page was closed, is no talk. */
export function useCall(loanId: string, kept: CallState): DeskCall {
  const t = useText();
  const [state, setState] = useState(kept);
  const isRunning = state !== null && state.startedAt !== null;
  const look = () => {
    if (state === null || state.startedAt === null) return;
    const at = sleptFrom(state.startedAt);
    if (at === null) return;
    setState(endedAt(state, at));
    showInfo(t('callDesk.slept', { time: formatTime(at) }));
  };
  const looks = useRef(look);
  useLayoutEffect(() => {
    looks.current = look;
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    looks.current();
    const timer = setInterval(() => looks.current(), AWAKE_LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (number: string | null, claimedId: string = newId()) => {
    if (isRunning) return;
    const contactId = state?.contactId ?? claimedId;
    // The number that was dialled first stands with the call from its beginning.
    const dialled = state === null ? digitsOf(number) : (state.number ?? null);
    if (state === null) noteStart(loanId, contactId, dialled);
    const talkedMs = state?.talkedMs ?? 0;
    setState({ contactId, talkedMs, startedAt: noteAwake(), number: dialled });
  };
  const end = () => {
    if (state !== null && state.startedAt !== null) setState(endedAt(state, Date.now()));
  };
  return { state, isRunning, start, end, forget: () => setState(null) };
}

/** A number as the call takes it; one that it would not take is not said, so that the outcome can be saved all the same. */
function digitsOf(number: string | null): string | null {
  const digits = (number ?? '').replace(/[\s()+.-]/g, '');
  return /^\d{5,15}$/.test(digits) ? digits : null;
}

/** The outcome, saved later under the same id, completes this; if it cannot be noted, the outcome stands alone. */
function noteStart(loanId: string, contactId: string, number: string | null): void {
  const dialled = number === null ? {} : { dialledNumber: number };
  const body = { _id: contactId, loanId, call_status: 'CALL_STARTED', ...dialled };
  saveOperation({ call: 'createCallDisposition', loanId, body }).catch(() => undefined);
}
