import { Suspense, lazy, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useOnline } from '../lib/use-online.ts';
import { LoginForm } from '../features/login/login-form.tsx';
import type { LoginChoice, LoginFormProps } from '../features/login/login-form.tsx';
import { LoginLayout } from '../features/login/login-layout.tsx';
import { loadEarlyTexts, useText } from '../lib/texts/texts.ts';
import { endNotice, endedRole, placeAfterReturn, sessionStore } from './session.ts';

/** `/login`: staff, admin, client or dialer; `?role=`, or whose session ended here, chooses beforehand. */
export function LoginScreen() {
  const [params] = useSearchParams();
  return <CommonLogin choice={choiceOf(params.get('role') ?? endedRole())} />;
}

/** `/clientlogin`: the same screen with client chosen. */
export function ClientLoginScreen() {
  return <CommonLogin choice="client" />;
}

/** `/field-agent/login`: the field agents' own; works without a network once one has been here. */
export function FieldLoginScreen() {
  const t = useText();
  const isOnline = useOnline();
  const login = useLogin();
  if (login.isIn) return <Navigate to={placeAfterReturn(login.origin)} replace />;
  return (
    <LoginLayout
      title={t('login.fieldTitle')}
      tagline={t('login.taglineField')}
      below={<Link to="/login">{t('login.staffLink')}</Link>}
    >
      <KnownPeople onEntered={login.enter} />
      <LoginForm
        choice={null}
        onLogin={login.send}
        notice={login.notice ?? (isOnline ? undefined : t('login.offlineHint'))}
      />
    </LoginLayout>
  );
}

/** `/logout`: ends the session here and on the server, then goes to the login. */
export function LogoutScreen() {
  const t = useText();
  const navigate = useNavigate();
  useEffect(() => {
    void leave().finally(() => void navigate('/login', { replace: true }));
  }, [navigate]);
  return <output>{t('login.leaving')}</output>;
}

function CommonLogin({ choice }: { choice: LoginChoice }) {
  const t = useText();
  const login = useLogin();
  if (login.isIn) return <Navigate to={placeAfterReturn(login.origin)} replace />;
  return (
    <LoginLayout
      title={t('login.title')}
      tagline={t('login.tagline')}
      below={<Link to="/field-agent/login">{t('login.fieldLink')}</Link>}
    >
      <KnownPeople onEntered={login.enter} />
      <LoginForm choice={choice} onLogin={login.send} notice={login.notice} />
    </LoginLayout>
  );
}

const UnlockHere = lazy(async () => {
  const [module] = await Promise.all([import('./unlock-here.tsx'), loadEarlyTexts()]);
  return { default: module.UnlockHere };
});

/** Whoever has a PIN or fingerprint here. Loads nothing on a device that nobody ever logged in on. */
function KnownPeople({ onEntered }: { onEntered: () => void }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    // A browser that doesn't list its databases asks for the password.
    indexedDB.databases().then(
      (all) => setKnown(all.some(({ name }) => name === 'recoup-device')),
      () => undefined,
    );
  }, []);
  if (!isKnown) return null;
  return (
    <Suspense>
      <UnlockHere onEntered={onEntered} />
    </Suspense>
  );
}

function useLogin() {
  const t = useText();
  const navigate = useNavigate();
  const location = useLocation();
  const origin = originOf(location.state);
  // Who comes in here is led on once: a second time would take them back from where they went meanwhile.
  const [isEntering, setEntering] = useState(false);
  const ended = endNotice();
  const send: LoginFormProps['onLogin'] = async ({ choice, email, password }) => {
    const { logIn, loginWords, placeAfterLogin } = await commands();
    setEntering(true);
    try {
      const refusal = await logIn({ kind: choice ?? 'field', email, password });
      const place = refusal === null ? await placeAfterLogin(choice, origin) : null;
      if (place !== null) await navigate(place, { replace: true });
      setEntering(refusal === null);
      return refusal;
    } catch (error) {
      setEntering(false);
      return loginWords(error);
    }
  };
  const enter = () => {
    setEntering(true);
    void navigate(placeAfterReturn(origin), { replace: true });
  };
  const isIn = !isEntering && sessionStore.get() !== null;
  return { send, enter, origin, isIn, notice: ended === null ? undefined : t(`login.${ended}`) };
}

/** The login's code comes when it is used: the screen is there sooner without it. */
function commands() {
  return import('./session-commands.ts');
}

async function leave(): Promise<void> {
  const { endSession } = await commands();
  await endSession('logout');
}

function choiceOf(role: string | null): LoginChoice {
  switch ((role ?? '').toUpperCase().replace(/[\s-]/g, '_')) {
    case 'ADMIN':
    case 'SUPER_ADMIN':
      return 'admin';
    case 'CLIENT':
    case 'CUSTOMER':
    case 'CLIENT_ADMIN':
      return 'client';
    case 'DIALER':
      return 'dialer';
    default:
      return 'staff';
  }
}

/** Where the visitor wanted to go when the guard sent them here; '/' without that. */
function originOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  return typeof state.from === 'string' && state.from.startsWith('/') ? state.from : '/';
}
