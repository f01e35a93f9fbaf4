import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { forgetDialerDrafts } from './use-desk-draft.ts';
import type { PredictiveState } from './predictive-queries.ts';

/** So long it is told that what was typed is not what was saved, milliseconds. */
const LOST_MS = 20_000;

/**
 * A call whose outcome came from another screen or computer leaves this one: whoever typed here meanwhile is told, and led to
 * what was saved. Returns where to note that something is typed for the call that is shown.
 */
export function useLostWords(state: PredictiveState | undefined, savedId: string | null) {
  const t = useText();
  const navigate = useNavigate();
  const typed = useRef<{ callId: string; name: string } | null>(null);
  const callId = state?.call?._id ?? null;
  const name = state?.loan?.Customer_Name ?? '';
  // Whose seat was lost, by a computer that slept, is given its call again with the seat.
  const isSeated = state !== undefined && state.agent.state !== null;
  useEffect(() => {
    const left = typed.current;
    if (left === null || !isSeated || left.callId === callId) return;
    typed.current = null;
    if (left.callId === savedId) return;
    const path = `/call-management-modify?dispositionId=${left.callId}`;
    showInfo(
      t('predictive.savedElsewhere', { name: left.name }),
      () => void navigate(path),
      LOST_MS,
    );
  }, [callId, isSeated, savedId, navigate, t]);
  return useCallback(
    (isTyped: boolean) => {
      if (callId !== null) typed.current = isTyped ? { callId, name } : null;
    },
    [callId, name],
  );
}

/** What was typed for calls that are closed is forgotten; whoever lost the seat may get its call again with it. */
export function useForgottenDrafts(state: PredictiveState | undefined): void {
  const callId = state?.call?._id ?? null;
  const isSeated = state !== undefined && state.agent.state !== null;
  useEffect(() => {
    // Without an open vault there is nothing to forget: the next opening does.
    if (isSeated) forgetDialerDrafts(callId).catch(() => undefined);
  }, [callId, isSeated]);
}
