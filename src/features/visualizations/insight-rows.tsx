import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { dataInsightCalls } from '../../../contract/data-insight.ts';
import type { InsightDetail } from '../../../contract/data-insight.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { loanLinkOf } from '../../components/loan-link.ts';
import { List } from '../../components/list.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';

type Row = CallAnswer<typeof dataInsightCalls.listInsightRows>['data'][number];

/** Columns of a wide file that stand in the table at first. */
const AT_FIRST = 8;

/** A file's rows as they stand; a row that names a loan leads to it. */
export function InsightRows({ insight, user }: { insight: InsightDetail; user: LoggedInUser }) {
  const t = useText();
  const state = useOwnPage(25);
  const { page, pageSize } = state;
  const rows = useCallQuery(
    dataInsightCalls.listInsightRows,
    { params: { id: insight._id }, query: { page, pageSize } },
    { keepsPrevious: true },
  );
  const isPhone = usePhone();
  const path = loanLinkOf(user.role);
  const columns = useMemo(
    (): DataColumn<Row>[] => [
      {
        key: 'row',
        title: t('words.row'),
        isFixed: true,
        card: 'title',
        align: 'right',
        file: [{ of: ({ row }) => row }],
        render: ({ row, loanId }) => {
          const title = isPhone ? `${t('words.row')} ${row}` : row;
          return loanId === null || path === null ? (
            title
          ) : (
            <Link to={path(loanId)} aria-label={t('dataInsights.openLoan', { row })}>
              {title}
            </Link>
          );
        },
      },
      ...insight.fields.map(({ name, kind }, at): DataColumn<Row> => ({
        key: `c${at}`,
        title: name,
        ...(kind === 'NUMBER' && { align: 'right' }),
        isHiddenAtFirst: at >= AT_FIRST,
        render: ({ cells }) => cells[at] ?? '–',
      })),
    ],
    [insight.fields, isPhone, path, t],
  );
  return (
    <List<Row>
      name={`data-insight-${insight._id}`}
      label={t('words.rows')}
      list={rows}
      state={state}
      rowId={({ row }) => String(row)}
      rowLabel={({ row }) => String(row)}
      columns={columns}
      hasColumnChooser
      empty={t('dataInsights.noRows')}
    />
  );
}
