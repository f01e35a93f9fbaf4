import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Loan } from '../../../contract/loan.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ActiveLoanCard } from './active-loan-card.tsx';
import { useActiveLoanColumns } from './active-loan-columns.tsx';
import { DESK_PAGE_SIZE, readDeskPage, useDeskPage } from './call-desk-queries.ts';
import type { DeskPage, DeskQuery } from './call-desk-queries.ts';
import { DESK_FILTERS, deskQueryOf, useDeskFilterFields } from './desk-filters.ts';
import type { DeskUrl } from './desk-filters.ts';
import { beginDeskQueue } from './desk-queue.ts';
import { deskPath } from './use-desk-queue.ts';
import classes from './call-desk.module.css';

/** `/active-loans`: the loans to call, filtered and ordered; a row opens the call desk within this list. */
export function ActiveLoansScreen() {
  const t = useText();
  const url = useUrlFilters(DESK_FILTERS);
  const query = deskQueryOf(url);
  const page = useDeskPage(query);
  const fields = useDeskFilterFields();
  useBeginQueue(query, page.isPlaceholderData ? undefined : page.data);
  return (
    <Page>
      <PageHeader
        title={t('callDesk.title')}
        count={page.data?.totalCount ?? null}
        isCountExact={page.data?.isCountExact ?? true}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('callDesk.search')}
        shownFields={3}
      />
      {page.data?.isFromDevice === true && (
        <output className={classes.note}>{t('callDesk.asOf')}</output>
      )}
      {page.isError && page.data === undefined ? (
        <LoadProblem error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <ActiveLoanTable url={url} page={page.data} isFetching={page.isPlaceholderData} />
      )}
    </Page>
  );
}

/** The order on screen is the order that "Save & next" follows. */
function useBeginQueue(query: DeskQuery, seen: DeskPage | undefined) {
  const key = JSON.stringify(query);
  useEffect(() => {
    if (seen !== undefined) beginDeskQueue(JSON.parse(key) as DeskQuery, seen, readDeskPage);
  }, [key, seen]);
}

function ActiveLoanTable(props: { url: DeskUrl; page: DeskPage | undefined; isFetching: boolean }) {
  const { url, page } = props;
  const t = useText();
  const [params] = useSearchParams();
  const columns = useActiveLoanColumns(page?.dispositions ?? []);
  return (
    <DataTable<Loan>
      name="active-loans"
      label={t('callDesk.title')}
      columns={columns}
      rows={page?.loans}
      rowId={(loan) => loan._id}
      rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      rowHref={(loan) => deskPath(params, { loan, page: url.page })}
      totalCount={page?.totalCount ?? 0}
      isCountExact={page?.isCountExact ?? true}
      page={url.page}
      onPage={url.setPage}
      pageSize={DESK_PAGE_SIZE}
      isFetching={props.isFetching}
      sort={url.sort}
      onSort={url.setSort}
      renderCard={(loan) => <ActiveLoanCard loan={loan} />}
      empty={<NoLoans isFiltered={url.isFiltered} />}
    />
  );
}

function NoLoans({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  if (isFiltered) return t('common.searchAgain');
  return <EmptyState title={t('callDesk.emptyTitle')} body={t('callDesk.emptyBody')} />;
}
