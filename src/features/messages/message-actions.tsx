import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Message } from '../../../contract/message.ts';
import { messageCalls } from '../../../contract/message.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import classes from './messages.module.css';

/** What can be done with a message of the list: one that certainly failed is sent again. */
export function MessageActions({ message }: { message: Message }) {
  const t = useText();
  const retry = useCallCommand(messageCalls.retryMessage);
  if (message.state !== 'FAILED') return null;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      className={classes.touch ?? ''}
      loading={retry.isPending}
      aria-label={`${t('messages.retry')}: ${message.Customer_Name}`}
      title={t('messages.retry')}
      onClick={() =>
        whenDone(retry.mutateAsync({ params: { id: message._id } }), () =>
          showSuccess(t('messages.retried')),
        )
      }
    >
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  );
}
