import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { DIALER_LOCATION } from '../../../contract/dialer-agent.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { useScreenKeys } from '../../components/screen-keys.ts';
import type { ScreenKeys } from '../../components/screen-keys.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { OutboxItem } from '../../offline/outbox.ts';
import { useCallCodes } from './call-desk-queries.ts';
import { PredictiveDesk } from './predictive-desk.tsx';
import { useClearedPast, usePredictiveState, useUnsentOutcome } from './predictive-queries.ts';
import { PredictiveWaiting } from './predictive-waiting.tsx';
import { useForgottenDrafts, useLostWords } from './use-lost-words.ts';

/** The keys of the predictive call screen, as "?" shows them. */
const PREDICTIVE_KEYS: ScreenKeys = {
  title: 'predictive.keysTitle',
  keys: [
    { keys: ['S'], text: 'predictive.keyStart' },
    { keys: ['B'], text: 'predictive.keyBreak' },
    { keys: ['Ctrl', 'H'], text: 'predictive.hangUp' },
    { keys: ['1', '…', '9'], text: 'callDesk.keyCode' },
    { keys: ['D'], text: 'callDesk.keyList' },
    { keys: ['R'], text: 'callDesk.keyRemarks' },
    { keys: ['Ctrl', 'Enter'], text: 'predictive.keySave' },
  ],
};

/** `/predictive-call` (collector at the dialer): waits, shows each connected loan, and is ready for the next. */
export function PredictiveCallScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  if (user.location === DIALER_LOCATION) return <PredictiveCall user={user} />;
  return (
    <Page>
      <PageHeader title={t('menu.predictiveCall')} />
      <EmptyState title={t('predictive.notDialer')} body={t('predictive.notDialerBody')} />
    </Page>
  );
}

function PredictiveCall({ user }: { user: LoggedInUser }) {
  const { username } = user;
  const t = useText();
  useClearedPast(username);
  useScreenKeys(PREDICTIVE_KEYS);
  const state = usePredictiveState(username);
  const codes = useCallCodes();
  // Its outcome is saved on this device: until the server has it, it still tells of this call.
  const [savedId, setSavedId] = useState<string | null>(null);
  const unsent = useUnsentOutcome(state.data?.call?._id ?? null);
  const onTyping = useLostWords(state.data, savedId);
  useForgottenDrafts(state.data);
  const problem = [state, codes].find((each) => each.isError && each.data === undefined);
  if (problem !== undefined) {
    return (
      <Page>
        <PageHeader title={t('menu.predictiveCall')} />
        <LoadProblem error={problem.error} onRetry={() => void problem.refetch()} />
      </Page>
    );
  }
  if (state.data === undefined || codes.data === undefined) {
    return (
      <Page>
        <PageHeader title={t('menu.predictiveCall')} />
        <LoadingState kind="record" rows={6} />
      </Page>
    );
  }
  const { call, loan } = state.data;
  // One that was refused and set aside is recorded again.
  const isSaved = unsent === null ? call?._id === savedId : !unsent.isSetAside;
  return (
    <Page>
      {call === null || loan === null || isSaved ? (
        <PredictiveWaiting
          username={username}
          state={state.data}
          outcome={outcomeOf(call !== null && isSaved, unsent)}
        />
      ) : (
        <PredictiveDesk
          key={call._id}
          username={username}
          isOwn={loan.collectorId === user._id}
          call={call}
          loan={loan}
          history={state.data.history}
          agent={state.data.agent}
          clockOffsetMs={state.data.clockOffsetMs}
          codes={codes.data}
          onTyping={onTyping}
          onSaved={() => setSavedId(call._id)}
        />
      )}
    </Page>
  );
}

/** How the outcome of a call stands that is saved here. */
function outcomeOf(isSaved: boolean, unsent: OutboxItem | null): 'saving' | 'refused' | null {
  if (!isSaved) return null;
  return unsent?.state === 'attention' ? 'refused' : 'saving';
}
