import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { StockShare } from '../../../contract/organisation-dashboard.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money } from '../../components/figure.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percentOf } from './stock-tiles.tsx';
import { TableSection } from './table-section.tsx';

interface ShareTableProps {
  title: string;
  /** What a row is: a client, a manager. */
  nameTitle: string;
  table: { rows: readonly StockShare[]; totalCount: number };
  /** The whole list, and the loans of a row; none for those who may not open them. */
  all?: { to: string; label: string };
  rowHref?: (row: StockShare) => string;
}

/** Clients or managers with the largest dues: their stock and what was collected. */
export function ShareTable({ title, nameTitle, table, all, rowHref }: ShareTableProps) {
  const t = useText();
  const columns = useShareColumns(nameTitle);
  const { rows, totalCount } = table;
  const nameOf = (row: StockShare) => row.name ?? t('organisation.nobody');
  return (
    <TableSection
      title={title}
      note={
        totalCount > rows.length
          ? t('organisation.shownOf', { shown: rows.length, total: formatCount(totalCount) })
          : undefined
      }
      {...(all !== undefined && {
        actions: (
          <Button component={Link} to={all.to} variant="subtle" size="compact-sm">
            {all.label}
          </Button>
        ),
      })}
    >
      <DataTable<StockShare>
        name={`share-${nameTitle}`}
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row._id ?? ''}
        rowLabel={nameOf}
        totalCount={rows.length}
        page={1}
        onPage={() => undefined}
        hasColumnChooser={false}
        empty={t('organisation.noLoans')}
        {...(rowHref !== undefined && { rowHref })}
      />
    </TableSection>
  );
}

function useShareColumns(nameTitle: string): DataColumn<StockShare>[] {
  const t = useText();
  return [
    {
      key: 'name',
      title: nameTitle,
      render: (row) => row.name ?? t('organisation.nobody'),
      isFixed: true,
    },
    {
      key: 'loanCount',
      title: t('organisation.loans'),
      align: 'right',
      render: (row) => formatCount(row.loanCount),
    },
    {
      key: 'dueAmount',
      title: t('organisation.dueAmount'),
      card: 'aside',
      align: 'right',
      render: (row) => <Money amount={row.dueAmount} />,
    },
    {
      key: 'allocated',
      title: t('organisation.allocatedShare'),
      align: 'right',
      render: (row) => `${percentOf(row.allocatedCount, row.loanCount)} %`,
    },
    {
      key: 'promises',
      title: t('organisation.promisesShort'),
      align: 'right',
      render: (row) => formatCount(row.promisesToday),
    },
    {
      key: 'week',
      title: t('organisation.week'),
      align: 'right',
      render: (row) => <Money amount={row.collectedWeek} />,
    },
    {
      key: 'weekBefore',
      title: t('organisation.weekBefore'),
      card: 'hidden',
      align: 'right',
      render: (row) => <Money amount={row.collectedWeekBefore} />,
    },
  ];
}
