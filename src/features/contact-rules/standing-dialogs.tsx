import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { CONTACT_CHANNELS, HOLD_KINDS } from '../../../contract/contact-rules.ts';
import { DayField, TextAreaField, TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useBodyCommand, useCallCommand } from '../../data/call-command.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { WEEKDAYS, weekdayWords } from './policy-words.ts';

const LONGEST_NOTE = 500;

/** Holds contacts with the borrower. */
export function HoldDialog({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const t = useText();
  const hold = useBodyCommand(contactGateCalls.addContactHold, { changes: [{ id: loanId }] });
  return (
    <DialogForm
      name="contactRules.hold"
      title={t('contactRules.hold')}
      rules={contactGateCalls.addContactHold.body}
      defaults={{
        loanId,
        kind: 'DO_NOT_CALL' as const,
        channel: null,
        untilDay: null,
        note: '',
      }}
      save={hold.mutateAsync}
      done={t('contactRules.held')}
      submitLabel={t('contactRules.hold')}
      onClose={onClose}
    >
      <SelectField
        name="kind"
        text="words.why"
        options={HOLD_KINDS.map((value) => ({ value, label: t(`contactRules.kind${value}`) }))}
      />
      <SelectField
        name="channel"
        text="contactRules.holdChannel"
        placeholder={t('contactRules.holdAll')}
        isClearable
        options={CONTACT_CHANNELS.map((value) => ({ value, label: t(`gate.${value}`) }))}
      />
      <DayField name="untilDay" text="contactRules.holdUntil" min={today()} />
      <TextAreaField name="note" text="fieldNames.note" maxLength={LONGEST_NOTE} />
    </DialogForm>
  );
}

/** Ends a hold, with the reason. */
export function EndHoldDialog(props: { loanId: string; holdId: string; onClose: () => void }) {
  const t = useText();
  const end = useCallCommand(contactGateCalls.endContactHold, { changes: [{ id: props.loanId }] });
  return (
    <ReasonDialog
      name="contactRules.endHoldTitle"
      about={props.holdId}
      title={t('contactRules.endHoldTitle')}
      label={t('contactRules.endHoldWhy')}
      action={t('contactRules.endHold')}
      most={LONGEST_NOTE}
      save={(note) => end.mutateAsync({ params: { id: props.holdId }, body: { note } })}
      done={t('contactRules.holdEnded')}
      onClose={props.onClose}
      isDangerous={false}
    />
  );
}

/** Notes when the borrower asked to be left alone. */
export function AvoidDialog({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const t = useText();
  const avoid = useBodyCommand(contactGateCalls.addAvoidTime, { changes: [{ id: loanId }] });
  return (
    <DialogForm
      name="contactRules.addAvoid"
      title={t('contactRules.addAvoid')}
      rules={contactGateCalls.addAvoidTime.body}
      defaults={{ loanId, weekdays: [], from: '', to: '', untilDay: null, note: '' }}
      save={avoid.mutateAsync}
      done={t('contactRules.avoidSaved')}
      submitLabel={t('contactRules.addAvoid')}
      onClose={onClose}
    >
      <MultiSelectField
        name="weekdays"
        text="contactRules.weekdays"
        isRequired
        options={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayWords(t, day) }))}
      />
      <FieldRow>
        <TimeField name="from" text="common.from" isRequired />
        <TimeField name="to" text="common.to" isRequired />
      </FieldRow>
      <DayField
        name="untilDay"
        text="contactRules.untilDay"
        help={t('contactRules.avoidUntilHelp')}
        min={today()}
      />
      <TextAreaField name="note" text="fieldNames.note" maxLength={LONGEST_NOTE} />
    </DialogForm>
  );
}
