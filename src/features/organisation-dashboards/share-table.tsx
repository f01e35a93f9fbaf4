import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { StockShare } from '../../../contract/organisation-dashboard.ts';
import { countColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { formatCount } from '../../lib/money.ts';
import { formatPercent, percentOf } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TableSection } from './table-section.tsx';

interface ShareTableProps {
  title: string;
  /** What a row is: a client, a manager. */
  nameTitle: string;
  table: { rows: readonly StockShare[]; totalCount: number };
  /** The whole list, and the loans of a row; none for those who may not open them. */
  all?: { to: string; label: string };
  rowHref?: (row: StockShare) => string | null;
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
    textColumn('name', nameTitle, (row) => row.name ?? t('organisation.nobody'), { isFixed: true }),
    countColumn('loanCount', t('words.loans'), (row) => row.loanCount),
    moneyColumn('dueAmount', t('words.dues'), (row) => row.dueAmount, {
      card: 'aside',
    }),
    textColumn(
      'allocated',
      t('words.allocated'),
      (row) => formatPercent(percentOf(row.allocatedCount, row.loanCount)),
      { align: 'right' },
    ),
    countColumn('promises', t('organisation.promisesShort'), (row) => row.promisesToday),
    moneyColumn('week', t('organisation.week'), (row) => row.collectedWeek),
    moneyColumn('weekBefore', t('organisation.weekBefore'), (row) => row.collectedWeekBefore, {
      card: 'hidden',
    }),
  ];
}
