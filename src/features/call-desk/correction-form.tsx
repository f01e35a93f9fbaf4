import { Button } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import type { DispositionRecord } from '../../../contract/disposition-change.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { inBusinessZone } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { contactSchema } from './contact-form.ts';
import { correctionOf, correctionSchema, correctionValues } from './correction.ts';
import type { CorrectionValues } from './correction.ts';
import { DispositionFields } from './disposition-fields.tsx';
import { DispositionPicker } from './disposition-picker.tsx';
import classes from './call-desk.module.css';

interface FormProps {
  record: DispositionRecord;
  codes: readonly DispositionCode[];
  onSave: (body: ReturnType<typeof correctionOf>) => Promise<void>;
  onRemove: (reason: string) => void;
  /** What was typed is stored: leaving asks nothing. */
  isSaved: boolean;
}

/** What a contact should say instead: the desk's own fields, and why. */
export function CorrectionForm({ record, codes, onSave, onRemove, isSaved }: FormProps) {
  const t = useText();
  const firstDay = inBusinessZone(record.disCreatedAt).format('YYYY-MM-DD');
  const schema = correctionSchema(
    contactSchema(codes, (problem) => t(`callDesk.${problem}`), { from: firstDay }),
    record.needsReason,
    t('borrower.needReason'),
  );
  const form = useSchemaForm<CorrectionValues, CorrectionValues>(schema, correctionValues(record));
  const chosen = useWatch({ control: form.control, name: 'disposition' });
  const codeOf = (name: string) => codes.find((each) => each.code === name) ?? null;
  const save = async (values: CorrectionValues) => {
    const code = codeOf(values.disposition);
    if (code !== null) await onSave(correctionOf(record, code, values));
  };
  const remove = async () => {
    const isReasonGiven = form.getValues('reason').trim() !== '';
    if (record.needsReason && !isReasonGiven) await form.trigger('reason', { shouldFocus: true });
    else onRemove(form.getValues('reason'));
  };
  return (
    <FormFrame
      name="borrower.correctTitle"
      form={form}
      label={t('borrower.correctTitle')}
      hasLeavePrompt={!isSaved}
      onSubmit={save}
      actions={<Actions isSaving={form.formState.isSubmitting} onRemove={() => void remove()} />}
    >
      <Controller
        name="disposition"
        control={form.control}
        render={({ field, fieldState }) => (
          <DispositionPicker
            codes={codes}
            value={field.value}
            error={fieldState.error?.message}
            onChoose={(next) => form.setValue('disposition', next.code, { shouldDirty: true })}
            inputRef={field.ref}
          />
        )}
      />
      <DispositionFields code={codeOf(chosen)} loan={null} from={firstDay} />
      <TextAreaField name="remarks" text="words.remarks" maxLength={4000} />
      <div className={classes.reason}>
        <TextAreaField
          name="reason"
          text="borrower.reasonLabel"
          maxLength={300}
          isRequired={record.needsReason}
        />
      </div>
    </FormFrame>
  );
}

function Actions({ isSaving, onRemove }: { isSaving: boolean; onRemove: () => void }) {
  const t = useText();
  return (
    <>
      <Button variant="default" onClick={onRemove}>
        {t('borrower.remove')}
      </Button>
      <Button type="submit" loading={isSaving}>
        {t('borrower.saveCorrection')}
      </Button>
    </>
  );
}
