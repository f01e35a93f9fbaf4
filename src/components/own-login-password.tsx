import { useWatch } from 'react-hook-form';
import { useText } from '../lib/texts/texts.ts';
import { PasswordField } from './password-field.tsx';

/** Asks for the own password once one of the fields that one logs in with is no longer what it was. */
export function OwnLoginPassword({ before }: { before: Readonly<Record<string, string>> }) {
  const t = useText();
  const names = Object.keys(before);
  const typed: unknown[] = useWatch({ name: names });
  const isOther = (name: string, value: unknown) =>
    typeof value === 'string' && value.trim().toLowerCase() !== before[name]?.toLowerCase();
  if (!names.some((name, n) => isOther(name, typed[n]))) return null;
  return (
    <PasswordField
      name="currentPassword"
      text="profiles.currentPassword"
      help={t('profiles.newLoginHelp')}
      autoComplete="current-password"
      isRequired
    />
  );
}
