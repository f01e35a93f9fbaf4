import { useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Loan } from '../../../contract/loan.ts';
import { Awaited } from '../../components/loaded.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
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

const pathOf = (loanId: string) => `${LIST}?${new URLSearchParams({ loanId }).toString()}`;

/** `/client-call-management` (lender): a loan's calls, what they taught, recordings, and notes to the agency. No calling. */
export function LenderLoanScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const loanId = params.get('loanId') ?? '';
  return <Page>{loanId === '' ? <LoanChoice /> : <LenderLoan loanId={loanId} user={user} />}</Page>;
}

function LoanChoice() {
  const t = useText();
  const url = useListState(loanCalls.listLoans.query, LENDER_FILTERS);
  const loans = useCallQuery(loanCalls.listLoans, { query: url.asked }, { keepsPrevious: true });
  const columns = useLenderColumns(pathOf);
  return (
    <>
      <PageHeader
        title={t('borrower.lenderTitle')}
        count={loans.data?.totalCount ?? null}
        subtitle={t('borrower.lenderHelp')}
      />
      <List<Loan>
        name="lender-loans"
        label={t('borrower.lenderTitle')}
        columns={columns}
        list={loans}
        state={url}
        search={t('words.borrowerSearch')}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      />
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
        {<Awaited of={loan} kind="record" rows={10} />}
      </>
    );
  }
  const { loan: shown } = loan.data;
  return (
    <>
      <PageHeader
        title={shown.Customer_Name}
        tabTitle={shown.Loan_ID}
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
          <DeskLoanPanel loan={shown} reader="CUSTOMER" />
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
