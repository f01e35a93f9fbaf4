import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Message } from '../../../contract/message.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRetryMessage } from './message-queries.ts';

/** What can be done with a message of the list: one that certainly failed is sent again. */
export function MessageActions({ message }: { message: Message }) {
  const t = useText();
  const retry = useRetryMessage();
  if (message.state !== 'FAILED') return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={retry.isPending}
      aria-label={`${t('messages.retry')}: ${message.Customer_Name}`}
      onClick={() =>
        retry.mutate(message._id, { onSuccess: () => showSuccess(t('messages.retried')) })
      }
    >
      {t('messages.retry')}
    </Button>
  );
}
