import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SHEET_ENDINGS } from '../lib/sheet-endings.ts';
import { useText } from '../lib/texts/texts.ts';
import { FileField } from './file-field.tsx';
import { ScreenForm } from './saving-form.tsx';
import type { SavingFormProps } from './saving-form.tsx';
import classes from './sheet-work.module.css';

const MAX_BYTES = 200_000_000;

/** Whether a step is left with what it was left with before: the columns chosen after it stand. */
export const isEachSame = <Chosen extends object>(chosen: Chosen, before: Chosen): boolean =>
  Object.entries(chosen).every(([key, value]) => value === before[key as keyof Chosen]);

/** A wizard's first step: which file, and whose it is (`children`). Going on looks into the file; nothing is stored. */
export function SheetFileStep<Values extends FieldValues, Sent, Look>(
  props: Pick<SavingFormProps<Values, Sent, Look>, 'rules' | 'defaults' | 'save'> & {
    hint: string;
    maxBytes?: number;
    children?: ReactNode;
  },
) {
  const t = useText();
  return (
    <ScreenForm
      name="widgets.chooseFile"
      label={t('widgets.chooseFile')}
      rules={props.rules}
      defaults={props.defaults}
      hasLeavePrompt={false}
      save={props.save}
      submitLabel={t('sheetWork.toColumns')}
      icon={<IconArrowRight size={16} aria-hidden />}
    >
      {props.children !== undefined && <div className={classes.narrow}>{props.children}</div>}
      <FileField
        name="file"
        label={t('words.file')}
        endings={SHEET_ENDINGS}
        maxBytes={props.maxBytes ?? MAX_BYTES}
        hint={props.hint}
      />
    </ScreenForm>
  );
}
