import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { feeAgreementCalls } from '../../../contract/fee-agreement.ts';
import type { ClientAgreements } from '../../../contract/fee-agreement.ts';
import { Awaited } from '../../components/loaded.tsx';
import { DayField } from '../../components/form-field.tsx';
import { PartHead } from '../../components/form-rows.tsx';
import { FieldRow } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { OtherFees, RateRows } from './agreement-fields.tsx';
import { AgreementVersions } from './agreement-parts.tsx';
import { agreementRules, agreementValues } from './agreement-values.ts';
import classes from './revenue.module.css';

const BACK = '/success-fees';

/** `/successfees/edit?clientId=`: what a client pays from a day on, and what it paid before. */
export function SuccessFeeEditScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const clientId = params.get('clientId') ?? '';
  const client = useCallQuery(
    feeAgreementCalls.readFeeAgreements,
    { params: { clientId } },
    { enabled: clientId !== '' },
  );
  return (
    <Page width="form">
      <PageHeader
        title={t('revenue.editTitle')}
        backTo={BACK}
        {...(client.data !== undefined && { subtitle: client.data.Client_Name })}
      />
      {clientId === '' ? (
        <NotHere title={t('revenue.noAgreement')} body={t('revenue.chooseClient')} />
      ) : client.data !== undefined ? (
        <Agreement client={client.data} />
      ) : (
        <Awaited of={client} kind="form" />
      )}
    </Page>
  );
}

function Agreement({ client }: { client: ClientAgreements }) {
  const [round, setRound] = useState(0);
  return (
    <>
      <AgreementForm
        key={`${client.clientId}:${round}`}
        client={client}
        onSaved={() => setRound(round + 1)}
      />
      <AgreementVersions client={client} />
    </>
  );
}

function AgreementForm(props: { client: ClientAgreements; onSaved: () => void }) {
  const { client, onSaved } = props;
  const t = useText();
  const set = useCallCommand(feeAgreementCalls.setFeeAgreement, {
    changes: ['invoices', 'employee-revenue'],
  });
  const isNew = client.agreements.length === 0 && client.contractFees.length > 0;
  return (
    <Panel>
      <ScreenForm
        name="revenue.editTitle"
        label={t('revenue.editTitle')}
        rules={agreementRules}
        defaults={agreementValues(client)}
        save={(body) => set.mutateAsync({ params: { clientId: client.clientId }, body })}
        done={t('toasts.updated')}
        submitLabel={t('revenue.saveAgreement')}
        onSaved={onSaved}
      >
        {isNew && <Notice tone="info" title={t('revenue.fromContract')} />}
        <div className={classes.step}>
          <PartHead title={t('revenue.basis')} />
          <FieldRow>
            <DayField
              name="validFrom"
              text="revenue.validFrom"
              isRequired
              {...(client.openFrom !== null && { min: client.openFrom })}
            />
            <DayField name="validTo" text="revenue.validTo" />
          </FieldRow>
          <RateRows />
          <OtherFees />
        </div>
      </ScreenForm>
    </Panel>
  );
}
