import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Due } from '../../components/due.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { BorrowerPanel } from './borrower-panel.tsx';
import { useDeskLoan } from './call-desk-queries.ts';
import { DeskHistory } from './desk-history.tsx';
import { DeskLoanPanel } from './desk-loan-panel.tsx';
import { useLenderColumns } from './lender-loan-columns.tsx';
import { LoanNotes } from './loan-notes.tsx';
import classes from './call-desk.module.css';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useBorrowerProfile } from './borrower-queries.ts';

const LIST = '/client-call-management';
const LENDER_FILTERS = { search: 'text' } as const;
const PAGE_SIZE = 10;

const pathOf = (loanId: string) => `${LIST}?${new URLSearchParams({ loanId }).toString()}`;

/** `/client-call-management` (lender): a loan's calls, what they taught, recordings, and notes to the agency. No calling. */
export function LenderLoanScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const loanId = params.get('loanId') ?? '';
  return <Page>{loanId === '' ? <LoanChoice /> : <LenderLoan loanId={loanId} user={user} />}</Page>;
}

function LoanChoice() {
  const t = useText();
  const url = useUrlFilters(LENDER_FILTERS);
  const loans = useCallQuery(
    loanCalls.listLoans,
    {
      query: {
        ...(url.values.search !== null && { search: url.values.search }),
        page: url.page,
        pageSize: PAGE_SIZE,
      },
    },
    { keepsPrevious: true },
  );
  const columns = useLenderColumns(pathOf);
  return (
    <>
      <PageHeader
        title={t('borrower.lenderTitle')}
        count={loans.data?.totalCount ?? null}
        subtitle={t('borrower.lenderHelp')}
      />
      <FilterBar
        filters={url}
        fields={[]}
        searchKey="search"
        searchLabel={t('borrower.lenderSearch')}
      />
      {loans.isError ? (
        <LoadProblem error={loans.error} onRetry={() => void loans.refetch()} />
      ) : (
        <DataTable
          name="lender-loans"
          label={t('borrower.lenderTitle')}
          columns={columns}
          rows={loans.data?.data}
          rowId={(loan) => loan._id}
          rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
          totalCount={loans.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={PAGE_SIZE}
          isFetching={loans.isFetching}
          renderCard={(loan) => (
            <span className={classes.card}>
              <Link to={pathOf(loan._id)}>{loan.Customer_Name}</Link>
              <span className={classes.small}>{loan.Loan_ID}</span>
              <Due loan={loan} />
            </span>
          )}
        />
      )}
    </>
  );
}

function LenderLoan({ loanId, user }: { loanId: string; user: LoggedInUser }) {
  const t = useText();
  const loan = useDeskLoan(loanId);
  const profile = useBorrowerProfile(loanId).data;
  if (loan.data === undefined) {
    return (
      <>
        <PageHeader title={t('borrower.lenderTitle')} backTo={LIST} />
        {loan.isError ? (
          <LoadProblem error={loan.error} onRetry={() => void loan.refetch()} />
        ) : (
          <LoadingState kind="record" rows={10} />
        )}
      </>
    );
  }
  const { loan: shown } = loan.data;
  return (
    <>
      <PageHeader
        title={shown.Customer_Name}
        backTo={LIST}
        subtitle={
          <>
            <span>{shown.Loan_ID}</span>
            <span>{shown.Client_Name}</span>
          </>
        }
      />
      <div className={classes.reading}>
        <div className={classes.column}>
          <DeskLoanPanel loan={shown} />
          {profile !== undefined && (
            <BorrowerPanel profile={profile} pathOf={(other) => pathOf(other._id)} />
          )}
        </div>
        <div className={classes.column}>
          <LoanNotes loanId={loanId} isOfLender />
          <DeskHistory loanId={loanId} user={user} />
        </div>
      </div>
    </>
  );
}
