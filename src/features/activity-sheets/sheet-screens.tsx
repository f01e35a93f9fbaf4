import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { PaymentList } from './payment-list.tsx';
import { SavedMappings } from './saved-mappings.tsx';
import { SheetList } from './sheet-list.tsx';
import { KnownSheet } from './sheet-progress.tsx';
import { NewSheet } from './sheet-wizard.tsx';
import classes from '../../components/sheet-work.module.css';

/** `/bank-paid-upload`: loans that the bank says are paid (admin; spec 2.2). */
export function BankPaidScreen() {
  return <SheetScreen kind="BANK_PAID" />;
}

/** `/post-payment`: payments after the fact (admin, client admin; spec 2.2). */
export function PostPaymentScreen() {
  return <SheetScreen kind="PAYMENT" />;
}

/** `/post-allocation`: a file that says who gets which loan (admin, client admin; spec 2.2). */
export function PostAllocationScreen() {
  return <SheetScreen kind="ALLOCATION" />;
}

/** `/encore-reports`: the lender's own list against ours (admin; spec 2.2). */
export function EncoreReportsScreen() {
  return <SheetScreen kind="SYSTEM_EXPORT" />;
}

function SheetScreen({ kind }: { kind: SheetKind }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tabs = [
    { value: 'sheets', label: t('words.sheets'), content: <SheetPart kind={kind} /> },
    ...(kind === 'PAYMENT' || kind === 'BANK_PAID'
      ? [{ value: 'payments', label: t('words.payments'), content: <PaymentList /> }]
      : []),
    {
      value: 'mappings',
      label: t('activitySheets.mappings'),
      content: <SavedMappings kind={kind} />,
    },
  ];
  const view = tabs.find(({ value }) => value === params.get('view'))?.value ?? 'sheets';
  return (
    <Page>
      <PageHeader
        title={t(`activitySheets.title_${kind}`)}
        subtitle={t(`activitySheets.subtitle_${kind}`)}
      />
      <ViewTabs
        label={t(`activitySheets.title_${kind}`)}
        value={view}
        onChange={(next) => setParams(next === 'sheets' ? {} : { view: next })}
        tabs={tabs}
      />
    </Page>
  );
}

/** The sheet that the address names, or the upload of a new one; earlier sheets below. */
function SheetPart({ kind }: { kind: SheetKind }) {
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  const sheetId = params.get('sheet');
  const show = (id: string | null) => {
    setParams(id === null ? {} : { sheet: id });
    setRound(round + 1);
  };
  return (
    <div className={classes.parts}>
      <Panel>
        {sheetId === null ? (
          <NewSheet key={round} kind={kind} onUploaded={show} />
        ) : (
          <KnownSheet key={sheetId} sheetId={sheetId} onRestart={() => show(null)} />
        )}
      </Panel>
      <SheetList kind={kind} />
    </div>
  );
}
