import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { CONTACT_CHANNELS, HOLD_KINDS } from '../../../contract/contact-rules.ts';
import { DayField, TextAreaField, TimeField } from '../../components/form-field.tsx';
import { FieldRow, FormFrame, useSchemaForm } from '../../components/form.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { WEEKDAYS, weekdayWords } from './policy-words.ts';

const LONGEST_NOTE = 500;

/** A small dialog over a loan's screen. */
export function StandingDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useText();
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {props.children}
    </Modal>
  );
}

/** Holds contacts with the borrower. */
export function HoldDialog({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const t = useText();
  const hold = useCallCommand(contactGateCalls.addContactHold, { changes: [{ id: loanId }] });
  const form = useSchemaForm(contactGateCalls.addContactHold.body, {
    loanId,
    kind: 'DO_NOT_CALL' as const,
    channel: null,
    untilDay: null,
    note: '',
  });
  const done = () => {
    showSuccess(t('contactRules.held'));
    onClose();
  };
  return (
    <StandingDialog title={t('contactRules.hold')} onClose={onClose}>
      <FormFrame
        form={form}
        label={t('contactRules.hold')}
        onSubmit={(body) => hold.mutate({ body }, { onSuccess: done })}
        actions={
          <Button type="submit" loading={hold.isPending}>
            {t('contactRules.hold')}
          </Button>
        }
      >
        <SelectField
          name="kind"
          label={t('contactRules.holdKind')}
          options={HOLD_KINDS.map((value) => ({ value, label: t(`contactRules.kind${value}`) }))}
        />
        <SelectField
          name="channel"
          label={t('contactRules.holdChannel')}
          placeholder={t('contactRules.holdAll')}
          isClearable
          options={CONTACT_CHANNELS.map((value) => ({ value, label: t(`gate.${value}`) }))}
        />
        <DayField
          name="untilDay"
          label={t('contactRules.holdUntil')}
          help={t('contactRules.holdUntilHelp')}
          min={today()}
        />
        <TextAreaField name="note" label={t('contactRules.note')} maxLength={LONGEST_NOTE} />
      </FormFrame>
    </StandingDialog>
  );
}

/** Ends a hold, with the reason. */
export function EndHoldDialog(props: { loanId: string; holdId: string; onClose: () => void }) {
  const t = useText();
  const { onClose } = props;
  const end = useCallCommand(contactGateCalls.endContactHold, { changes: [{ id: props.loanId }] });
  const form = useSchemaForm(contactGateCalls.endContactHold.body, { note: '' });
  const done = () => {
    showSuccess(t('contactRules.holdEnded'));
    onClose();
  };
  return (
    <StandingDialog title={t('contactRules.endHoldTitle')} onClose={onClose}>
      <FormFrame
        form={form}
        label={t('contactRules.endHoldTitle')}
        onSubmit={({ note }) =>
          whenDone(end.mutateAsync({ params: { id: props.holdId }, body: { note } }), done)
        }
        actions={
          <Button type="submit" loading={end.isPending}>
            {t('contactRules.endHold')}
          </Button>
        }
      >
        <TextAreaField
          name="note"
          label={t('contactRules.endHoldWhy')}
          isRequired
          maxLength={LONGEST_NOTE}
        />
      </FormFrame>
    </StandingDialog>
  );
}

/** Notes when the borrower asked to be left alone. */
export function AvoidDialog({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const t = useText();
  const avoid = useCallCommand(contactGateCalls.addAvoidTime, { changes: [{ id: loanId }] });
  const form = useSchemaForm(contactGateCalls.addAvoidTime.body, {
    loanId,
    weekdays: [],
    from: '',
    to: '',
    untilDay: null,
    note: '',
  });
  const done = () => {
    showSuccess(t('contactRules.avoidSaved'));
    onClose();
  };
  return (
    <StandingDialog title={t('contactRules.addAvoid')} onClose={onClose}>
      <FormFrame
        form={form}
        label={t('contactRules.addAvoid')}
        onSubmit={(body) => avoid.mutate({ body }, { onSuccess: done })}
        actions={
          <Button type="submit" loading={avoid.isPending}>
            {t('contactRules.addAvoid')}
          </Button>
        }
      >
        <MultiSelectField
          name="weekdays"
          label={t('contactRules.weekdays')}
          isRequired
          options={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayWords(t, day) }))}
        />
        <FieldRow>
          <TimeField name="from" label={t('contactRules.avoidFrom')} isRequired />
          <TimeField name="to" label={t('contactRules.avoidTo')} isRequired />
        </FieldRow>
        <DayField
          name="untilDay"
          label={t('contactRules.untilDay')}
          help={t('contactRules.avoidUntilHelp')}
          min={today()}
        />
        <TextAreaField name="note" label={t('contactRules.note')} maxLength={LONGEST_NOTE} />
      </FormFrame>
    </StandingDialog>
  );
}
