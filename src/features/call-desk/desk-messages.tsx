import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Awaited } from '../../components/loaded.tsx';
import { askForMessage } from '../../components/message-request.ts';
import { MessageTimeline } from '../../components/message-state.tsx';
import { Panel } from '../../components/page.tsx';
import { useLoanMessages } from '../../data/loan-messages.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './borrower-panel.module.css';

/** The messages to a loan's borrower with what became of them, and the way to send one. */
export function DeskMessages({ loanId }: { loanId: string }) {
  const t = useText();
  const messages = useLoanMessages(loanId);
  return (
    <Panel
      title={t('menu.messages')}
      actions={
        <Button
          variant="default"
          size="xs"
          className={classes.touch ?? ''}
          leftSection={<IconMessage size={14} aria-hidden />}
          onClick={() => askForMessage(loanId, 'SMS')}
        >
          {t('words.send')}
        </Button>
      }
    >
      {messages.data !== undefined ? (
        <MessageTimeline messages={messages.data} />
      ) : (
        <Awaited of={messages} rows={2} />
      )}
    </Panel>
  );
}
