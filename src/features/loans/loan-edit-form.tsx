import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportField } from '../../../contract/import-mapping.ts';
import type { FieldConflict } from '../../../contract/loan-entry.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { DayField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { showInfo } from '../../components/toast-store.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';
import { conflictsIn, useChangeLoan } from './loan-entry-queries.ts';
import { LoanFormFields } from './loan-form-fields.tsx';
import { formText, loanChanges, loanFormValues, missingFields } from './loan-form.ts';
import type { LoanFormValues } from './loan-form.ts';

interface EditProps {
  loan: LoanDetail;
  /** What this person may change; the server checks again. */
  fields: readonly ImportField[];
  onDone: () => void;
}

/** A loan's form. What somebody else changed meanwhile is shown with both values; saving again then keeps one's own. */
export function LoanEditForm(props: EditProps) {
  const t = useText();
  const { form, submit, conflicts } = useEdit(props);
  return (
    <SavingFrame
      name="loanLife.editTitle"
      form={form}
      submit={submit}
      label={t('loanLife.editTitle')}
      submitLabel={t(conflicts.length > 0 ? 'loanLife.saveMine' : 'common.save')}
      icon={<IconDeviceFloppy size={17} aria-hidden />}
      actions={
        <Button variant="default" onClick={props.onDone}>
          {t('common.cancel')}
        </Button>
      }
    >
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      <LoanFormFields fields={props.fields} />
      <DayField
        name="periodEndsOn"
        text="loanFields.periodEndsOn"
        help={t('loanLife.periodHelp')}
      />
    </SavingFrame>
  );
}

const NEEDED: readonly ImportField[] = ['Customer_Name', 'Total_Due_Amount'];

function useEdit({ loan, fields, onDone }: EditProps) {
  const t = useText();
  const change = useChangeLoan();
  const [base, setBase] = useState(() => ({
    revision: loan.revision,
    values: loanFormValues(loan, fields),
  }));
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const { form, submit } = useSavingForm<LoanFormValues, LoanFormValues, object | null>({
    rules: (values) => {
      const needed = NEEDED.filter((field) => fields.includes(field));
      const problems = missingFields(values, needed);
      return problems.length === 0 ? { data: values, problems: null } : { problems };
    },
    defaults: base.values,
    save: async (values) => {
      const changes = loanChanges(base.values, values, fields);
      const period = formText(values['periodEndsOn']) || null;
      const isMoved = period !== (formText(base.values['periodEndsOn']) || null);
      if (Object.keys(changes).length === 0 && !isMoved) return null;
      return change.mutateAsync({
        _id: loan._id,
        revision: base.revision,
        changes,
        ...(isMoved && { periodEndsOn: period }),
      });
    },
    done: (saved) => (saved === null ? '' : t('toasts.loanUpdated')),
    onSaved: (saved) => {
      if (saved === null) showInfo(t('words.nothingChanged'));
      onDone();
    },
    onRefused: (error) => {
      const met = conflictsIn(error);
      if (met.length === 0) return false;
      // Seen from here on: the next save means it.
      const theirs = met.map(({ field, theirs: value }) => [field, value] as const);
      setBase(({ revision, values }) => ({
        revision,
        values: { ...values, ...Object.fromEntries(theirs) },
      }));
      setConflicts(met);
      return true;
    },
  });
  return { form, submit, conflicts };
}

function Conflicts({ conflicts }: { conflicts: readonly FieldConflict[] }) {
  const t = useText();
  const label = (field: string) => t(`loanFields.${field as keyof Catalogue['loanFields']}`);
  return (
    <Notice tone="warn" title={t('loanLife.conflictTitle')} isAlert>
      <p>{t('loanLife.conflictBody')}</p>
      <ul>
        {conflicts.map(({ field, yours, theirs }) => (
          <li key={field}>
            {t('loanLife.conflictLine', {
              field: label(field),
              yours: yours ?? '–',
              theirs: theirs ?? '–',
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
