import { useState } from 'react';
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
}

/** Seconds talked until an instant (epoch ms). */
export function talkedSeconds(state: CallState, now: number): number {
  if (state === null) return 0;
  const runningMs = state.startedAt === null ? 0 : now - state.startedAt;
  return Math.max(0, Math.round((state.talkedMs + runningMs) / 1000));
}

/** The call to a loan, from a draft when one was kept. */
export function useCall(loanId: string, kept: CallState): DeskCall {
  const [state, setState] = useState(kept);
  const start = (number: string | null, claimedId: string = newId()) => {
    if (state !== null && state.startedAt !== null) return;
    const contactId = state?.contactId ?? claimedId;
    // The number that was dialled first stands with the call from its beginning.
    const dialled = state === null ? digitsOf(number) : (state.number ?? null);
    if (state === null) noteStart(loanId, contactId, dialled);
    const talkedMs = state?.talkedMs ?? 0;
    setState({ contactId, talkedMs, startedAt: Date.now(), number: dialled });
  };
  const end = () => {
    if (state === null || state.startedAt === null) return;
    const talkedMs = state.talkedMs + Date.now() - state.startedAt;
    setState({ ...state, talkedMs, startedAt: null });
  };
  return { state, isRunning: state !== null && state.startedAt !== null, start, end };
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
