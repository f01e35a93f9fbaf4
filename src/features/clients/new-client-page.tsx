import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { NewClientValues } from './client-values.ts';
import { useKeptClient } from './use-client-draft.ts';
import { useNewClient } from './use-new-client.ts';
import type { NewClientWork } from './use-new-client.ts';

/** A page around the form of a new client: finds the kept draft, says so, and asks before leaving. */
export function NewClientPage({
  header,
  width = 'form',
  render,
}: {
  header: ReactNode;
  /** Seven steps side by side need the wide page. */
  width?: 'form' | 'wide';
  render: (work: NewClientWork) => ReactNode;
}) {
  const kept = useKeptClient();
  // Starting over makes the form anew, empty.
  const [startedOver, setStartedOver] = useState(0);
  return (
    <Page width={width}>
      {header}
      <NewClientBody
        key={startedOver}
        kept={startedOver === 0 ? kept : null}
        onStartOver={() => setStartedOver(startedOver + 1)}
        render={render}
      />
    </Page>
  );
}

function NewClientBody(props: {
  kept: NewClientValues | null;
  onStartOver: () => void;
  render: (work: NewClientWork) => ReactNode;
}) {
  const t = useText();
  const work = useNewClient(props.kept, props.onStartOver);
  const kept = {
    title: t('clients.leaveTitle'),
    body: t(work.policies.length > 0 ? 'clients.leaveFiles' : 'clients.leaveBody'),
    leave: t('states.leave'),
    stay: t('states.stay'),
  };
  return (
    <>
      <LeavePrompt isActive={work.isUnsaved} kept={kept} />
      {props.kept !== null && (
        <Notice
          tone="info"
          title={t('clients.draftTitle')}
          action={
            <Button variant="default" size="xs" onClick={work.startOver}>
              {t('fieldLoan.visit.discardDraft')}
            </Button>
          }
        >
          {t('clients.draftBody')}
        </Notice>
      )}
      {props.render(work)}
    </>
  );
}
