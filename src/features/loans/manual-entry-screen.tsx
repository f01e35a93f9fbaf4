import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { FieldError } from '../../../contract/loan-entry.ts';
import { DayField } from '../../components/form-field.tsx';
import { FieldRow, FormFrame, useSchemaForm } from '../../components/form.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useClientNames } from '../../data/choices.ts';
import { today } from '../../lib/dates.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useEnterLoan } from './loan-entry-queries.ts';
import { LoanField, LoanFormFields } from './loan-form-fields.tsx';
import { formText, loanFormSchema, loanFormValues } from './loan-form.ts';
import type { LoanFormValues } from './loan-form.ts';

const LIST = '/loans';
const NEW = { ...loanFormValues(null, IMPORT_FIELD_NAMES), Client_Name: null };

/** `/loan/manual-entry` (admin): one loan by hand, by the rules of an import row. */
export function ManualEntryScreen() {
  const t = useText();
  const { form, submit } = useEntryForm();
  const lenders = useClientNames();
  return (
    <Page width="form">
      <PageHeader
        title={t('loanLife.entryTitle')}
        subtitle={t('loanLife.entryBody')}
        backTo={LIST}
      />
      <Panel>
        <FormFrame
          form={form}
          onSubmit={submit}
          label={t('loanLife.entryTitle')}
          actions={
            <>
              <Button
                type="submit"
                loading={form.formState.isSubmitting}
                leftSection={<IconDeviceFloppy size={17} aria-hidden />}
              >
                {t('loanLife.enter')}
              </Button>
              <Button component={Link} to={LIST} variant="default">
                {t('common.cancel')}
              </Button>
            </>
          }
        >
          <FieldRow>
            <SelectField
              name="Client_Name"
              label={t('loanFields.Client_Name')}
              isRequired
              options={lenders.map((name) => ({ value: name, label: name }))}
            />
            <LoanField field="Loan_ID" />
          </FieldRow>
          <LoanFormFields fields={IMPORT_FIELD_NAMES} />
          <DayField
            name="periodEndsOn"
            label={t('loanLife.periodEndsOn')}
            help={t('loanLife.periodHelp')}
            min={today()}
          />
        </FormFrame>
      </Panel>
    </Page>
  );
}

/** The form and its save: what the server found wrong stands at its field, nothing typed is lost, nothing navigates. */
function useEntryForm() {
  const t = useText();
  const navigate = useNavigate();
  const enter = useEnterLoan();
  const schema = loanFormSchema({
    Client_Name: t('loanLife.chooseLender'),
    Loan_ID: t('loanLife.fillIn', { field: t('loanFields.Loan_ID') }),
    Customer_Name: t('loanLife.fillIn', { field: t('loanFields.Customer_Name') }),
    Total_Due_Amount: t('loanLife.fillIn', { field: t('loanFields.Total_Due_Amount') }),
  });
  const form = useSchemaForm<LoanFormValues, LoanFormValues>(schema, NEW);

  const refuse = (errors: readonly FieldError[], error: string | undefined) => {
    form.setError('root', { type: 'save' });
    for (const { field, reason } of errors)
      form.setError(field, { type: 'server', message: reason });
    const [first] = errors;
    if (first !== undefined) form.setFocus(first.field);
    const words = error ?? (first === undefined ? undefined : t('loanLife.notEntered'));
    if (words !== undefined) showError(words);
  };

  const submit = async (values: LoanFormValues) => {
    try {
      const answer = await enter.mutateAsync(entryOf(values));
      if (!answer.success) {
        refuse(answer.errors ?? [], answer.error);
        return;
      }
    } catch (error) {
      form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'save' });
      showError(errorWords(error));
      return;
    }
    showSuccess(t('toasts.loanAdded'));
    form.reset(NEW);
    // After the render in which leaving no longer asks.
    setTimeout(() => void navigate(LIST));
  };
  return { form, submit };
}

function entryOf(values: LoanFormValues) {
  const given = IMPORT_FIELD_NAMES.map((field) => [field, formText(values[field])] as const);
  return {
    Client_Name: formText(values['Client_Name']),
    values: Object.fromEntries(given.filter(([, text]) => text !== '')),
    periodEndsOn: formText(values['periodEndsOn']) || null,
  };
}
