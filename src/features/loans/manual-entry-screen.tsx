import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import { DayField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { useClientHelp } from '../../components/no-clients.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useClientNames } from '../../data/choices.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useEnterLoan } from './loan-entry-queries.ts';
import { LoanField, LoanFormFields } from './loan-form-fields.tsx';
import { formText, loanFormValues, missingFields } from './loan-form.ts';
import type { LoanFormValues } from './loan-form.ts';

const LIST = '/loans';
const NEW = { ...loanFormValues(null, IMPORT_FIELD_NAMES), Client_Name: null };

/** `/loan/manual-entry` (admin): one loan by hand, by the rules of an import row. */
export function ManualEntryScreen() {
  const t = useText();
  const navigate = useNavigate();
  const enter = useEnterLoan();
  const lenders = useClientNames();
  const clientHelp = useClientHelp(lenders);
  return (
    <Page width="form">
      <PageHeader
        title={t('loanLife.entryTitle')}
        subtitle={t('loanLife.entryBody')}
        backTo={LIST}
      />
      <Panel>
        <ScreenForm
          name="loanLife.entryTitle"
          rules={checkEntry}
          defaults={NEW}
          label={t('loanLife.entryTitle')}
          save={enter.mutateAsync}
          done={t('toasts.loanAdded')}
          onSaved={() => void navigate(LIST)}
          submitLabel={t('loanLife.enter')}
          icon={<IconDeviceFloppy size={17} aria-hidden />}
          actions={
            <Button component={Link} to={LIST} variant="default">
              {t('common.cancel')}
            </Button>
          }
        >
          <FieldRow>
            <SelectField
              name="Client_Name"
              text="loanFields.Client_Name"
              help={clientHelp}
              isRequired
              options={(lenders.data ?? []).map((name) => ({ value: name, label: name }))}
              asked={lenders}
            />
            <LoanField field="Loan_ID" />
          </FieldRow>
          <LoanFormFields fields={IMPORT_FIELD_NAMES} />
          <DayField
            name="periodEndsOn"
            text="loanFields.periodEndsOn"
            help={t('loanLife.periodHelp')}
            min={today()}
          />
        </ScreenForm>
      </Panel>
    </Page>
  );
}

const NEEDED = ['Client_Name', 'Loan_ID', 'Customer_Name', 'Total_Due_Amount'];

/** What is entered, or which of the fields that every loan needs are empty. The server looks closer. */
function checkEntry(values: LoanFormValues) {
  const problems = missingFields(values, NEEDED);
  if (problems.length > 0) return { problems };
  const given = IMPORT_FIELD_NAMES.map((field) => [field, formText(values[field])] as const);
  const data = {
    Client_Name: formText(values['Client_Name']),
    values: Object.fromEntries(given.filter(([, text]) => text !== '')),
    periodEndsOn: formText(values['periodEndsOn']) || null,
  };
  return { data, problems: null };
}
