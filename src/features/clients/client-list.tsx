import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ClientRow } from '../../../contract/client.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Money } from '../../components/figure.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ClientQuery, useClients } from './client-queries.ts';
import classes from './clients.module.css';

/** The filters of the list of clients as the address holds them. */
export const CLIENT_FILTERS = { search: 'text' } as const;

const SORTS = [
  'Client_Name',
  '-Client_Name',
  'loanCount',
  '-loanCount',
  'dueAmount',
  '-dueAmount',
] as const;

/** The list that the address stands for. */
export function clientQueryOf(url: UrlFilters<typeof CLIENT_FILTERS>): ClientQuery {
  const { sort, values, page } = url;
  const asked = sort === null ? null : `${sort.direction === 'desc' ? '-' : ''}${sort.key}`;
  const known = SORTS.find((each) => each === asked);
  return {
    page,
    ...(values.search !== '' && { search: values.search.slice(0, 100) }),
    ...(known !== undefined && { sort: known }),
  };
}

/** Where a client's record is. */
export const clientPath = (id: string) => `/view-client?clientId=${id}`;

/** Clients, searched and paged; each leads to its record. */
export function ClientList(props: {
  url: UrlFilters<typeof CLIENT_FILTERS>;
  clients: ReturnType<typeof useClients>;
  rowActions?: (client: ClientRow) => ReactNode;
  empty: ReactNode;
}) {
  const t = useText();
  const { url, clients, rowActions } = props;
  const columns = useColumns();
  if (clients.isError && clients.data === undefined)
    return <LoadProblem error={clients.error} onRetry={() => void clients.refetch()} />;
  return (
    <>
      <FilterBar filters={url} fields={[]} searchKey="search" searchLabel={t('clients.search')} />
      <DataTable<ClientRow>
        name="clients"
        label={t('clients.title')}
        columns={columns}
        rows={clients.data?.data}
        rowId={(client) => client._id}
        rowLabel={(client) => client.Client_Name}
        rowHref={(client) => clientPath(client._id)}
        totalCount={clients.data?.totalCount ?? 0}
        page={url.page}
        onPage={url.setPage}
        sort={url.sort}
        onSort={url.setSort}
        isFetching={clients.isPlaceholderData}
        renderCard={(client) => <ClientCard client={client} />}
        empty={url.isFiltered ? t('common.searchAgain') : props.empty}
        {...(rowActions !== undefined && { rowActions })}
      />
    </>
  );
}

function useColumns(): DataColumn<ClientRow>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'Client_Name',
        title: t('clients.name'),
        isFixed: true,
        isSortable: true,
        render: (client) => (
          <span className={classes.clientName}>
            {client.Client_Name}
            {client.code !== null && <span className={classes.quiet}>{client.code}</span>}
          </span>
        ),
      },
      {
        key: 'products',
        title: t('clients.products'),
        render: (client) => (
          <span className={classes.products}>{client.products.join(', ') || '–'}</span>
        ),
      },
      {
        key: 'managers',
        title: t('clients.managers'),
        render: (client) => (
          <span className={classes.names}>{client.managerNames.join(', ') || '–'}</span>
        ),
      },
      {
        key: 'portfolios',
        title: t('clients.portfolios'),
        align: 'right',
        render: (client) => formatCount(client.portfolioCount),
      },
      {
        key: 'loanCount',
        title: t('clients.loans'),
        align: 'right',
        isSortable: true,
        render: (client) => formatCount(client.loanCount),
      },
      {
        key: 'dueAmount',
        title: t('clients.dues'),
        align: 'right',
        isSortable: true,
        render: (client) => <Money amount={client.dueAmount} />,
      },
    ],
    [t],
  );
}

/** A client as a card, for a phone. */
function ClientCard({ client }: { client: ClientRow }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <strong>{client.Client_Name}</strong>
        <strong>
          <Money amount={client.dueAmount} />
        </strong>
      </div>
      <div className={classes.quiet}>
        {[
          client.code,
          t('clients.loanCount', { count: client.loanCount }),
          client.managerNames.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}
