import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { Person } from '../../../contract/person.ts';
import { FieldRow, FormFrame, useSchemaForm } from '../../components/form.tsx';
import { TextField } from '../../components/form-field.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { profileSchema, profileValues } from './profile-form.ts';
import type { ProfileValues } from './profile-form.ts';
import { useChangeProfile, useProfile } from './profile-queries.ts';
import { refusedFields, isStale } from './profile-refusal.ts';

const SAVED = {
  MANAGER: 'toasts.managerUpdated',
  COLLECTOR: 'toasts.collectorUpdated',
  other: 'toasts.updated',
} as const;

/** The own name, e-mail and phone. */
export function ContactForm({ person }: { person: Person }) {
  const t = useText();
  const { form, submit } = useContactForm(person);
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      label={t('profiles.contact')}
      actions={
        <Button
          type="submit"
          loading={form.formState.isSubmitting}
          leftSection={<IconDeviceFloppy size={17} aria-hidden />}
        >
          {t('common.save')}
        </Button>
      }
    >
      <TextField name="fullName" label={t('people.fullName')} autoComplete="name" isRequired />
      <FieldRow>
        <TextField
          name="email"
          label={t('people.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <TextField
          name="phone"
          label={t('people.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </FieldRow>
    </FormFrame>
  );
}

function useContactForm(person: Person) {
  const t = useText();
  const profile = useProfile();
  const change = useChangeProfile();
  // What the form stands on: a newer profile that arrives meanwhile must not change it unasked.
  const [revision, setRevision] = useState(person.revision);
  const schema = profileSchema((problem) => t(`profiles.problems.${problem}`));
  const form = useSchemaForm<ProfileValues, ProfileValues>(schema, profileValues(person));

  const takeNew = async (message: string) => {
    const fresh = (await profile.refetch()).data;
    if (fresh !== undefined) {
      form.reset(profileValues(fresh), { keepDirtyValues: true });
      setRevision(fresh.revision);
    }
    showError(`${message} ${t('profiles.taken')}`);
  };
  const submit = async (values: ProfileValues) => {
    try {
      const { data } = await change.mutateAsync({ ...values, revision });
      setRevision(data.revision);
      form.reset(profileValues(data));
      const role = data.role === 'MANAGER' || data.role === 'COLLECTOR' ? data.role : 'other';
      showSuccess(t(SAVED[role]));
    } catch (error) {
      // Not saved, so leaving still asks.
      form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'save' });
      const fields = refusedFields(error);
      for (const { field, message } of fields) form.setError(field, { type: 'server', message });
      const [first] = fields;
      if (first !== undefined) form.setFocus(first.field);
      else if (isStale(error)) await takeNew(errorWords(error));
      else showError(errorWords(error));
    }
  };
  return { form, submit };
}
