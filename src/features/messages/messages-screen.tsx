import type { LoggedInUser } from '../../../contract/auth.ts';
import { MESSAGE_STATES } from '../../../contract/message.ts';
import type { Message } from '../../../contract/message.ts';
import { MESSAGE_CHANNELS } from '../../../contract/message-template.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageCard, useMessageColumns } from './message-columns.tsx';
import { useMessages } from './message-queries.ts';
import type { MessageQuery } from './message-queries.ts';
import { RunList } from './run-list.tsx';

const FILTERS = {
  search: 'text',
  state: 'text',
  channel: 'text',
  runId: 'text',
  gte: 'day',
  lte: 'day',
} as const;
type MessageFilters = ReturnType<typeof useUrlFilters<typeof FILTERS>>;

const UUID = /^[0-9a-f-]{36}$/i;

/** `/messages` (ours): what was sent to borrowers and what became of it; without a provider, what would have been sent. */
export function MessagesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const messages = useMessages({ ...queryOf(url), pageSize });
  const columns = useMessageColumns();
  const fields = useFields();
  const recorded = messages.data?.recorded ?? [];
  const sends = user.role !== 'CLIENT_ADMIN';
  return (
    <Page>
      <PageHeader title={t('messages.title')} count={messages.data?.totalCount ?? null} />
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
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('messages.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {messages.isError && messages.data === undefined ? (
        <LoadProblem error={messages.error} onRetry={() => void messages.refetch()} />
      ) : (
        <DataTable<Message>
          name="messages"
          label={t('messages.title')}
          columns={columns}
          rows={messages.data?.data}
          rowId={(message) => message._id}
          rowLabel={(message) => `${message.Customer_Name}, ${message.Loan_ID}`}
          {...(sends && { rowHref: loanOf, rowActions: actionsOf })}
          totalCount={messages.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={messages.isPlaceholderData}
          renderCard={(message) => <MessageCard message={message} />}
          empty={
            url.isFiltered ? (
              t('common.searchAgain')
            ) : (
              <EmptyState title={t('messages.emptyTitle')} body={t('messages.emptyBody')} />
            )
          }
        />
      )}
      {sends && <RunList />}
    </Page>
  );
}

const loanOf = (message: Message) => `/view-loan?loanId=${message.loanId}`;
const actionsOf = (message: Message) => <MessageActions message={message} />;

function queryOf(url: MessageFilters): MessageQuery {
  const { search, state, channel, runId, gte, lte } = url.values;
  const knownState = MESSAGE_STATES.find((one) => one === state);
  const knownChannel = MESSAGE_CHANNELS.find((one) => one === channel);
  return {
    page: url.page,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(knownState !== undefined && { state: knownState }),
    ...(knownChannel !== undefined && { channel: knownChannel }),
    ...(UUID.test(runId) && { runId }),
    ...(gte !== null && { gte }),
    ...(lte !== null && { lte }),
  };
}

function useFields(): FilterField[] {
  const t = useText();
  return [
    {
      kind: 'choice',
      key: 'state',
      label: t('messages.state'),
      options: MESSAGE_STATES.map((state) => ({
        value: state,
        label: t(`messages.states.${state}`),
      })),
    },
    {
      kind: 'choice',
      key: 'channel',
      label: t('messages.channel'),
      options: MESSAGE_CHANNELS.map((channel) => ({
        value: channel,
        label: t(`messages.${channel}`),
      })),
    },
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('messages.days') },
  ];
}
