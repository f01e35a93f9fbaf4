import { lazy, useEffect, useLayoutEffect, useState } from 'react';
import type { ComponentType } from 'react';
import {
  Navigate,
  ScrollRestoration,
  createBrowserRouter,
  useLocation,
  useRouteError,
} from 'react-router-dom';
import { loadEarlyTexts, useText } from '../lib/texts/texts.ts';
import { basePath } from './base-path.ts';
// The login comes with the entry: loading it later would cost the first screen a round trip.
import { ClientLoginScreen, FieldLoginScreen, LoginScreen, LogoutScreen } from './login-screen.tsx';
import { sessionStore } from './session.ts';
import { Button } from '@mantine/core';
import { log } from '../lib/log.ts';
import { endOpening } from '../lib/opening.ts';
import { isPartMissing, loadAgain } from './missing-parts.ts';
import classes from './screen-crash.module.css';

/** Loads everything behind the login. Whoever has a session will need it: the start asks for it ahead. */
export async function loadGuardedApp(): Promise<{ default: ComponentType }> {
  const [module] = await Promise.all([import('./guarded-app.tsx'), loadEarlyTexts()]);
  return { default: module.GuardedApp };
}

const GuardedApp = lazy(loadGuardedApp);

/** Everything behind the login. A visitor at '/' goes to the login without loading any of it. */
function Gate() {
  const location = useLocation();
  if (sessionStore.get() === null && location.pathname === '/') {
    return <Navigate to="/login" replace state={{ from: '/' }} />;
  }
  return (
    <>
      <ScrollRestoration />
      <GuardedApp />
    </>
  );
}

/** The router: public screens of their own, everything else behind the guard in one later chunk. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        errorElement: <ScreenCrash />,
        hydrateFallbackElement: <span />,
        children: [
          { path: '/login', element: <LoginScreen /> },
          { path: '/clientlogin', element: <ClientLoginScreen /> },
          { path: '/field-agent/login', element: <FieldLoginScreen /> },
          { path: '/logout', element: <LogoutScreen /> },
          { path: '*', element: <Gate /> },
        ],
      },
    ],
    // With a slash at its end: '/' must lead to '/base/', for '/base' is outside the service worker's scope.
    { basename: `${basePath}/` },
  );
}

/** What stands where a screen threw: what to do, and that saved work is safe. */
function ScreenCrash() {
  const t = useText();
  const error = useRouteError();
  const [isLoading] = useState(() => isPartMissing(error));
  useLayoutEffect(endOpening, []);
  useEffect(() => {
    if (isLoading) loadAgain();
    else log.error('A screen failed.', error);
  }, [error, isLoading]);
  if (isLoading) return null;
  return (
    <main className={classes.crash} role="alert">
      <h1>{t('states.crashTitle')}</h1>
      <p>{t('states.crashBody')}</p>
      <Button onClick={() => window.location.reload()}>{t('states.reload')}</Button>
    </main>
  );
}
