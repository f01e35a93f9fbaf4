import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useText } from '../../lib/texts/texts.ts';
import classes from './login-form.module.css';

/** Asks for the password alone; the screen below stays as it is. `onSend` resolves to the words of a refusal, or null. */
export function PasswordAgain({
  onSend,
  onClose,
}: {
  onSend: (password: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isSending) return;
    setSending(true);
    const words = await onSend(password);
    setSending(false);
    setRefusal(words);
    if (words === null) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('unlock.givePassword')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {t('login.submit')}
        </Button>
      </form>
    </Modal>
  );
}
