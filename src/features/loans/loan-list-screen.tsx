import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Loan } from '../../../contract/loan.ts';
import { DataTable } from '../../components/data-table.tsx';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LoanBulkActions } from './loan-bulk-actions.tsx';
import { LoanCard } from './loan-card.tsx';
import { useLoanColumns } from './loan-columns.tsx';
import { LOAN_FILTERS, loanFilterOf, useLoanFilterFields } from './loan-filters.ts';
import { mayWithLoans } from './loan-queries.ts';
import { useSeenLoans } from './seen-loans.ts';
import { useLoanList } from './use-loan-list.ts';
import classes from './loans.module.css';

type LoanUrl = UrlFilters<typeof LOAN_FILTERS>;

/** `/loans` (admin), `/all-loans` (manager) and `/partner-loans` (partner): find loans, choose some or all that match, allocate them. */
export function LoanListScreen() {
  const t = useText();
  const url = useUrlFilters(LOAN_FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const filter = loanFilterOf(url.values);
  const list = useLoanList(url, pageSize);
  const fields = useLoanFilterFields();
  return (
    <Page>
      <PageHeader
        title={t('loans.title')}
        count={list.answer?.totalCount ?? null}
        isCountExact={list.answer?.isCountExact ?? true}
        actions={mayWithLoans('import') && <ImportLink />}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('loans.search')}
        shownFields={3}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      <BatchNote url={url} />
      {list.problem === null ? (
        <LoanTable key={JSON.stringify(filter)} url={url} pageSize={pageSize} list={list} />
      ) : (
        <LoadProblem error={list.problem} onRetry={list.retry} />
      )}
    </Page>
  );
}

function ImportLink() {
  const t = useText();
  return (
    <Button
      component={Link}
      to="/upload-loan"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {t('loans.import')}
    </Button>
  );
}

/** The list shows one upload only: say so, and lead back to all. */
function BatchNote({ url }: { url: LoanUrl }) {
  const t = useText();
  const { batchNo } = url.values;
  if (batchNo === null) return null;
  return (
    <output className={classes.batch}>
      {t('loans.ofBatch', { batchNo })}
      <Button size="compact-sm" variant="subtle" onClick={() => url.change({ batchNo: null })}>
        {t('loans.allLoans')}
      </Button>
    </output>
  );
}

interface LoanTableProps {
  url: LoanUrl;
  pageSize: number;
  list: ReturnType<typeof useLoanList>;
}

/** The rows with their selection; another filter starts with nothing selected. */
function LoanTable({ url, pageSize, list }: LoanTableProps) {
  const { answer } = list;
  const t = useText();
  const columns = useLoanColumns();
  const [selection, setSelection] = useState<TableSelection>(NO_SELECTION);
  const seen = useSeenLoans(answer?.data);
  const totalCount = answer?.totalCount ?? 0;
  const isSelectable = mayWithLoans('allocate') || mayWithLoans('close');
  const canOpen = mayWithLoans('open');
  return (
    <DataTable<Loan>
      name="loans"
      label={t('loans.title')}
      columns={columns}
      rows={answer?.data}
      rowId={(loan) => loan._id}
      rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      totalCount={totalCount}
      isCountExact={answer?.isCountExact ?? true}
      page={url.page}
      onPage={url.setPage}
      pageSize={pageSize}
      isFetching={list.isFetching}
      {...(list.more && { more: list.more })}
      sort={url.sort}
      onSort={url.setSort}
      renderCard={(loan) => <LoanCard loan={loan} />}
      {...(canOpen && { rowHref: (loan: Loan) => `/view-loan?loanId=${loan._id}` })}
      {...(isSelectable && {
        selection,
        onSelection: setSelection,
        bulkActions: (
          <LoanBulkActions
            selection={selection}
            totalCount={totalCount}
            seen={seen}
            filter={loanFilterOf(url.values)}
            asOf={answer?.asOf ?? ''}
            onDone={() => setSelection(NO_SELECTION)}
          />
        ),
      })}
      empty={<NoLoans isFiltered={url.isFiltered} />}
    />
  );
}

function NoLoans({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  if (isFiltered) return t('common.searchAgain');
  return (
    <EmptyState
      title={t('loans.emptyTitle')}
      body={t('loans.emptyBody')}
      action={mayWithLoans('import') && <ImportLink />}
    />
  );
}
