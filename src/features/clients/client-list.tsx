import type { ReactNode } from 'react';
import type { ClientRow } from '../../../contract/client.ts';
import { clientCalls } from '../../../contract/client.ts';
import { countColumn, moneyColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useClients } from './client-queries.ts';
import classes from './clients.module.css';

const FILTERS = { search: 'text' } as const;

/** The list that the address stands for. */
export function useClientList() {
  const state = useListState(clientCalls.listClients.query, FILTERS);
  return { state, list: useClients(state.asked) };
}

/** Where a client's record is. */
export const clientPath = (id: string) => `/view-client?clientId=${id}`;

/** Clients, searched and paged; each leads to its record. */
export function ClientList(props: {
  clients: ReturnType<typeof useClientList>;
  rowActions?: (client: ClientRow) => ReactNode;
  empty: ReactNode;
}) {
  const t = useText();
  const { clients, rowActions } = props;
  const columns = useColumns();
  return (
    <List<ClientRow>
      name="clients"
      label={t('menu.clients')}
      columns={columns}
      {...clients}
      search={t('clients.search')}
      rowLabel={(client) => client.Client_Name}
      rowHref={(client) => clientPath(client._id)}
      empty={props.empty}
      {...(rowActions !== undefined && { rowActions })}
    />
  );
}

function useColumns(): DataColumn<ClientRow>[] {
  const t = useText();
  return [
    {
      key: 'Client_Name',
      title: t('clients.name'),
      isFixed: true,
      isSortable: true,
      render: (client) => <TwoLines first={client.Client_Name} second={client.code} />,
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
    countColumn('portfolios', t('words.portfolios'), (client) => client.portfolioCount),
    countColumn('loanCount', t('words.loans'), (client) => client.loanCount, {
      isSortable: true,
    }),
    moneyColumn('dueAmount', t('words.dues'), (client) => client.dueAmount, {
      card: 'aside',
      isSortable: true,
    }),
  ];
}
