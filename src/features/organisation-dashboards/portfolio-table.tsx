import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ClientLanding, PortfolioPart } from '../../../contract/organisation-dashboard.ts';
import { textColumn } from '../../components/columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money, TwoLines } from '../../components/figure.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { formatPercent, percentOf } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TableSection } from './table-section.tsx';

type Portfolio = ClientLanding['portfolios'][number];

interface PartTableProps {
  title: string;
  nameTitle: string;
  parts: readonly PortfolioPart[];
  actions?: ReactNode;
  empty: string;
  /** Under the name, such as until when a portfolio runs. */
  noteOf?: (part: PortfolioPart) => string | null;
  rowHref?: (part: PortfolioPart) => string | null;
}

function PartTable(props: PartTableProps) {
  const { title, nameTitle, parts, noteOf, rowHref } = props;
  const t = useText();
  const columns = usePartColumns(nameTitle, noteOf);
  const nameOf = (part: PortfolioPart) => part.name ?? t('organisation.noBucket');
  return (
    <TableSection title={title} {...(props.actions !== undefined && { actions: props.actions })}>
      <DataTable<PortfolioPart>
        name={`parts-${nameTitle}`}
        label={title}
        columns={columns}
        rows={parts}
        rowId={(part) => part.name ?? ''}
        rowLabel={nameOf}
        totalCount={parts.length}
        page={1}
        onPage={() => undefined}
        pageSize={Math.max(1, parts.length)}
        hasColumnChooser={false}
        empty={props.empty}
        {...(rowHref !== undefined && { rowHref })}
      />
    </TableSection>
  );
}

function usePartColumns(
  nameTitle: string,
  noteOf: PartTableProps['noteOf'],
): DataColumn<PortfolioPart>[] {
  const t = useText();
  return useMemo(() => {
    const share = (key: 'allocatedCount' | 'workedCount', title: string) => ({
      key,
      title,
      align: 'right' as const,
      render: (part: PortfolioPart) =>
        `${formatCount(part[key])} (${formatPercent(percentOf(part[key], part.loanCount))})`,
    });
    return [
      {
        key: 'name',
        title: nameTitle,
        isFixed: true,
        render: (part: PortfolioPart) => (
          <TwoLines first={part.name ?? t('organisation.noBucket')} second={noteOf?.(part)} />
        ),
      },
      textColumn(
        'loanCount',
        t('words.loans'),
        (part: PortfolioPart) => formatCount(part.loanCount),
        { align: 'right' as const },
      ),
      {
        key: 'dueAmount',
        title: t('words.dues'),
        card: 'aside' as const,
        align: 'right' as const,
        render: (part: PortfolioPart) => <Money amount={part.dueAmount} />,
      },
      share('allocatedCount', t('words.allocated')),
      share('workedCount', t('organisation.worked')),
    ];
  }, [nameTitle, noteOf, t]);
}

/** A lender's loans by bucket. */
export function BucketTable({
  buckets,
  rowHref,
}: {
  buckets: readonly PortfolioPart[];
  rowHref?: (part: PortfolioPart) => string | null;
}) {
  const t = useText();
  return (
    <PartTable
      title={t('words.byBucket')}
      nameTitle={t('words.bucket')}
      parts={buckets}
      empty={t('organisation.noLoans')}
      {...(rowHref !== undefined && { rowHref })}
    />
  );
}

/** The client admin's portfolios with what is in them now. */
export function PortfolioTable({ portfolios }: { portfolios: readonly Portfolio[] }) {
  const t = useText();
  const noteOf = useMemo(() => {
    const ends = new Map(portfolios.map(({ name, endsOn }) => [name, endsOn]));
    return (part: PortfolioPart) => {
      const day = ends.get(part.name) ?? null;
      return day === null ? null : t('organisation.until', { day: formatDay(day) });
    };
  }, [portfolios, t]);
  return (
    <PartTable
      title={t('words.portfolios')}
      nameTitle={t('words.portfolio')}
      parts={portfolios}
      noteOf={noteOf}
      empty={t('organisation.noPortfolios')}
      actions={
        <Button component={Link} to="/create-portfolio" variant="subtle" size="compact-sm">
          {t('words.addPortfolio')}
        </Button>
      }
    />
  );
}
