import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { contactPersonInputSchema } from '../../../contract/client-contract.ts';
import type { ContactPersonInput } from '../../../contract/client-contract.ts';
import type { ContactPerson } from '../../../contract/contact-person.ts';
import { FormFrame } from '../../components/form.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useSaveContact } from './client-queries.ts';
import type { ContactPlace } from './client-queries.ts';
import { EMPTY_CONTACT } from './client-values.ts';
import type { ContactValues } from './client-values.ts';
import { ContactFields } from './contact-fields.tsx';
import { showRefusal, useContractForm } from './contract-form.ts';

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

/** Adds a contact person at `place`, or changes one. `head` stands above its fields. */
export function ContactDialog(props: {
  contact: ContactPerson | null;
  /** Where a new one belongs; null while that is not chosen. */
  place: ContactPlace | null;
  head?: ReactNode;
  onPlaceMissing?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  useFocusReturn();
  const { contact, onClose } = props;
  const save = useSaveContact();
  const form = useContractForm<ContactValues, ContactPersonInput>(
    contactPersonInputSchema,
    contact === null ? EMPTY_CONTACT : contactValuesOf(contact),
  );
  const submit = (typed: ContactPersonInput) => {
    const place = contact === null ? props.place : { id: contact._id };
    if (place === null) {
      props.onPlaceMissing?.();
      return;
    }
    save.mutate(
      { contact: typed, place },
      {
        onSuccess: () => {
          showSuccess(t(contact === null ? 'clients.contactAdded' : 'toasts.updated'));
          onClose();
        },
        onError: (error) => {
          showRefusal(form, error, t);
          showError(errorWords(error));
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(contact === null ? 'clients.addContact' : 'clients.editContact')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        onSubmit={submit}
        actions={
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        }
      >
        {props.head}
        <ContactFields prefix="" />
      </FormFrame>
    </Modal>
  );
}
