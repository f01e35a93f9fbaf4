import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { dispositionCalls } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { Awaited } from '../../components/loaded.tsx';
import { ContactStanding } from '../../components/contact-standing-slot.tsx';
import { ContactHistory } from '../../components/contact-history.tsx';
import { Due } from '../../components/due.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { FileThumbs } from '../../components/file-thumb.tsx';
import { viewLoanPath } from '../../components/loan-link.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { loadContactFile } from '../../data/files.ts';
import { SettlementChip } from '../../components/settlement-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { LoanDisposition } from './loan-columns.tsx';
import { LoanContactActions, LoanGateLine } from './loan-contact.tsx';
import { LoanEditForm } from './loan-edit-form.tsx';
import { useLoanFacts } from './loan-facts.ts';
import { editableLoanFields, mayWithLoans, useLoan, useLoanConflictCount } from './loan-queries.ts';
import { LoanMessages, SendMessageButton } from './loan-messages.tsx';
import { LoanPromises } from './loan-promises.tsx';
import { LoanRecordPanels } from './loan-record.tsx';
import { LoanScorePanel } from './loan-score.tsx';
import { LoanStanding } from './loan-standing.tsx';
import classes from './loans.module.css';

const BACK = '/loans';
const BACK_MANAGER = '/all-loans';

/** `/view-loan`: who owes how much, where it stands, what happened. */
export function LoanScreen() {
  const [params] = useSearchParams();
  const t = useText();
  const loanId = params.get('loanId') ?? '';
  if (loanId !== '') return <LoanRecord loanId={loanId} />;
  return (
    <NoLoan>
      <NotHere title={t('loans.notFound')} />
    </NoLoan>
  );
}

/** Why there is no loan to show, with the way to the list. */
function NoLoan({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Page>
      <PageHeader title={t('words.loan')} backTo={mayWithLoans('import') ? BACK : BACK_MANAGER} />
      {children}
    </Page>
  );
}

function LoanRecord({ loanId }: { loanId: string }) {
  const loan = useLoan(loanId);
  if (loan.data !== undefined) return <ShownLoan loan={loan.data} />;
  const awaited = <Awaited of={loan} kind="record" rows={10} />;
  return loan.isError ? <NoLoan>{awaited}</NoLoan> : <Page>{awaited}</Page>;
}

/** The loan, or its form in the place of its facts. */
function ShownLoan({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const [isEdited, setEdited] = useState(false);
  return (
    <Page width={isEdited ? 'form' : 'wide'}>
      <LoanHeader loan={loan} onEdit={isEdited ? null : () => setEdited(true)} />
      {isEdited ? (
        <Panel title={t('loanLife.editTitle')}>
          <LoanEditForm loan={loan} fields={editableLoanFields()} onDone={() => setEdited(false)} />
        </Panel>
      ) : (
        <>
          <ConflictNote loan={loan} />
          <LoanGateLine loan={loan} />
          <LoanBody loan={loan} />
        </>
      )}
    </Page>
  );
}

/** Two people corrected this loan differently: say so where its facts are read, and lead to the decision. */
function ConflictNote({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const count = useLoanConflictCount(loan);
  if (count === undefined || count === 0) return null;
  return (
    <output className={classes.conflictNote}>
      {t('loanConflicts.loanNote', { count })}
      <Link to={`/loan-conflicts?search=${encodeURIComponent(loan.Loan_ID)}`}>
        {t('loanConflicts.decide')}
      </Link>
    </output>
  );
}

function LoanHeader({ loan, onEdit }: { loan: LoanDetail; onEdit: (() => void) | null }) {
  const t = useText();
  return (
    <PageHeader
      title={loan.Customer_Name}
      tabTitle={loan.Loan_ID}
      backTo={mayWithLoans('import') ? BACK : BACK_MANAGER}
      subtitle={
        <>
          <span>{loan.Loan_ID}</span>
          <span>{loan.Client_Name}</span>
          <LoanStanding loan={loan} />
          <LoanDisposition loan={loan} />
          <PromiseChip loan={loan} />
          <SettlementChip loan={loan} />
          <span className={classes.due}>
            {t('words.totalDue')}
            <strong>
              <Due loan={loan} />
            </strong>
          </span>
        </>
      }
      actions={
        <>
          <LoanContactActions loan={loan} />
          <SendMessageButton loan={loan} />
          {onEdit !== null && (
            <Button
              variant="default"
              className={classes.action ?? ''}
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={onEdit}
            >
              {t('common.edit')}
            </Button>
          )}
          {mayWithLoans('callDesk') && loan.status === 'ACTIVE' && loan.settlementId == null && (
            <Button
              component={Link}
              to={`/settlement/propose?loanId=${loan._id}`}
              variant="default"
              className={classes.action ?? ''}
            >
              {t('settlements.propose')}
            </Button>
          )}
          {mayWithLoans('callDesk') && loan.status === 'ACTIVE' && (
            <Button component={Link} to={`/call-management?loanId=${loan._id}`}>
              {t('loans.callDesk')}
            </Button>
          )}
        </>
      }
    />
  );
}

function LoanBody({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const isPhone = usePhone();
  const [tab, setTab] = useState('facts');
  const facts = <LoanFacts loan={loan} />;
  const record = (
    <>
      <LoanScorePanel loanId={loan._id} />
      <LoanPromises loanId={loan._id} />
      <LoanMessages loanId={loan._id} />
      <LoanRecordPanels loanId={loan._id} />
    </>
  );
  const history = <LoanHistory loanId={loan._id} />;
  const standing = (
    <ContactStanding
      loanId={loan._id}
      numbers={[loan.Mobile_Number, loan.Alternate_Mobile_Number]}
    />
  );
  if (!isPhone) {
    return (
      <Columns
        main={facts}
        side={
          <>
            {standing}
            {history}
            {record}
          </>
        }
      />
    );
  }
  return (
    <ViewTabs
      label={t('common.details')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'facts', label: t('loans.facts'), content: facts },
        { value: 'history', label: t('words.history'), content: history },
        {
          value: 'record',
          label: t('loanLife.record'),
          content: (
            <>
              {standing}
              {record}
            </>
          ),
        },
      ]}
    />
  );
}

function LoanFacts({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const groups = useLoanFacts(loan);
  return (
    <Panel title={t('loans.facts')}>
      {groups.map((group) => (
        <FactGroup key={group.title} {...group} />
      ))}
    </Panel>
  );
}

function LoanHistory({ loanId }: { loanId: string }) {
  const t = useText();
  const history = useCallQuery(
    dispositionCalls.listCaseHistory,
    { query: { loanId } },
    { select: ({ data }) => data },
  );
  if (history.isError && history.data === undefined) {
    return <LoadProblem error={history.error} onRetry={() => void history.refetch()} />;
  }
  const files = history.data?.flatMap((contact) => contact.files) ?? [];
  return (
    <>
      <Panel title={t('words.history')}>
        {history.data === undefined ? (
          <LoadingState rows={4} />
        ) : (
          <ContactHistory contacts={history.data} load={loadContactFile} loanHref={viewLoanPath} />
        )}
      </Panel>
      {files.length > 0 && (
        <Panel title={t('words.files')}>
          <FileThumbs files={files} load={loadContactFile} />
        </Panel>
      )}
    </>
  );
}
