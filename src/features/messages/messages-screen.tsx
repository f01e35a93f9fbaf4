import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { MESSAGE_STATES, messageCalls } from '../../../contract/message.ts';
import type { Message } from '../../../contract/message.ts';
import { MESSAGE_CHANNELS } from '../../../contract/message-template.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useMessageColumns } from './message-columns.tsx';
import { useMessages } from './message-queries.ts';
import { RunList } from './run-list.tsx';
import classes from './messages.module.css';

const FILTERS = {
  search: 'text',
  state: 'text',
  channel: 'text',
  runId: 'text',
  gte: 'day',
  lte: 'day',
} as const;

/** `/messages` (ours): what was sent to borrowers and what became of it; without a provider, what would have been sent. */
export function MessagesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(messageCalls.listMessages.query, FILTERS, { isSizeChosen: true });
  const messages = useMessages(url.asked);
  const columns = useMessageColumns();
  const fields = useFields();
  const recorded = messages.data?.recorded ?? [];
  const sends = user.role !== 'CLIENT_ADMIN';
  return (
    <Page>
      <PageHeader title={t('menu.messages')} count={messages.data?.totalCount ?? null} />
      <Together of={[messages]}>
        {recorded.length > 0 && (
          <Notice
            tone="info"
            title={t('messages.recorderTitle', {
              channels: recorded.map((channel) => t(`messages.${channel}`)).join(', '),
            })}
          >
            {t('messages.recorderBody')}
          </Notice>
        )}
        <List<Message>
          name="messages"
          label={t('menu.messages')}
          columns={columns}
          list={messages}
          state={url}
          fields={fields}
          search={t('messages.search')}
          rowLabel={(message) => `${message.Customer_Name}, ${message.Loan_ID}`}
          {...(sends && { rowHref: loanOf, rowActions: actionsOf })}
          empty={<EmptyState title={t('messages.emptyTitle')} body={t('messages.emptyBody')} />}
        />
        {sends && <RunList />}
      </Together>
    </Page>
  );
}

const loanOf = (message: Message) => `/view-loan?loanId=${message.loanId}`;
const actionsOf = (message: Message) => <MessageActions message={message} />;

function useFields(): FilterField[] {
  const t = useText();
  return [
    choiceField(
      'state',
      t('words.status'),
      choices(MESSAGE_STATES, (state) => t(`messages.states.${state}`)),
    ),
    choiceField(
      'channel',
      t('fieldNames.channel'),
      choices(MESSAGE_CHANNELS, (channel) => t(`messages.${channel}`)),
    ),
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('words.days') },
  ];
}

/** What can be done with a message of the list: one that certainly failed is sent again. */
function MessageActions({ message }: { message: Message }) {
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
