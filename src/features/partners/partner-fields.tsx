import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { PARTNER_CONTACTS_MOST } from '../../../contract/partner.ts';
import { AccountFields } from '../../components/account-fields.tsx';
import { FieldRow } from '../../components/form.tsx';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { NO_CONTACT } from './partner-form.ts';
import type { PartnerValues } from './partner-form.ts';
import classes from './partners.module.css';

/** A partner's form: account (spec 5, 2.6), firm, contact persons. */
export function PartnerFields({ isNew }: { isNew: boolean }) {
  const t = useText();
  return (
    <>
      <fieldset className={classes.group}>
        <legend className="rc-legend rc-subheading">{t('partners.firmName')}</legend>
        <FirmFields />
      </fieldset>
      <fieldset className={classes.group}>
        <legend className="rc-legend rc-subheading">{t('frame.profile')}</legend>
        <AccountFields isNew={isNew} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend className="rc-legend rc-subheading">{t('partners.contacts')}</legend>
        <p className="rc-quiet-words">{t('partners.contactsHelp')}</p>
        <ContactFields />
      </fieldset>
    </>
  );
}

function FirmFields() {
  return (
    <>
      <TextField name="firmName" text="partners.firmLabel" autoComplete="organization" isRequired />
      <TextAreaField name="address" text="words.address" />
      <FieldRow>
        <TextField name="gst" text="partners.gst" autoComplete="off" />
        <TextField name="pan" text="partners.pan" autoComplete="off" />
      </FieldRow>
      <TextField name="sharePercent" text="partners.sharePercent" autoComplete="off" isRequired />
    </>
  );
}

function ContactFields() {
  const t = useText();
  const { control, setFocus } = useFormContext<PartnerValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts', keyName: 'key' });
  const add = () => append(NO_CONTACT, { focusName: `contacts.${fields.length}.name` });
  const take = (index: number) => {
    remove(index);
    // The button that was pressed is gone: on with the person before, or the firm.
    setTimeout(() => setFocus(index > 0 ? `contacts.${index - 1}.name` : 'firmName'));
  };
  return (
    <>
      {fields.map((field, index) => (
        <Contact key={field.key} index={index} name={field.name} onRemove={() => take(index)} />
      ))}
      {fields.length < PARTNER_CONTACTS_MOST && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('partners.addContact')}
        </Button>
      )}
    </>
  );
}

function Contact(props: { index: number; name: string; onRemove: () => void }) {
  const { index } = props;
  const t = useText();
  const number = t('partners.contactNumber', { number: index + 1 });
  const place = `contacts.${index}`;
  return (
    <section className={classes.contact} aria-label={number}>
      <div className={classes.between}>
        <strong>{number}</strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          aria-label={t('widgets.removeFile', { name: props.name || number })}
          onClick={props.onRemove}
        >
          <IconTrash size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      <FieldRow>
        <TextField name={`${place}.name`} text="words.name" autoComplete="off" isRequired />
        <TextField name={`${place}.designation`} text="words.designation" autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <TextField
          name={`${place}.phone`}
          text="words.phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        <TextField
          name={`${place}.email`}
          text="login.email"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </FieldRow>
      <TextField name={`${place}.matter`} text="partners.matter" autoComplete="off" />
    </section>
  );
}
