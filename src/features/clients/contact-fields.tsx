import { useFieldArray, useFormContext } from 'react-hook-form';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { MultiSelectField } from '../../components/select-field.tsx';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_CONTACT } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import { AddRow, FormRow, PartHead } from '../../components/form-rows.tsx';

/** One contact person; `prefix` is where it stands in the form around (`contacts.0.`), '' for a form of its own. */
export function ContactFields({ prefix }: { prefix: string }) {
  return (
    <>
      <FieldRow>
        <TextField name={`${prefix}name`} text="words.name" isRequired />
        <TextField name={`${prefix}designation`} text="words.designation" />
      </FieldRow>
      <TextField name={`${prefix}matter`} text="clients.matter" />
      <FieldRow>
        <TextField
          name={`${prefix}phone`}
          text="words.phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        <TextField
          name={`${prefix}email`}
          text="words.email"
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </FieldRow>
    </>
  );
}

/** Who works for the client in the agency. The field `managerIds` of the form around. */
export function ManagerField() {
  const t = useText();
  const managers = useManagerOptions();
  return (
    <MultiSelectField
      name="managerIds"
      text="clients.managers"
      nothingFound={t('clients.noManagers')}
      options={managers.data ?? []}
      asked={managers}
    />
  );
}

/** The contact persons of a new client and its managers. */
export function ContactRows() {
  const t = useText();
  const { control } = useFormContext<NewClientValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts' });
  return (
    <>
      <p>{t('clients.contactsHint')}</p>
      {fields.map((field, index) => (
        <FormRow
          key={field.id}
          title={t('clients.contactNumber', { number: index + 1 })}
          onRemove={() => remove(index)}
        >
          <ContactFields prefix={`contacts.${index}.`} />
        </FormRow>
      ))}
      <AddRow label={t('clients.addContact')} onClick={() => append(EMPTY_CONTACT)} />
      <PartHead title={t('clients.managers')} />
      <ManagerField />
    </>
  );
}
