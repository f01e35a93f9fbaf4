import { Suspense, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { LoadingState } from '../components/screen-state.tsx';
import { AppFrame } from './app-frame.tsx';
import { isAllowed } from './route-table.ts';
import type { AppRoute, ScreenProps } from './route-table.ts';
import { loginPath, sessionStore } from './session.ts';

/** Nobody logged in: to the login, the origin remembered. A role that is not let in: to '/' (spec 2.1). */
export function Guard({
  route,
  Screen,
}: {
  route: Pick<AppRoute, 'roles' | 'loginPath'>;
  Screen: ComponentType<ScreenProps>;
}) {
  const user = useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
  const location = useLocation();
  if (user === null) {
    const from = `${location.pathname}${location.search}`;
    return <Navigate to={route.loginPath ?? loginPath()} replace state={{ from }} />;
  }
  if (!isAllowed(route, user.role)) return <Navigate to="/" replace />;
  return (
    <AppFrame user={user}>
      <Suspense fallback={<Waiting />}>
        <Screen user={user} />
      </Suspense>
    </AppFrame>
  );
}

function Waiting() {
  return (
    <Page>
      <LoadingState />
    </Page>
  );
}
