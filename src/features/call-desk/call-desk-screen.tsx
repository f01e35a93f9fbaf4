import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { Afterwards } from '../../components/afterwards.tsx';
import { Awaited, Together } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { ContactStanding } from '../../components/contact-standing-slot.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { showScreenKeys, useScreenKeys } from '../../components/screen-keys.ts';
import { showInfo } from '../../components/toast-store.ts';
import { KeysHeld, useKeys } from '../../components/use-keys.ts';
import { useLoanMessages } from '../../data/loan-messages.ts';
import { useText } from '../../lib/texts/texts.ts';
import { BorrowerPanel } from './borrower-panel.tsx';
import { useBorrowerProfile, useLoanNotes } from './borrower-queries.ts';
import { useCallNumbers } from './call-numbers.tsx';
import { useDeskHistory, useDeskLoan } from './call-desk-queries.ts';
import { isServersNo } from './desk-gate-queries.ts';
import { DeskContactPanel, useCallStart } from './desk-contact-panel.tsx';
import { DeskLoanPanel } from './desk-loan-panel.tsx';
import { DESK_KEYS, WAY_KEYS } from './desk-keys.ts';
import { DeskHistory } from './desk-history.tsx';
import { DeskMessages } from './desk-messages.tsx';
import { LoanNotes } from './loan-notes.tsx';
import { useDeskQueue } from './use-desk-queue.ts';
import type { DeskWay } from './use-desk-queue.ts';
import classes from './call-desk.module.css';

/** `/call-management`: one loan at a time; who and owed, the call and its outcome, what happened before. */
export function CallDeskScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const loanId = params.get('loanId') ?? '';
  if (loanId !== '') return <Desk loanId={loanId} user={user} />;
  return (
    <Page>
      <PageHeader title={t('common.call')} />
      <EmptyState
        title={t('callDesk.noLoan')}
        action={
          <Button onClick={() => void navigate('/active-loans')}>{t('words.activeLoans')}</Button>
        }
      />
    </Page>
  );
}

function Desk({ loanId, user }: { loanId: string; user: LoggedInUser }) {
  const t = useText();
  const navigate = useNavigate();
  const way = useDeskQueue(loanId);
  const goNext = async () => {
    if (!(await way.goNext())) showInfo(t('callDesk.lastLoan'));
  };
  useKeys(
    {
      n: () => void goNext(),
      p: () => void way.goPrevious(),
      Escape: () => void navigate(way.listPath),
    },
    WAY_KEYS,
  );
  useScreenKeys(DESK_KEYS);
  return (
    <Page>
      {way.isGoing && <KeysHeld but={WAY_KEYS} />}
      <DeskBody
        key={loanId}
        loanId={loanId}
        user={user}
        way={way}
        tools={<DeskTools way={way} onNext={() => void goNext()} onKeys={showScreenKeys} />}
      />
    </Page>
  );
}

function DeskTools(props: { way: DeskWay; onNext: () => void; onKeys: () => void }) {
  const { way } = props;
  const t = useText();
  return (
    <>
      <span className={classes.position}>
        {way.at !== null &&
          way.total !== null &&
          t('callDesk.position', { at: way.at, total: way.total })}
      </span>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('callDesk.previous')}
        title={`${t('callDesk.previous')} (P)`}
        onClick={way.goPrevious}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('callDesk.next')}
        title={`${t('callDesk.next')} (N)`}
        onClick={props.onNext}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button
        className={classes.keysButton}
        variant="default"
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={props.onKeys}
      >
        {t('palette.keysTitle')}
      </Button>
    </>
  );
}

function DeskBody(props: { loanId: string; user: LoggedInUser; way: DeskWay; tools: ReactNode }) {
  const { loanId, user, way } = props;
  const t = useText();
  const [openedAt] = useState(() => performance.now());
  const loan = useDeskLoan(loanId);
  const start = useCallStart(loanId);
  if (loan.data === undefined) {
    return (
      <>
        <PageHeader title={t('common.call')} backTo={way.listPath} actions={props.tools} />
        <Awaited of={loan} kind="record" rows={10} />
        {!loan.isError && <KeysHeld but={WAY_KEYS} />}
      </>
    );
  }
  const isOutcomeOnly = loan.data.loan.owedCall !== undefined;
  const isLost = isOutcomeOnly || isServersNo(loan.error);
  return (
    <>
      <DeskHeader loan={loan.data.loan} way={way} tools={props.tools} />
      {isLost && (
        <Notice tone="warn" title={t('loanLife.notYours')} isAlert>
          {isOutcomeOnly ? t('callDesk.outcomeOnly') : undefined}
        </Notice>
      )}
      <div className={classes.desk}>
        <div className={classes.who}>
          <DeskLoanPanel loan={loan.data.loan} reader={isLost ? null : user.role} />
          {!isOutcomeOnly && (
            <>
              <Afterwards meanwhile={BORROWER_PLACE}>
                <DeskBorrower loanId={loanId} />
              </Afterwards>
              <DeskStanding loan={loan.data.loan} />
            </>
          )}
        </div>
        <div className={classes.work}>
          <DeskContactPanel
            loan={loan.data.loan}
            isLost={isLost}
            way={way}
            start={start}
            arrivedAt={Math.max(openedAt, loan.dataUpdatedAt - performance.timeOrigin)}
          />
        </div>
        <div className={classes.past}>
          {!isOutcomeOnly && (
            <Afterwards>
              <DeskPast loanId={loanId} user={user} />
            </Afterwards>
          )}
        </div>
      </div>
    </>
  );
}

/** What happened before; their buttons stand one under another, so none comes before the others' answers. */
function DeskPast({ loanId, user }: { loanId: string; user: LoggedInUser }) {
  const answers = [useLoanNotes(loanId), useDeskHistory(loanId), useLoanMessages(loanId)];
  return (
    <Together of={answers}>
      <LoanNotes loanId={loanId} />
      <DeskHistory loanId={loanId} user={user} />
      <DeskMessages loanId={loanId} />
    </Together>
  );
}

/** What stands against contacts with the borrower; holds and times to avoid are placed here. */
function DeskStanding({ loan }: { loan: LoanDetail }) {
  const numbers = useCallNumbers(loan).map(({ number }) => number);
  return <ContactStanding loanId={loan._id} numbers={numbers} />;
}

function DeskHeader(props: { loan: LoanDetail; way: DeskWay; tools: ReactNode }) {
  const { loan } = props;
  return (
    <PageHeader
      title={loan.Customer_Name}
      tabTitle={loan.Loan_ID}
      backTo={props.way.listPath}
      subtitle={
        <>
          <span>{loan.Loan_ID}</span>
          <span>{loan.Client_Name}</span>
        </>
      }
      actions={props.tools}
    />
  );
}

const BORROWER_PLACE = (
  <Panel>
    <LoadingState rows={4} />
  </Panel>
);

/** What is known of the borrower; without a network there is nothing to show. */
function DeskBorrower({ loanId }: { loanId: string }) {
  const { data: profile, isLoading } = useBorrowerProfile(loanId);
  if (profile === undefined) return isLoading ? BORROWER_PLACE : null;
  return (
    <BorrowerPanel
      profile={profile}
      pathOf={({ _id, Loan_ID }) =>
        `/call-management?${new URLSearchParams({ loanId: _id, loanNumber: Loan_ID }).toString()}`
      }
    />
  );
}
