import { Select } from '@mantine/core';
import { z } from 'zod';
import { contactPersonInputSchema } from '../../../contract/client-contract.ts';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import { says } from '../../../contract/errors.ts';
import { seenRevisionSchema } from '../../../contract/values.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useFormField } from '../../components/use-form-field.ts';
import { useClientOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { usePartnerOptions, useSaveContact } from './client-queries.ts';
import type { ContactPlace } from './client-queries.ts';
import { EMPTY_CONTACT } from './client-values.ts';
import type { ContactValues } from './client-values.ts';
import { ContactFields } from './contact-fields.tsx';

/** A contact person as its form holds it. */
export function contactValuesOf(contact: ContactPerson): ContactValues {
  return {
    name: contact.name,
    designation: contact.designation ?? '',
    matter: contact.matter ?? '',
    phone: contact.phone ?? '',
    email: contact.email ?? '',
  };
}

const contactRules = contactPersonInputSchema.safeExtend({ revision: seenRevisionSchema });

/** Whose person it is: the id of a client or of a partner. */
const ORGANISATION = 'organisationId';
const newContactSchema = contactPersonInputSchema.safeExtend({
  [ORGANISATION]: z.string(says('whom-for')),
});

/** Adds a contact person at `place`, chosen here when that is null, or changes one. */
export function ContactDialog(props: {
  contact: ContactPerson | null;
  place: ContactPlace | null;
  onClose: () => void;
}) {
  const t = useText();
  const { contact, onClose } = props;
  const save = useSaveContact();
  const partners = usePartnerOptions();
  const place = contact === null ? props.place : { id: contact._id };
  const placeOf = (id: string): ContactPlace =>
    partners.some(({ value }) => value === id) ? { partnerId: id } : { clientId: id };
  const shared = {
    size: 'lg',
    title: t(contact === null ? 'clients.addContact' : 'clients.editContact'),
    done: t(contact === null ? 'clients.contactAdded' : 'toasts.updated'),
    onClose,
  };
  return place === null ? (
    <DialogForm
      name="clients.addContact"
      {...shared}
      rules={newContactSchema}
      defaults={{ ...EMPTY_CONTACT, [ORGANISATION]: null }}
      save={({ [ORGANISATION]: id, ...typed }) =>
        save.mutateAsync({ contact: typed, place: placeOf(id) })
      }
    >
      <OrganisationField />
      <ContactFields prefix="" />
    </DialogForm>
  ) : (
    <DialogForm
      name={contact === null ? 'clients.addContact' : 'clients.editContact'}
      {...shared}
      rules={contactRules}
      defaults={
        contact === null
          ? EMPTY_CONTACT
          : { ...contactValuesOf(contact), revision: contact.revision }
      }
      save={(typed) => save.mutateAsync({ contact: typed, place })}
    >
      <ContactFields prefix="" />
    </DialogForm>
  );
}

function OrganisationField() {
  const t = useText();
  const clients = useClientOptions();
  const words = useAskedChoices(clients);
  const partners = usePartnerOptions();
  const { field, input } = useFormField({
    name: ORGANISATION,
    label: t('clients.identity'),
  });
  return (
    <Select
      {...input}
      {...words}
      searchable
      data={[
        { group: t('words.client'), items: clients.data ?? [] },
        { group: t('roles.PARTNER'), items: partners },
      ]}
      value={typeof field.value === 'string' ? field.value : null}
      onChange={field.onChange}
    />
  );
}
