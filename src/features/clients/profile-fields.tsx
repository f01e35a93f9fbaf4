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
  const t = useText();
  return (
    <>
      <FieldRow>
        <TextField name="profile.Client_Name" label={t('clients.name')} isRequired />
        <TextField
          name="profile.code"
          label={t('clients.code')}
          help={t('clients.codeHelp')}
          autoComplete="off"
        />
      </FieldRow>
      <TextAreaField name="profile.address" label={t('words.address')} maxLength={ADDRESS_MAX} />
      <FieldRow>
        <TextField
          name="profile.gst"
          label={t('clients.gst')}
          help={t('clients.gstHelp')}
          autoComplete="off"
        />
        <TextField
          name="profile.pan"
          label={t('clients.pan')}
          help={t('clients.panHelp')}
          autoComplete="off"
        />
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
        <TagsField
          name="profile.products"
          label={t('clients.products')}
          help={t('clients.tagsHelp')}
        />
        <TagsField
          name="profile.buckets"
          label={t('clients.buckets')}
          help={t('clients.tagsHelp')}
        />
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
          label={t('clients.waiver')}
          help={t('clients.waiverHelp')}
          suffix=" %"
          isRequired
        />
        <AmountField
          name="profile.customerApprovalLimit"
          label={t('clients.approvalLimit')}
          help={t('clients.approvalLimitHelp')}
        />
      </FieldRow>
      <FieldRow>
        <TimeField
          name="profile.contactFrom"
          label={t('clients.contactFrom')}
          help={t('clients.contactHoursHelp')}
          isRequired
        />
        <TimeField name="profile.contactTo" label={t('clients.contactTo')} isRequired />
      </FieldRow>
      <FieldRow>
        <NumberField
          name="profile.retentionDays"
          label={t('clients.retention')}
          help={t('clients.retentionHelp')}
          isRequired
        />
        <TextField
          name="profile.callerIdSeries"
          label={t('clients.callerId')}
          help={t('clients.callerIdHelp')}
          inputMode="tel"
          autoComplete="off"
        />
      </FieldRow>
    </>
  );
}
