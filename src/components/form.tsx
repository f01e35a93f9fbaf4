import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form';
import { useText } from '../lib/texts/texts.ts';
import { FormSchema } from './field-rules.ts';
import { ConflictNotice } from './form-conflicts.tsx';
import { UnshownProblems, rulesResolver } from './form-problems.tsx';
import type { Rules } from './form-problems.tsx';
import type { InputDraft } from '../lib/kept-input.ts';
import { LeavePrompt } from './leave-guard.tsx';
import { NotSavedNotice } from './not-saved-notice.tsx';
import { useInputKept } from './use-input-kept.ts';
import classes from './form.module.css';
import { Notice } from './notice.tsx';

/**
 * A form over a zod schema. `values` are what its inputs hold, which may be emptier than what the schema takes. Checked on submit, then on each change; the first wrong field gets the focus. What a schema of
 * the contract finds is said in the reader's language.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  rules: Rules<Values, Output>,
  values: Values,
): UseFormReturn<Values, unknown, Output> {
  const resolver = useMemo(() => rulesResolver(rules), [rules]);
  return useForm<Values, unknown, Output>({
    resolver,
    // Whole, so what is allowed of a part is too.
    defaultValues: values as DefaultValues<Values>,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

/** What a form frame takes. Its fields find the form by themselves. */
export interface FormFrameProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: SubmitHandler<Output>;
  /** Told the wrong fields when what was typed can't be submitted. */
  onInvalid?: (names: readonly string[]) => void;
  /** What the button does instead, where the form goes on in steps. */
  onNext?: (() => void) | undefined;
  children: ReactNode;
  /** What the fields take their marks and limits from. */
  rules?: Rules<Values, Output>;
  /** The buttons under the fields. */
  actions?: ReactNode;
  /** What stands below it all in their place: a button that keeps in sight, ways between steps. */
  foot?: ReactNode;
  /** Leaving with unsaved input asks, unless a draft keeps it. */
  hasLeavePrompt?: boolean;
  /**
   * Tells the forms of a page apart, in every language and version of the app: what was typed is kept under it. The key of
   * its title's words, as a rule.
   */
  name: string;
  label?: string;
  /** The record that it is about, where one page has forms of several under the same name. */
  about?: string;
  /** One under another, or beside each other with the button. */
  layout?: 'column' | 'row';
}

/** A form: one column of fields, a line that counts what is to be mended, the buttons. */
export function FormFrame<Values extends FieldValues, Output>(
  props: FormFrameProps<Values, Output>,
) {
  const { form, hasLeavePrompt = true } = props;
  const t = useText();
  const { errors, submitCount, isDirty, isSubmitSuccessful } = form.formState;
  const wrong = Object.keys(errors).filter((name) => name !== 'root').length;
  const submit = form.handleSubmit(props.onSubmit, (found) =>
    props.onInvalid?.(Object.keys(found)),
  );
  const isUnsaved = hasLeavePrompt && isDirty && !isSubmitSuccessful;
  const frame = useRef<HTMLFormElement>(null);
  const about = props.about ?? '';
  const draft = useInputKept({
    form,
    frame,
    isUnsaved,
    isKept: hasLeavePrompt,
    name: `${props.name}#${about}`,
    olderName: `${props.label ?? ''}#${about}`,
  });
  useLayoutEffect(() => beginAtField(frame.current), []);
  return (
    <FormProvider {...form}>
      <FormSchema value={typeof props.rules === 'function' ? null : (props.rules ?? null)}>
        <LeavePrompt isActive={isUnsaved} />
        <form
          ref={frame}
          noValidate
          className={props.layout === 'row' ? classes.line : 'rc-stack-16'}
          aria-label={props.label}
          onSubmit={(event) => {
            // A dialog stands inside the form that opened it, as React sees it.
            event.stopPropagation();
            event.preventDefault();
            if (props.onNext === undefined) void submit(event);
            else props.onNext();
          }}
        >
          {draft !== null && (isUnsaved || isOnlyLacking(draft, submitCount)) && (
            <KeptInputNote draft={draft} />
          )}
          {props.children}
          <NotSavedNotice />
          <ConflictNotice />
          <UnshownProblems />
          <output className={classes.summary}>
            {submitCount > 0 && wrong > 0 ? t('widgets.fixFields', { count: wrong }) : ''}
          </output>
          {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
          {props.foot}
        </form>
      </FormSchema>
    </FormProvider>
  );
}

/** Nothing came back of what was chosen, and nothing was done since. */
const isOnlyLacking = ({ input }: InputDraft, submitCount: number): boolean =>
  Object.keys(input).length === 0 && submitCount === 0;

const FIELD =
  ':is(input, select, textarea):not(:disabled, [type="hidden"], [type="radio"]:not(:checked), [tabindex="-1"])';

/**
 * A dialog begins at its form's first field, not at the button that closes it; a form that has to be read first takes the
 * focus from there when it comes. Where something else is marked to have it (`data-autofocus`), that stays.
 */
function beginAtField(form: HTMLFormElement | null): void {
  const dialog = form?.closest('[role="dialog"]') ?? null;
  if (dialog === null) return;
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  const first = marked ?? form?.querySelector<HTMLElement>(FIELD) ?? null;
  first?.setAttribute('data-autofocus', '');
  if (document.activeElement?.matches('.mantine-Modal-close') === true) first?.focus();
}

/** Fields side by side on a desktop, one under another on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}

/** Says that what stands in a form was typed on an earlier page and never saved. */
function KeptInputNote({ draft }: { draft: InputDraft }) {
  const t = useText();
  const hasInput = Object.keys(draft.input).length > 0;
  return (
    <Notice tone="info" title={t(hasInput ? 'widgets.inputBack' : 'widgets.inputLacksFiles')}>
      {draft.lacksFiles ? t('widgets.inputBackFiles') : undefined}
    </Notice>
  );
}
