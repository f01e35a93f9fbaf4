import { Button, VisuallyHidden } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ContactStanding } from '../../components/contact-standing-slot.tsx';
import { Columns, Page, PageHeader, Panel, StickyAction } from '../../components/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { SettlementLine } from '../../components/settlement-line.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { usePhone } from '../../components/use-phone.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { fetchLostList, useBegunVisit, useLoan, useLoanHistory } from './field-loan-queries.ts';
import { BegunEditNote } from './begun-edit-note.tsx';
import { BegunVisitNote } from './begun-visit-note.tsx';
import { ClosedLoanNote } from './closed-loan-note.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { LoanHead } from './loan-head.tsx';
import { LoanHistory } from './loan-history.tsx';
import classes from './loan-screen.module.css';

/** A loan on the phone (/field-agent/loan?id=): what is owed, who and where, what happened, the visit. */
export function FieldLoanScreen() {
  const [params] = useSearchParams();
  const loanId = params.get('id') ?? '';
  const loan = useLoan(loanId);
  if (loan.isError) {
    return (
      <Page>
        <ErrorState onRetry={() => void loan.refetch()} />
      </Page>
    );
  }
  if (loan.data === undefined) {
    return (
      <Page>
        <LoadingState kind="record" />
      </Page>
    );
  }
  return loan.data === null ? <NotHere /> : <LoanPage cached={loan.data} />;
}

/** Said instead of a loan that is not on this phone. */
export function NotHere() {
  const t = useText();
  const [params] = useSearchParams();
  const loanId = params.get('id') ?? '';
  useEffect(() => {
    // The list may have been given up to make room for work: then it is fetched anew.
    fetchLostList().catch(() => undefined);
  }, []);
  return (
    <Page>
      <PageHeader title={t('fieldLoan.notHereTitle')} backTo="/field-agent-loans" />
      <ClosedLoanNote loanId={loanId} hasDraft={false} />
      <BegunVisitNote loanId={loanId} />
      <BegunEditNote loanId={loanId} />
      <EmptyState
        title={t('fieldLoan.notHereTitle')}
        body={t('fieldLoan.notHereBody')}
        action={
          <Button component={Link} to="/field-agent-loans">
            {t('fieldLoan.toMyDay')}
          </Button>
        }
      />
    </Page>
  );
}

function LoanPage({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const isPhone = usePhone();
  const { loan } = cached;
  const hasDraft = (useBegunVisit(loan._id) ?? null) !== null;
  return (
    <Page hasStickyAction>
      <PageHeader
        title={loan.Customer_Name}
        tabTitle={loan.Loan_ID}
        subtitle={
          <>
            {isPhone && <strong className={classes.name}>{loan.Customer_Name}</strong>}
            <span>{loan.Loan_ID}</span>
            <span>{loan.Client_Name}</span>
          </>
        }
        backTo="/field-agent-loans"
      />
      <LoanHead loan={loan} />
      <SettlementLine loan={loan} reader="FIELD_AGENT" />
      <LoanParts cached={cached} />
      <StickyAction>
        <Button
          component={Link}
          to={`/field-agent/loan/visit?id=${loan._id}`}
          size="lg"
          leftSection={<IconChecklist size={20} stroke={1.7} />}
        >
          {hasDraft ? t('fieldLoan.continueVisit') : t('fieldLoan.recordVisit')}
        </Button>
      </StickyAction>
    </Page>
  );
}

/** What the borrower asked for is noted where there is a network; without one the head of the page says what is known. */
function FieldStanding({ loan }: { loan: CachedLoan['loan'] }) {
  const isOnline = useOnline();
  if (!isOnline) return null;
  return (
    <ContactStanding
      loanId={loan._id}
      numbers={[loan.Mobile_Number, loan.Alternate_Mobile_Number]}
    />
  );
}

/** Details and history: tabs on a phone (the open one in the address), side by side on a desktop. */
function LoanParts({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const isPhone = usePhone();
  const [params, setParams] = useSearchParams();
  const history = useLoanHistory(cached.loan._id);
  const facts = <LoanFacts cached={cached} />;
  const heading = <VisuallyHidden component="h2">{t('common.details')}</VisuallyHidden>;
  const contacts = <LoanHistory loanId={cached.loan._id} />;
  const standing = <FieldStanding loan={cached.loan} />;
  if (!isPhone) {
    return (
      <Columns
        main={<Panel title={t('common.details')}>{facts}</Panel>}
        side={
          <>
            <Panel title={t('words.history')}>{contacts}</Panel>
            {standing}
          </>
        }
      />
    );
  }
  const change = (tab: string) =>
    setParams({ id: cached.loan._id, ...(tab === 'history' && { tab }) }, { replace: true });
  const count = history.data?.length;
  return (
    <ViewTabs
      label={t('fieldLoan.parts')}
      value={params.get('tab') === 'history' ? 'history' : 'facts'}
      onChange={change}
      tabs={[
        {
          value: 'facts',
          label: t('common.details'),
          content: (
            <>
              <Panel>
                {heading}
                {facts}
              </Panel>
              {standing}
            </>
          ),
        },
        {
          value: 'history',
          label: t('words.history'),
          ...(count !== undefined && { count }),
          content: <Panel>{contacts}</Panel>,
        },
      ]}
    />
  );
}
