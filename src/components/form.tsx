import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { z } from 'zod';
import { noteUnsavedInput, takeKeptInput } from '../lib/kept-input.ts';
import { useText } from '../lib/texts/texts.ts';
import { LeavePrompt } from './leave-guard.tsx';
import { NotSavedNotice } from './not-saved-notice.tsx';
import classes from './form.module.css';

/** A form over a zod schema: checked on submit, then on each change; the first wrong field gets the focus. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

/** What a form frame takes. Its fields find the form by themselves. */
export interface FormFrameProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: SubmitHandler<Output>;
  children: ReactNode;
  /** The buttons under the fields. */
  actions?: ReactNode;
  /** Leaving with unsaved input asks, unless a draft keeps it. */
  hasLeavePrompt?: boolean;
  label?: string;
}

/** A form: one column of fields, a line that counts what is to be mended, the buttons. */
export function FormFrame<Input extends FieldValues, Output>(props: FormFrameProps<Input, Output>) {
  const { form, hasLeavePrompt = true } = props;
  const t = useText();
  const { errors, submitCount, isDirty, isSubmitSuccessful } = form.formState;
  const wrong = Object.keys(errors).filter((name) => name !== 'root').length;
  const submit = form.handleSubmit(props.onSubmit);
  const isUnsaved = hasLeavePrompt && isDirty && !isSubmitSuccessful;
  useInputKept(form, isUnsaved, props.label ?? '');
  return (
    <FormProvider {...form}>
      <LeavePrompt isActive={isUnsaved} />
      <form
        noValidate
        className={classes.form}
        aria-label={props.label}
        onSubmit={(event) => void submit(event)}
      >
        {props.children}
        <NotSavedNotice />
        <output className={classes.summary}>
          {submitCount > 0 && wrong > 0 ? t('widgets.fixFields', { count: wrong }) : ''}
        </output>
        {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
      </form>
    </FormProvider>
  );
}

/** Unsaved input outlasts a session that ends under the person's hands: it is there again after the next login. */
function useInputKept<Input extends FieldValues, Output>(
  { getValues, reset }: UseFormReturn<Input, unknown, Output>,
  isUnsaved: boolean,
  label: string,
): void {
  const { pathname, search } = useLocation();
  // Several forms may stand on one page.
  const name = `${pathname}${search}#${label}`;
  useEffect(() => {
    const input = takeKeptInput(name);
    if (input !== null) reset({ ...getValues(), ...input }, { keepDefaultValues: true });
  }, [name, getValues, reset]);
  useEffect(
    () => (isUnsaved ? noteUnsavedInput(name, getValues) : undefined),
    [name, getValues, isUnsaved],
  );
}

/** Fields side by side on a desktop, one under another on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
