import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { useText } from '../../lib/texts/texts.ts';
import classes from './login-form.module.css';

/** Which login a person may choose on the common screen (spec 2.6). */
export type LoginChoice = 'staff' | 'admin' | 'client' | 'dialer';

/** What a login form takes. */
export interface LoginFormProps {
  /** Null: this screen has one kind of login and offers no choice (field agents). */
  choice: LoginChoice | null;
  /** Sends the form; resolves to the words of a refusal, or null when the person is in. */
  onLogin: (input: {
    choice: LoginChoice | null;
    email: string;
    password: string;
  }) => Promise<string | null>;
  /** Why the person is here again (idle, session over), or what to know without a network. */
  notice?: ReactNode;
}

const CHOICES: readonly LoginChoice[] = ['staff', 'admin', 'client', 'dialer'];

/** A login without an answer for so long is told as slow, milliseconds. */
const SLOW_MS = 4000;

/** Email and password; a refusal is said in the server's words and nothing typed is lost. */
export function LoginForm(props: LoginFormProps) {
  const t = useText();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const form = useLoginForm(props, emailInput, passwordInput);
  return (
    <form className="rc-stack-16" noValidate onSubmit={form.submit}>
      {props.notice !== undefined && <p className={classes.notice}>{props.notice}</p>}
      {form.choice !== null && (
        <SegmentedControl
          fullWidth
          aria-label={t('login.who')}
          data={CHOICES.map((value) => ({ value, label: t(`login.${value}`) }))}
          value={form.choice}
          onChange={form.choose}
        />
      )}
      <TextInput
        ref={emailInput}
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.isChecked && form.email.trim() === '' ? t('login.needEmail') : undefined}
        value={form.email}
        onChange={(event) => form.setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordInput}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={form.isChecked && form.password === '' ? t('login.needPassword') : undefined}
        aria-invalid={form.isChecked && form.password === ''}
        value={form.password}
        onChange={(event) => form.setPassword(event.currentTarget.value)}
      />
      <p className={classes.refusal} role="alert">
        {form.refusal}
      </p>
      <output className={classes.slow}>{form.isSlow ? t('login.slow') : ''}</output>
      <Button type="submit" size="md" fullWidth loading={form.isSending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

/** True once the sending takes long. */
function useSlow(isSending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSending]);
  return isSlow;
}

type InputRef = RefObject<HTMLInputElement | null>;

function useLoginForm(
  { choice: firstChoice, onLogin }: LoginFormProps,
  emailInput: InputRef,
  passwordInput: InputRef,
) {
  const [choice, setChoice] = useState(firstChoice);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const isSlow = useSlow(isSending);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async () => {
    setSending(true);
    setRefusal(null);
    const words = await onLogin({ choice, email: email.trim(), password });
    setSending(false);
    setRefusal(words);
    if (words !== null) passwordInput.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email.trim() === '') emailInput.current?.focus();
    else if (password === '') passwordInput.current?.focus();
    else if (!isSending) void send();
  };
  const choose = (value: string) => setChoice(CHOICES.find((each) => each === value) ?? null);
  return {
    choice,
    choose,
    email,
    setEmail,
    password,
    setPassword,
    isChecked,
    isSending,
    isSlow,
    refusal,
    submit,
  };
}
