import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { authCalls } from '../../../contract/auth.ts';
import { FieldRow, FormFrame, useSchemaForm } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useCallOnce } from '../../data/call-command.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { passwordSchema } from './profile-form.ts';
import type { PasswordValues } from './profile-form.ts';
import classes from './profiles.module.css';

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', again: '' };

/** Changing the own password; the logins on other devices end. */
export function PasswordForm({ username }: { username: string }) {
  const t = useText();
  const change = useCallOnce(authCalls.changePassword, { isQuiet: true });
  const schema = passwordSchema((problem) => t(`profiles.problems.${problem}`));
  const form = useSchemaForm<PasswordValues, PasswordValues>(schema, EMPTY);
  const submit = async ({ currentPassword, newPassword }: PasswordValues) => {
    try {
      await change.mutateAsync({ body: { currentPassword, newPassword } });
      form.reset(EMPTY);
      showSuccess(t('profiles.passwordChanged'));
    } catch (error) {
      form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'save' });
      showError(errorWords(error));
    }
  };
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      label={t('profiles.passwordTitle')}
      actions={
        <Button
          type="submit"
          loading={form.formState.isSubmitting}
          leftSection={<IconKey size={17} aria-hidden />}
        >
          {t('profiles.changePassword')}
        </Button>
      }
    >
      {/* A password keeper must know whose password it is that changes. */}
      <input
        className={classes.hidden}
        type="text"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        name="currentPassword"
        label={t('profiles.currentPassword')}
        autoComplete="current-password"
        isRequired
      />
      <FieldRow>
        <PasswordField
          name="newPassword"
          label={t('profiles.newPassword')}
          help={t('profiles.newHelp')}
          hasMaker
          isRequired
        />
        <PasswordField name="again" label={t('profiles.again')} isRequired />
      </FieldRow>
    </FormFrame>
  );
}
