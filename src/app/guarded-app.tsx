import { QueryClientProvider } from '@tanstack/react-query';
import { Activity, Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes, matchPath, useLocation } from 'react-router-dom';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import '../components/styles/rest.css';
import { ConfirmHost } from '../components/confirm-dialog.tsx';
import { LeaveGuard } from '../components/leave-guard.tsx';
import { basePath } from './base-path.ts';
import { Guard } from './guard.tsx';
import { startInputDrafts } from './input-drafts.ts';
import { BoardBelow } from './landing-board.tsx';
import { watchLine } from '../data/line-watch.ts';
import { loadAllTexts } from '../lib/texts/texts.ts';
import { LANDINGS } from './landings.ts';
import { lockStore } from './lock-store.ts';
import { NotFound } from './not-found.tsx';
import { loadOr } from './missing-parts.ts';
import { PartAway } from './part-away.tsx';
import { queryClient } from './query-client.ts';
import { isAllowed } from './route-table.ts';
import type { AppRoute, ScreenProps } from './route-table.ts';
import { routes } from './routes.ts';
import { startSessionWatch } from './session-watch.ts';
import { hasVault, isOfflineRole } from './session-hooks.ts';
import { sessionStore } from './session.ts';

/** So long after the frame was drawn the other texts are asked for, milliseconds. */
const REST_MS = 1500;

/** Loads a screen, and beside it the texts that the frame did not bring. */
async function withTexts(
  screen: AppRoute['screen'],
  isEarly = false,
): Promise<ComponentType<ScreenProps>> {
  const [loaded] = await Promise.all([screen(), isEarly ? null : loadAllTexts()]);
  return loaded;
}

/** The same for a screen that is about to be shown; one whose files are not here yet says so and comes by itself. */
const shownScreen = (screen: AppRoute['screen'], isEarly = false) =>
  loadOr<ComponentType<ScreenProps>>(async () => withTexts(screen, isEarly), PartAway);

/** A field agent's '/' is the phone's day. */
const hasEarlyLanding = (role: Role): boolean => role === 'FIELD_AGENT';

const guarded = routes.map((route) => ({
  route,
  Screen: lazy(async () => ({ default: await shownScreen(route.screen, route.isEarly) })),
}));

/** By whole addresses: of all routes the router would make and rank a tree with every step. */
const byPath = new Map(guarded.map((each) => [each.route.path, [each]]));

const landings = new Map(
  ROLES.map((role) => {
    const Screen = lazy(async () => ({
      default: await shownScreen(LANDINGS[role], hasEarlyLanding(role)),
    }));
    return [role, (props: ScreenProps) => <Screen {...props} />];
  }),
);

/** '/': the role's own landing screen (spec 2.2), and the charts of its board below. */
function Landing({ user }: ScreenProps) {
  return (
    <>
      {landings.get(user.role)?.({ user })}
      <BoardBelow user={user} />
    </>
  );
}

/** The screen of the page's address begins to load beside the frame, not after it. */
function preloadScreen(): void {
  const user = sessionStore.get();
  if (user === null) return;
  const path = window.location.pathname.slice(basePath.length);
  const route = routes.find((each) => matchPath(each.path, path) !== null);
  // Whom the guard does not let in ends at '/'.
  const isLetIn = route !== undefined && isAllowed(route, user.role);
  const load = isLetIn ? route.screen : LANDINGS[user.role];
  // What fails here is asked for again when it is shown.
  withTexts(load, isLetIn ? route.isEarly : hasEarlyLanding(user.role)).catch(() => undefined);
}

preloadScreen();
startInputDrafts();

const LockScreen = lazy(async () => ({
  default: (await import('./lock-screen.tsx')).LockScreen,
}));

/** Everything behind the login: the guard of every route, the frame, the question dialog. */
export function GuardedApp() {
  const user = useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
  const isIn = user !== null;
  const isOffline = user !== null && isOfflineRole(user.role);
  const hasKey = user !== null && hasVault(user.role);
  useEffect(() => {
    if (!hasKey) return;
    void import('./key-hand-over.ts').then((keeper) => keeper.keepKeyInWorker());
    void import('./phone-lock.ts').then((phone) => phone.watchPhoneLock());
  }, [hasKey]);
  useEffect(() => {
    if (isOffline) void import('./offline-link.ts').then((link) => link.startOfflineLink());
  }, [isOffline]);
  useEffect(() => {
    if (isIn) return startSessionWatch();
    // What one person's queries brought must not be there for the next.
    queryClient.clear();
    return undefined;
  }, [isIn]);
  useEffect(() => watchLine(queryClient), []);
  const isLocked = useSyncExternalStore(lockStore.subscribe, lockStore.get) && isIn;
  // A phone that starts locked reads nothing before it is opened.
  const [wasOpen, setWasOpen] = useState(!isLocked);
  if (!isLocked && !wasOpen) setWasOpen(true);
  return (
    <QueryClientProvider client={queryClient}>
      <Activity mode={isLocked ? 'hidden' : 'visible'}>{wasOpen && <Screens />}</Activity>
      {isLocked && (
        <Suspense>
          <LockScreen user={user} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** The texts of all screens, and for who works on the road the loan that is tapped next. */
async function loadRest(): Promise<void> {
  const isOnRoad = sessionStore.get()?.role === 'FIELD_AGENT';
  await Promise.all([
    loadAllTexts(),
    isOnRoad ? import('../features/field-loan/loan-screen.tsx') : null,
  ]);
}

/** What stands on the screen: while it is locked, it is kept as it is, out of sight. */
function Screens() {
  const { pathname } = useLocation();
  const fitting = byPath.get(pathname) ?? guarded;
  // What the first screen did not wait for is there before somebody needs it.
  useEffect(() => {
    // What fails here is asked for again by the screen that needs it.
    const timer = setTimeout(() => void loadRest().catch(() => undefined), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Routes>
        {fitting.map(({ route, Screen }) => (
          <Route
            key={route.path}
            path={route.path}
            element={<Guard route={route} Screen={Screen} />}
          />
        ))}
        <Route path="/" element={<Guard route={{ roles: 'any' }} Screen={Landing} />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
      <LeaveGuard />
      <ConfirmHost />
    </>
  );
}
