import { useWatch } from 'react-hook-form';
import {
  POLICY_PROFILES,
  contactPolicyCalls,
  contactPolicyInputSchema,
} from '../../../contract/contact-policy.ts';
import type { ContactPolicy } from '../../../contract/contact-policy.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TextField, TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { DialogForm } from '../../components/saving-form.tsx';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { WEEKDAYS, weekdayWords } from './policy-words.ts';

function valuesOf(policy: ContactPolicy) {
  return {
    revision: policy.revision,
    profile: policy.profile,
    from: policy.from,
    to: policy.to,
    perDay: policy.perDay,
    perWeek: policy.perWeek,
    daysAfterTalk: policy.daysAfterTalk,
    messagesPerDay: policy.messagesPerDay,
    closedWeekdays: policy.closedWeekdays.map(String),
    festivalDays: policy.festivalDays.map((day) => formatDay(day)),
    timeZone: policy.timeZone ?? '',
    allowsThirdParties: policy.allowsThirdParties,
    holdsOnDispute: policy.holdsOnDispute,
  };
}

/** Changes a lender's contact policy. */
export function PolicyDialog({ policy, onClose }: { policy: ContactPolicy; onClose: () => void }) {
  const t = useText();
  const save = useCallCommand(contactPolicyCalls.saveContactPolicy);
  return (
    <DialogForm
      name="contactRules.title"
      about={policy.clientId}
      size="lg"
      title={`${t('contactRules.title')}: ${policy.Client_Name}`}
      rules={contactPolicyInputSchema}
      defaults={valuesOf(policy)}
      save={(body) => save.mutateAsync({ params: { id: policy.clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <ProfileFields />
      <Days />
    </DialogForm>
  );
}

function ProfileFields() {
  const t = useText();
  const { profile } = useWatch<ReturnType<typeof valuesOf>>();
  return (
    <>
      <SelectField
        name="profile"
        text="contactRules.profile"
        options={POLICY_PROFILES.map((value) => ({
          value,
          label: t(`contactRules.profile${value}`),
        }))}
      />
      {profile !== 'REG_F' && (
        <FieldRow>
          <TimeField name="from" text="contactRules.from" />
          <TimeField name="to" text="contactRules.to" />
        </FieldRow>
      )}
      {profile === 'OWN' && <Limits />}
    </>
  );
}

function Limits() {
  const t = useText();
  const help = t('contactRules.noLimit');
  return (
    <>
      <FieldRow>
        <NumberField name="perDay" text="contactRules.perDay" help={help} />
        <NumberField name="perWeek" text="contactRules.perWeek" help={help} />
      </FieldRow>
      <FieldRow>
        <NumberField name="daysAfterTalk" text="contactRules.daysAfterTalk" />
        <NumberField name="messagesPerDay" text="contactRules.messagesPerDay" help={help} />
      </FieldRow>
    </>
  );
}

function Days() {
  const t = useText();
  return (
    <>
      <TextField name="timeZone" text="contactRules.timeZone" autoComplete="off" />
      <MultiSelectField
        name="closedWeekdays"
        text="contactRules.closedWeekdays"
        options={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayWords(t, day) }))}
      />
      <TagsField
        name="festivalDays"
        text="contactRules.festivalDays"
        help={t('contactRules.festivalHelp')}
      />
      <CheckField name="allowsThirdParties" label={t('contactRules.allowsThirdParties')} />
      <CheckField name="holdsOnDispute" label={t('contactRules.holdsOnDispute')} />
    </>
  );
}
