import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { defined } from '../lib/defined.ts';
import {
  errorWords,
  isMissingError,
  isOfflineError,
  isServersFault,
  isStaleError,
  noteTold,
} from '../lib/error-words.ts';
import { useText } from '../lib/texts/texts.ts';
import { DialogActions } from './dialog-actions.tsx';
import { Dialog, useDialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { useFormConflicts } from './form-conflicts.tsx';
import { REFUSED, showProblems } from './form-problems.tsx';
import type { Rules } from './form-problems.tsx';
import { FormFrame, useSchemaForm } from './form.tsx';
import type { FormFrameProps } from './form.tsx';
import { FAILED, GONE, UNREACHED } from './not-saved-notice.tsx';
import { showError, showSuccess } from './toast-store.ts';
import { useAfterRender } from './use-after-render.ts';

/** A form over a schema of the contract and what becomes of what was typed. */
export interface SavingFormProps<Values extends FieldValues, Output, Answer> {
  /** What it is checked by, and where its fields take their marks and limits from. */
  rules: Rules<Values, Output>;
  /**
   * What the inputs hold at first. With the `revision` that it stands on among them, and made of the record as it was read
   * last, a save that came later than another's is told at the fields and can be repeated at once.
   */
  defaults: Values;
  /** Saves; a refusal's fields are shown at the form's fields, everything else is told in a toast. */
  save: (values: Output) => Promise<Answer>;
  /** What the toast says when it is saved; nothing without words. */
  done?: string | ((answer: Answer) => string);
  /** Whether the answer says that it is saved, such as not after a check; every answer does, unless told. */
  isSaved?: (answer: Answer) => boolean;
  /** After it is saved, when leaving asks no more. */
  onSaved?: (answer: Answer, form: UseFormReturn<Values, unknown, Output>) => void;
  /** A refusal that the screen shows by itself: true when it did. */
  onRefused?: (error: unknown, form: UseFormReturn<Values, unknown, Output>) => boolean;
}

function rootError(error: unknown): string {
  if (isServersFault(error)) return FAILED;
  if (isMissingError(error)) return GONE;
  return isOfflineError(error) ? UNREACHED : REFUSED;
}

/** The form, and what its frame submits to. */
export function useSavingForm<Values extends FieldValues, Output, Answer>(
  props: SavingFormProps<Values, Output, Answer>,
) {
  const form = useSchemaForm(props.rules, props.defaults);
  const conflicts = useFormConflicts(form, props.defaults, REFUSED);
  const afterRender = useAfterRender();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const refuse = (error: unknown) => {
    noteTold(error);
    // Not saved, so leaving still asks.
    form.setError('root', { type: rootError(error) });
    const isShown =
      isHere.current &&
      ((props.onRefused?.(error, form) ?? false) ||
        (isStaleError(error) && conflicts.begin(error)) ||
        showProblems(form, error).length > 0);
    if (!isShown) showError(errorWords(error));
  };

  const saveOnce = async (values: Output) => {
    let answer: Answer;
    try {
      answer = await props.save(values);
    } catch (error) {
      refuse(error);
      return;
    }
    const { done, onSaved, isSaved } = props;
    if (isSaved?.(answer) === false) {
      form.setError('root', { type: REFUSED });
      return;
    }
    const words = typeof done === 'function' ? done(answer) : (done ?? '');
    if (words !== '') showSuccess(words);
    conflicts.end();
    form.reset(form.getValues());
    if (onSaved === undefined) return;
    if (isHere.current) afterRender(() => onSaved(answer, form));
    else onSaved(answer, form);
  };
  // A second click comes before the button shows that it is busy: it waits for what is under way.
  const underWay = useRef<Promise<void> | null>(null);
  const submit = async (values: Output) => {
    underWay.current ??= saveOnce(values).finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  };
  return { form, submit };
}

interface FormWords {
  label: string;
  /** On the button; Save without. */
  submitLabel?: string;
  isSubmitDisabled?: boolean;
  icon?: ReactNode;
}

interface FrameProps extends FormWords {
  /** Its name in every language. */
  name: string;
  children: ReactNode;
  /** Beside the button that saves. */
  actions?: ReactNode;
  hasLeavePrompt?: boolean;
}

/** The frame of a form that `useSavingForm` made: its fields, the button that saves, others beside it. */
export function SavingFrame<Values extends FieldValues, Output>(
  props: FrameProps &
    Pick<FormFrameProps<Values, Output>, 'form' | 'rules'> & {
      submit: (values: Output) => Promise<void>;
    },
) {
  const { form, submit, actions, children, name, label, hasLeavePrompt = true, ...words } = props;
  return (
    <FormFrame
      form={form}
      name={name}
      label={label}
      hasLeavePrompt={hasLeavePrompt}
      onSubmit={submit}
      {...defined({ rules: props.rules })}
      actions={
        <>
          <SubmitButton {...words} isSaving={form.formState.isSubmitting} />
          {actions}
        </>
      }
    >
      {children}
    </FormFrame>
  );
}

/** A form on a page, with its button. */
export function ScreenForm<Values extends FieldValues, Output, Answer>(
  props: SavingFormProps<Values, Output, Answer> & FrameProps,
) {
  return <SavingFrame {...props} {...useSavingForm(props)} />;
}

interface DialogFormWords extends Omit<FormWords, 'label'> {
  /** Its name in every language. */
  name: string;
  children: ReactNode;
  /** Closing it with unsaved input asks; not where only a choice would be lost. */
  hasLeavePrompt?: boolean;
  /** What cannot be taken back gets a red button. */
  isDangerous?: boolean;
  cancelLabel?: string;
  /** The id of the record that it is about, where its first values may be those of another one too. */
  about?: string;
  /** Has the focus when the dialog opens, where there is no field. */
  focus?: 'cancel' | 'submit';
}

/** A form in the dialog around it. Once it is saved the dialog is closed. */
export function FormInDialog<Values extends FieldValues, Output, Answer>(
  props: SavingFormProps<Values, Output, Answer> & DialogFormWords,
) {
  const { onSaved, hasLeavePrompt = true, focus } = props;
  const t = useText();
  const dialog = useDialog();
  const [first] = useState(() => JSON.stringify(props.defaults));
  const { form, submit } = useSavingForm({
    ...props,
    onSaved: (answer, saved) => {
      onSaved?.(answer, saved);
      dialog.finish(true);
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  const { holdUnsaved } = dialog;
  const isUnsaved = hasLeavePrompt && isDirty;
  useEffect(() => {
    holdUnsaved(isUnsaved);
    return () => holdUnsaved(false);
  }, [holdUnsaved, isUnsaved]);
  return (
    <FormFrame
      form={form}
      rules={props.rules}
      name={props.name}
      label={dialog.title}
      about={props.about ?? first}
      hasLeavePrompt={hasLeavePrompt}
      onSubmit={submit}
      foot={
        <DialogActions
          dismiss={
            <Button
              variant="default"
              onClick={dialog.close}
              {...(focus === 'cancel' && { 'data-autofocus': true })}
            >
              {props.cancelLabel ?? t('common.cancel')}
            </Button>
          }
        >
          <SubmitButton {...props} isSaving={isSubmitting} hasFocus={focus === 'submit'} />
        </DialogActions>
      }
    >
      {props.children}
    </FormFrame>
  );
}

/** A dialog that is a form. Closing it with unsaved input asks. `onClose` is told whether it was saved. */
export function DialogForm<Values extends FieldValues, Output, Answer>(
  props: SavingFormProps<Values, Output, Answer> & DialogFormWords & DialogProps,
) {
  const { title, onClose, size, isFullOnPhone, ...form } = props;
  return (
    <Dialog title={title} onClose={onClose} {...defined({ size, isFullOnPhone })}>
      <FormInDialog {...form} />
    </Dialog>
  );
}

/** A few fields and their button beside each other, such as what to look up. */
export function RowForm<Values extends FieldValues, Output, Answer>(
  props: SavingFormProps<Values, Output, Answer> & FormWords & { children: ReactNode },
) {
  const { form, submit } = useSavingForm(props);
  return (
    <FormFrame
      form={form}
      rules={props.rules}
      name="row"
      label={props.label}
      layout="row"
      hasLeavePrompt={false}
      onSubmit={submit}
      actions={<SubmitButton {...props} variant="default" isSaving={form.formState.isSubmitting} />}
    >
      {props.children}
    </FormFrame>
  );
}

function SubmitButton(
  props: Omit<FormWords, 'label'> & {
    isDangerous?: boolean;
    isSaving: boolean;
    hasFocus?: boolean;
    variant?: 'default';
  },
) {
  const t = useText();
  return (
    <Button
      type="submit"
      loading={props.isSaving}
      disabled={props.isSubmitDisabled === true}
      color={props.isDangerous === true ? 'red' : 'teal'}
      leftSection={props.icon}
      {...defined({ variant: props.variant })}
      {...(props.hasFocus === true && { 'data-autofocus': true })}
    >
      {props.submitLabel ?? t('common.save')}
    </Button>
  );
}
