import { AmountField, TextAreaField, TextField, TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { PartHead } from '../../components/form-rows.tsx';

const ADDRESS_MAX = 500;

/** Who the client is, what it lends, and what its contract allows. Fields of `profile` in the form around. */
export function ProfileFields() {
  return (
    <>
      <Identity />
      <Book />
      <Rules />
    </>
  );
}

function Identity() {
  return (
    <>
      <FieldRow>
        <TextField name="profile.Client_Name" text="clients.name" isRequired />
        <TextField name="profile.code" text="clients.code" autoComplete="off" />
      </FieldRow>
      <TextAreaField name="profile.address" text="words.address" maxLength={ADDRESS_MAX} />
      <FieldRow>
        <TextField name="profile.gst" text="clients.gst" autoComplete="off" />
        <TextField name="profile.pan" text="clients.pan" autoComplete="off" />
      </FieldRow>
    </>
  );
}

function Book() {
  const t = useText();
  return (
    <>
      <PartHead title={t('clients.book')} />
      <FieldRow>
        <TagsField name="profile.products" text="clients.products" help={t('clients.tagsHelp')} />
        <TagsField name="profile.buckets" text="clients.buckets" help={t('clients.tagsHelp')} />
      </FieldRow>
    </>
  );
}

function Rules() {
  const t = useText();
  return (
    <>
      <PartHead title={t('clients.rules')} />
      <FieldRow>
        <NumberField
          name="profile.managerWaiverPercent"
          text="clients.waiver"
          suffix=" %"
          isRequired
        />
        <AmountField name="profile.customerApprovalLimit" text="clients.approvalLimit" />
      </FieldRow>
      <FieldRow>
        <TimeField
          name="profile.contactFrom"
          text="clients.contactFrom"
          help={t('clients.contactHoursHelp')}
          isRequired
        />
        <TimeField name="profile.contactTo" text="clients.contactTo" isRequired />
      </FieldRow>
      <FieldRow>
        <NumberField name="profile.retentionDays" text="clients.retention" isRequired />
        <TextField
          name="profile.callerIdSeries"
          text="clients.callerId"
          inputMode="tel"
          autoComplete="off"
        />
      </FieldRow>
    </>
  );
}
