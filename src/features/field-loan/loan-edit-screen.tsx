import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LoanEditInput } from '../../../contract/loan-edit.ts';
import { LOAN_EDITABLE_FIELDS } from '../../../contract/loan.ts';
import { FieldRow, FormFrame } from '../../components/form.tsx';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { Page, PageHeader, StickyAction } from '../../components/page.tsx';
import { useSavingForm } from '../../components/saving-form.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import { EDIT_LABELS, checkEdit, editValues } from './loan-edit-form.ts';
import type { LoanEditValues } from './loan-edit-form.ts';
import { useIsGone } from './field-loan-queries.ts';
import { NotHere } from './loan-screen.tsx';
import { SaveFailure } from './save-failure.tsx';
import { useHeldLoan } from './use-held-loan.ts';
import classes from './loan-edit-screen.module.css';

/** Correcting a borrower's contact details (/field-agent/loan/edit?id=); goes through the outbox. */
export function LoanEditScreen() {
  const [params] = useSearchParams();
  const cached = useHeldLoan(params.get('id') ?? '');
  if (cached === undefined) {
    return (
      <Page width="form">
        <LoadingState kind="form" />
      </Page>
    );
  }
  return cached === null ? <NotHere /> : <EditForm cached={cached} />;
}

function EditForm({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const backTo = `/field-agent/loan?id=${cached.loan._id}`;
  const { form, failure, save } = useEdit(cached, backTo);
  const waiting = LOAN_EDITABLE_FIELDS.filter((field) => cached.pendingEdits[field] !== undefined);
  return (
    <Page width="form" hasStickyAction>
      <PageHeader
        title={t('fieldLoan.editing.title')}
        subtitle={cached.loan.Customer_Name}
        backTo={backTo}
      />
      <p className={classes.intro}>{t('fieldLoan.editing.body')}</p>
      {waiting.length > 0 && <p className={classes.waiting}>{t('fieldLoan.editing.waiting')}</p>}
      <FormFrame
        name="fieldLoan.editing.title"
        form={form}
        onSubmit={save}
        label={t('fieldLoan.editing.title')}
      >
        <ContactFields cached={cached} />
        {failure !== null && <SaveFailure error={failure} />}
        <StickyAction>
          <Button
            type="submit"
            size="lg"
            loading={form.formState.isSubmitting}
            leftSection={<IconDeviceFloppy size={20} stroke={1.7} />}
          >
            {t('common.save')}
          </Button>
        </StickyAction>
      </FormFrame>
    </Page>
  );
}

function ContactFields({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const note = (field: keyof CachedLoan['pendingEdits']) => {
    const value = cached.pendingEdits[field];
    return value === undefined ? {} : { help: t('fieldLoan.waitingEdit', { value }) };
  };
  return (
    <>
      <FieldRow>
        <TextField
          name="Mobile_Number"
          label={t(EDIT_LABELS.Mobile_Number)}
          type="tel"
          inputMode="tel"
          {...note('Mobile_Number')}
        />
        <TextField
          name="Alternate_Mobile_Number"
          label={t(EDIT_LABELS.Alternate_Mobile_Number)}
          type="tel"
          inputMode="tel"
          {...note('Alternate_Mobile_Number')}
        />
      </FieldRow>
      <TextField
        name="Email"
        label={t(EDIT_LABELS.Email)}
        type="email"
        inputMode="email"
        {...note('Email')}
      />
      <TextAreaField
        name="Address"
        label={t(EDIT_LABELS.Address)}
        maxLength={1000}
        {...note('Address')}
      />
      <FieldRow>
        <TextField name="City" label={t(EDIT_LABELS.City)} {...note('City')} />
        <TextField name="State" label={t(EDIT_LABELS.State)} {...note('State')} />
        <TextField
          name="Pincode"
          label={t(EDIT_LABELS.Pincode)}
          inputMode="numeric"
          {...note('Pincode')}
        />
      </FieldRow>
    </>
  );
}

function useEdit({ loan }: CachedLoan, backTo: string) {
  const t = useText();
  const navigate = useNavigate();
  const isGone = useIsGone(loan._id);
  // What the form began with: a pull in between must neither change the form nor the revision it stands on.
  const [base] = useState(() => ({ loan, values: editValues(loan) }));
  const [failure, setFailure] = useState<unknown>(null);
  const { form, submit } = useSavingForm<LoanEditValues, LoanEditInput | null, boolean>({
    rules: checkEdit(base.loan, base.values),
    defaults: base.values,
    save: async (body) => {
      setFailure(null);
      if (body !== null) await saveOperation({ call: 'editLoan', loanId: loan._id, body });
      return body !== null;
    },
    done: (isChanged) => (isChanged ? t('fieldLoan.visit.saved') : ''),
    onSaved: (isChanged) => {
      if (!isChanged) showInfo(t('words.nothingChanged'));
      void navigate(isGone ? '/outbox' : backTo, { replace: true });
    },
    onRefused: (error) => {
      setFailure(error);
      return true;
    },
  });
  return { form, failure, save: submit };
}
