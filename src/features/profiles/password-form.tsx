import { IconKey } from '@tabler/icons-react';
import { z } from 'zod';
import { authCalls } from '../../../contract/auth.ts';
import { says } from '../../../contract/errors.ts';
import { FieldRow } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useCallOnce } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { changeVaultPassword } from '../../offline/vault-password.ts';
import classes from './profiles.module.css';

const EMPTY = { currentPassword: '', newPassword: '', again: '' };

/** Not short, not the old one, typed twice alike. */
const passwordSchema = z
  .object({
    currentPassword: z.string().min(1, says('current-password-missing')).max(1024),
    newPassword: z.string().min(8, says('password-short')).max(1024),
    again: z.string(),
  })
  .refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
    path: ['newPassword'],
    ...says('password-same'),
  })
  .refine(({ newPassword, again }) => again === newPassword, {
    path: ['again'],
    ...says('password-differs'),
  });

/** Changing the own password; the logins on other devices end. */
export function PasswordForm({ username }: { username: string }) {
  const t = useText();
  const change = useCallOnce(authCalls.changePassword, { isQuiet: true });
  return (
    <ScreenForm
      name="profiles.passwordTitle"
      rules={passwordSchema}
      defaults={EMPTY}
      label={t('login.password')}
      save={async ({ currentPassword, newPassword }) => {
        // What lies on this device opens with the new one from now on.
        await changeVaultPassword(currentPassword, newPassword, () =>
          change.mutateAsync({ body: { currentPassword, newPassword } }),
        );
      }}
      done={t('profiles.passwordChanged')}
      onSaved={(_answer, form) => form.reset(EMPTY)}
      submitLabel={t('profiles.changePassword')}
      icon={<IconKey size={17} aria-hidden />}
    >
      {/* A password keeper must know whose password it is that changes. */}
      <input
        className={classes.hidden}
        type="text"
        name="username"
        autoComplete="username"
        aria-label={t('fieldNames.username')}
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        name="currentPassword"
        text="profiles.currentPassword"
        autoComplete="current-password"
        isRequired
      />
      <FieldRow>
        <PasswordField
          name="newPassword"
          text="profiles.newPassword"
          help={t('profiles.newHelp')}
          hasMaker
          isRequired
        />
        <PasswordField name="again" text="profiles.again" isRequired />
      </FieldRow>
    </ScreenForm>
  );
}
