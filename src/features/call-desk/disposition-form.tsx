import { Button } from '@mantine/core';
import { IconArrowRight, IconBell, IconWifiOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { AppointmentHint } from '../../components/appointment-hint.tsx';
import { FormFrame } from '../../components/form.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { Panel } from '../../components/page.tsx';
import { KeysHeld, useKeys } from '../../components/use-keys.ts';
import { formatClock, formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ContactFilesField } from './contact-files.tsx';
import type { ContactValues } from './contact-form.ts';
import { makesAlert } from './contact-form.ts';
import type { ContactFiles } from './contact-save.ts';
import { DispositionFields } from './disposition-fields.tsx';
import { DispositionPicker } from './disposition-picker.tsx';
import { useOnline } from '../../lib/use-online.ts';
import classes from './call-desk.module.css';

interface FormProps {
  loan: LoanDetail;
  codes: readonly DispositionCode[];
  form: UseFormReturn<ContactValues, unknown, ContactValues>;
  files: ContactFiles;
  onFiles: (files: ContactFiles) => void;
  /** Something is typed, so a draft is kept. */
  isDraft: boolean;
  onClear: () => void;
  /** True: it is saved, and the screen leaves this call. */
  onSave: (values: ContactValues, isNext: boolean) => Promise<boolean>;
}

/** The desk keeps a draft of its own, and leaving asks in its words. */
const KEPT_BY_DESK = { name: 'callDesk.disposition', hasLeavePrompt: false } as const;

/** The outcome of a call: the code, what it asks for, remarks, files; saved by keys or buttons. */
export function DispositionForm(props: FormProps) {
  const { codes, form } = props;
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const code = codes.find((each) => each.code === form.watch('disposition')) ?? null;
  const choose = (next: DispositionCode) =>
    form.setValue('disposition', next.code, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  const chooseAndGoOn = (next: DispositionCode) => {
    flushSync(() => choose(next));
    goTo('input, textarea');
  };
  const { once: save, isAsked } = useOnce(props.onSave);
  const submit = (isNext: boolean) => void form.handleSubmit((values) => save(values, isNext))();
  useKeys({
    ...numberKeys(codes, chooseAndGoOn),
    d: () => picker.current?.focus(),
    r: () => goTo('[name=remarks]'),
    'Ctrl+Enter': () => submit(false),
    'Ctrl+Shift+Enter': () => submit(true),
  });
  return (
    <Panel title={t('loanFields.disposition')} actions={<DraftNote {...props} />}>
      {isAsked && <KeysHeld />}
      <FormFrame
        {...KEPT_BY_DESK}
        form={form}
        label={t('loanFields.disposition')}
        onSubmit={(values) => save(values, false)}
      >
        <Controller
          name="disposition"
          control={form.control}
          render={({ field, fieldState }) => (
            <DispositionPicker
              codes={codes}
              value={field.value}
              error={fieldState.error?.message}
              onChoose={choose}
              inputRef={(element) => {
                field.ref(element);
                picker.current = element;
              }}
            />
          )}
        />
        <div className={classes.asked} data-asked>
          <DispositionFields code={code} loan={props.loan} />
          <AlertNote code={code} values={form.watch()} loan={props.loan} />
          <TextAreaField name="remarks" text="words.remarks" maxLength={4000} />
        </div>
        <ContactFilesField files={props.files} onFiles={props.onFiles} />
        <OfflineNote />
        <FormActions isSaving={form.formState.isSubmitting} onNext={() => submit(true)} />
      </FormFrame>
    </Panel>
  );
}

/**
 * Buttons and forms reach a save that is under way, and one that is left but still there: what they ask for then is the same.
 * `isAsked` from its beginning on, until it fails: keys are meant for what comes next.
 */
function useOnce<Given extends unknown[]>(save: (...given: Given) => Promise<boolean>) {
  const [isAsked, setAsked] = useState(false);
  const isUnderWay = useRef(false);
  const note = (is: boolean) => {
    isUnderWay.current = is;
    setAsked(is);
  };
  const once = async (...given: Given): Promise<void> => {
    if (isUnderWay.current) return;
    note(true);
    let isSaved = false;
    try {
      isSaved = await save(...given);
    } finally {
      note(isSaved);
    }
  };
  return { once, isAsked };
}

function FormActions({ isSaving, onNext }: { isSaving: boolean; onNext: () => void }) {
  const t = useText();
  return (
    <div className={classes.actions}>
      <Button type="submit" variant="default" loading={isSaving} title="Ctrl+Enter">
        {t('common.save')}
      </Button>
      <Button
        loading={isSaving}
        title="Ctrl+Shift+Enter"
        rightSection={<IconArrowRight size={16} aria-hidden />}
        onClick={onNext}
      >
        {t('callDesk.saveNext')}
      </Button>
    </div>
  );
}

function DraftNote({ isDraft, onClear }: Pick<FormProps, 'isDraft' | 'onClear'>) {
  const t = useText();
  if (!isDraft) return null;
  return (
    <>
      <span className={classes.quiet}>{t('callDesk.draftKept')}</span>
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {t('callDesk.clearForm')}
      </Button>
    </>
  );
}

/** A promise or a callback reminds: say when. */
function AlertNote(props: {
  code: DispositionCode | null;
  values: ContactValues;
  loan: LoanDetail;
}) {
  const { code, values, loan } = props;
  const t = useText();
  if (!makesAlert(code)) return null;
  const isComplete = values.date !== null && values.time !== '';
  return (
    <>
      {code?.disposition_class === 'CALLBACK' && (
        <AppointmentHint
          facts={loan.contactFacts}
          channel="CALL"
          day={values.date}
          time={values.time}
        />
      )}
      <output className={classes.alert}>
        <IconBell size={16} stroke={1.8} aria-hidden />
        {isComplete
          ? t('callDesk.alertNote', { day: formatDay(values.date), time: formatClock(values.time) })
          : t('callDesk.alertNoteOpen')}
      </output>
    </>
  );
}

function OfflineNote() {
  const t = useText();
  if (useOnline()) return null;
  return (
    <output className={classes.note}>
      <IconWifiOff size={16} stroke={1.8} aria-hidden />
      {t('callDesk.offlineNote')}
    </output>
  );
}

/** What is typed next is meant for the field, and no key of the screen. The form's own `setFocus` waits for a timer. */
function goTo(field: string): void {
  document.querySelector<HTMLElement>(`[data-asked] :is(${field})`)?.focus();
}

function numberKeys(
  codes: readonly DispositionCode[],
  choose: (code: DispositionCode) => void,
): Record<string, () => void> {
  return Object.fromEntries(
    codes.slice(0, 9).map((code, index) => [String(index + 1), () => choose(code)]),
  );
}
