import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Loan } from '../../../contract/loan.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import type { DataTableProps } from '../../components/data-table.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LoanBulkActions } from './loan-bulk-actions.tsx';
import { useLoanColumns } from './loan-columns.tsx';
import { LOAN_FILTERS, useLoanFilterFields } from './loan-filters.ts';
import { mayWithLoans, useLoans, useMergedLoans } from './loan-queries.ts';
import { useSeenLoans } from './seen-loans.ts';
import classes from './loans.module.css';
import type { LoanQuery } from './loan-queries.ts';

/** `/loans` (admin), `/all-loans` (manager) and `/partner-loans` (partner): find loans, choose some or all that match, allocate them. */
export function LoanListScreen() {
  const t = useText();
  const state = useListState(loanCalls.listLoans.query, LOAN_FILTERS, { isSizeChosen: true });
  const { list, more } = useLoanList(state.asked);
  const answer = list.data;
  const { page: _page, pageSize: _size, sort: _sort, ...filter } = state.asked;
  const [selection, setSelection] = useSelectionOf(JSON.stringify(filter));
  const seen = useSeenLoans(answer?.data);
  const isSelectable = mayWithLoans('allocate') || mayWithLoans('close');
  return (
    <Page>
      <PageHeader
        title={t('menu.loans')}
        count={answer?.totalCount ?? null}
        isCountExact={answer?.isCountExact ?? true}
        actions={mayWithLoans('import') && <ImportLink />}
      />
      <List<Loan>
        name="loans"
        label={t('menu.loans')}
        columns={useLoanColumns()}
        list={list}
        state={state}
        search={t('words.loanSearch')}
        fields={useLoanFilterFields()}
        shownFields={3}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
        {...(more && { more })}
        {...(mayWithLoans('open') && { rowHref: (loan: Loan) => `/view-loan?loanId=${loan._id}` })}
        {...(isSelectable && {
          selection,
          onSelection: setSelection,
          bulkActions: (
            <LoanBulkActions
              selection={selection}
              totalCount={answer?.totalCount ?? 0}
              seen={seen}
              filter={filter}
              asOf={answer?.asOf ?? ''}
              onDone={() => setSelection(NO_SELECTION)}
            />
          ),
        })}
        empty={
          <EmptyState
            title={t('loans.emptyTitle')}
            body={t(mayWithLoans('import') ? 'loans.emptyBody' : 'loans.emptyTeamBody')}
          />
        }
      >
        <BatchNote batchNo={state.values.batchNo} onAll={() => state.change({ batchNo: null })} />
      </List>
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
function BatchNote({ batchNo, onAll }: { batchNo: number | null; onAll: () => void }) {
  const t = useText();
  if (batchNo === null) return null;
  return (
    <output className={classes.batch}>
      {t('loans.ofBatch', { batchNo })}
      <Button size="compact-sm" variant="subtle" onClick={onAll}>
        {t('loans.allLoans')}
      </Button>
    </output>
  );
}

/** What is selected among the loans of a filter; another filter starts with nothing selected. */
function useSelectionOf(filter: string) {
  const [chosen, setChosen] = useState({ filter, selection: NO_SELECTION });
  const selection = chosen.filter === filter ? chosen.selection : NO_SELECTION;
  return [selection, (next: TableSelection) => setChosen({ filter, selection: next })] as const;
}

/** The rows of the list's address: a page of them, or on a phone those read on so far. */
function useLoanList({ page, ...query }: LoanQuery) {
  const isPhone = usePhone();
  const paged = useLoans({ ...query, page }, !isPhone);
  const merged = useMergedLoans(query, isPhone);
  const shown = isPhone ? merged : paged;
  const more: DataTableProps<Loan>['more'] = {
    hasMore: merged.data?.hasMore ?? false,
    isLoading: merged.isFetchingNextPage,
    onMore: () => void merged.fetchNextPage(),
  };
  return { list: shown, ...(isPhone && { more }) };
}
