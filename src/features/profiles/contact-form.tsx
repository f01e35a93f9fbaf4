import { IconDeviceFloppy } from '@tabler/icons-react';
import { accountChangeFields, profileInputSchema } from '../../../contract/person.ts';
import type { Person } from '../../../contract/person.ts';
import { seenRevisionSchema } from '../../../contract/values.ts';
import { FieldRow } from '../../components/form.tsx';
import { TextField } from '../../components/form-field.tsx';
import { OwnLoginPassword } from '../../components/own-login-password.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useChangeProfile } from './profile-queries.ts';

const SAVED = {
  MANAGER: 'toasts.managerUpdated',
  COLLECTOR: 'toasts.collectorUpdated',
  other: 'toasts.updated',
} as const;

const rules = profileInputSchema.extend({
  currentPassword: accountChangeFields.currentPassword,
  revision: seenRevisionSchema,
});

const valuesOf = ({ fullName, email, phone, revision }: Person) => ({
  revision,
  fullName,
  email,
  phone: phone ?? '',
  currentPassword: '',
});

/** The own name, e-mail and phone. */
export function ContactForm({ person }: { person: Person }) {
  const t = useText();
  const { form, submit } = useContactForm(person);
  return (
    <SavingFrame
      name="profiles.contact"
      form={form}
      submit={submit}
      rules={rules}
      label={t('profiles.contact')}
      icon={<IconDeviceFloppy size={17} aria-hidden />}
    >
      <TextField name="fullName" text="people.fullName" autoComplete="name" isRequired />
      <FieldRow>
        <TextField
          name="email"
          text="login.email"
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <TextField name="phone" text="people.phone" type="tel" inputMode="tel" autoComplete="tel" />
      </FieldRow>
      <OwnLoginPassword before={{ email: person.email }} />
    </SavingFrame>
  );
}

function useContactForm(person: Person) {
  const t = useText();
  const change = useChangeProfile();
  return useSavingForm({
    rules,
    defaults: valuesOf(person),
    save: (values) => change.mutateAsync(values),
    done: ({ data: { role } }) =>
      t(SAVED[role === 'MANAGER' || role === 'COLLECTOR' ? role : 'other']),
    onSaved: ({ data }, saved) => saved.reset(valuesOf(data)),
  });
}
