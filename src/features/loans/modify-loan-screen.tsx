import { useSearchParams } from 'react-router-dom';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { loanFieldsOf } from '../../../contract/loan-entry.ts';
import type { Loan } from '../../../contract/loan.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useLoanColumns } from './loan-columns.tsx';
import { LoanEditForm } from './loan-edit-form.tsx';
import { useLoan, useLoans } from './loan-queries.ts';
import { LoanStanding } from './loan-standing.tsx';

const PATH = '/modify-loan';

/** `/modify-loan` (customer): find one of the own loans, and correct how the borrower is reached and what is due. */
export function ModifyLoanScreen() {
  const [params, setParams] = useSearchParams();
  const loanId = params.get('loanId') ?? '';
  if (loanId === '') return <FindLoan />;
  return <ModifyLoan loanId={loanId} onDone={() => setParams({}, { replace: true })} />;
}

const SEARCH = { search: 'text' } as const;

function FindLoan() {
  const t = useText();
  const url = useListState(loanCalls.listLoans.query, SEARCH);
  const loans = useLoans(url.asked);
  const columns = useLoanColumns();
  return (
    <Page>
      <PageHeader title={t('loanLife.modifyTitle')} subtitle={t('loanLife.modifyBody')} />
      <List<Loan>
        name="modify-loans"
        label={t('menu.loans')}
        columns={columns}
        list={loans}
        state={url}
        search={t('words.loanSearch')}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
        rowHref={(loan) => `${PATH}?loanId=${loan._id}`}
        empty={t('common.searchAgain')}
      />
    </Page>
  );
}

function ModifyLoan({ loanId, onDone }: { loanId: string; onDone: () => void }) {
  const t = useText();
  const loan = useLoan(loanId);
  return (
    <Page width="form">
      <PageHeader
        title={loan.data?.Customer_Name ?? t('loanLife.modifyTitle')}
        tabTitle={t('loanLife.modifyTitle')}
        backTo={PATH}
        {...(loan.data !== undefined && {
          subtitle: (
            <>
              <span>{loan.data.Loan_ID}</span>
              <LoanStanding loan={loan.data} />
            </>
          ),
        })}
      />
      {loan.data !== undefined ? (
        <Panel title={t('loanLife.editTitle')}>
          <LoanEditForm
            key={loanId}
            loan={loan.data}
            fields={loanFieldsOf('CUSTOMER')}
            onDone={onDone}
          />
        </Panel>
      ) : loan.isError ? (
        <LoadProblem error={loan.error} onRetry={() => void loan.refetch()} />
      ) : loanId === '' ? (
        <NotHere title={t('loans.notFound')} />
      ) : (
        <LoadingState kind="form" />
      )}
    </Page>
  );
}
