import { useText } from '../lib/texts/texts.ts';
import { TextField } from './form-field.tsx';
import { FieldRow } from './form.tsx';
import { PasswordField } from './password-field.tsx';

/** What every account has, whoever it is for (spec 5: the user form); the password may stay empty when it is not new. */
export function AccountFields({ isNew }: { isNew: boolean }) {
  const t = useText();
  return (
    <>
      <FieldRow>
        <TextField name="username" text="people.username" autoComplete="off" isRequired />
        <TextField name="fullName" text="people.fullName" autoComplete="off" isRequired />
      </FieldRow>
      <FieldRow>
        <TextField
          name="email"
          text="login.email"
          type="email"
          inputMode="email"
          autoComplete="off"
          isRequired
        />
        <TextField name="phone" text="people.phone" type="tel" inputMode="tel" autoComplete="off" />
      </FieldRow>
      <PasswordField
        name="password"
        text="people.password"
        help={t(isNew ? 'people.passwordHelp' : 'people.passwordKept')}
        isRequired={isNew}
        hasMaker
      />
    </>
  );
}
