import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { PersonResult } from '../../../contract/organisation-dashboard.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money } from '../../components/figure.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TableSection } from './table-section.tsx';

/** How a partner's managers and agents did, who collected most this month first. */
export function PersonResults({
  people,
}: {
  people: { rows: readonly PersonResult[]; totalCount: number };
}) {
  const t = useText();
  const columns = useResultColumns();
  const { rows, totalCount } = people;
  return (
    <TableSection
      title={t('organisation.yourPeople')}
      note={
        totalCount > rows.length
          ? t('organisation.mostOf', { shown: rows.length, total: formatCount(totalCount) })
          : undefined
      }
    >
      <DataTable<PersonResult>
        name="person-results"
        label={t('organisation.yourPeople')}
        columns={columns}
        rows={rows}
        rowId={(row) => row._id}
        rowLabel={(row) => row.fullName}
        totalCount={rows.length}
        page={1}
        onPage={() => undefined}
        pageSize={Math.max(1, rows.length)}
        hasColumnChooser={false}
        empty={
          <EmptyState
            title={t('organisation.noPeople')}
            body={t('organisation.noPeopleBody')}
            action={
              <Button component={Link} to="/managers-collectors">
                {t('organisation.addPeople')}
              </Button>
            }
          />
        }
      />
    </TableSection>
  );
}

function PersonName({ row }: { row: PersonResult }) {
  const t = useText();
  return (
    <span className="rc-inline-stack rc-words">
      {row.fullName}
      <span className="rc-quiet">
        {[t(`roles.${row.role}`), row.managerName].filter(Boolean).join(' · ')}
      </span>
      {!row.isActive && <StatusChip tone="quiet" label={t('words.disabled')} />}
    </span>
  );
}

function useResultColumns(): DataColumn<PersonResult>[] {
  const t = useText();
  return useMemo(() => {
    const money = (key: 'dueAmount' | 'collectedToday' | 'collectedMonth', title: string) => ({
      key,
      title,
      align: 'right' as const,
      render: (row: PersonResult) => <Money amount={row[key]} />,
    });
    const count = (key: 'loanCount' | 'contactsToday', title: string) => ({
      key,
      title,
      align: 'right' as const,
      render: (row: PersonResult) => formatCount(row[key]),
    });
    return [
      {
        key: 'fullName',
        title: t('words.name'),
        render: (row: PersonResult) => <PersonName row={row} />,
        isFixed: true,
      },
      count('loanCount', t('words.loans')),
      money('dueAmount', t('words.dues')),
      count('contactsToday', t('organisation.contactsToday')),
      money('collectedToday', t('words.collectedToday')),
      money('collectedMonth', t('words.collectedMonth')),
    ];
  }, [t]);
}
