import { Suspense } from 'react';
import type { ComponentType } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import { SignRoom } from '../components/counted-button.tsx';
import { lazyPart } from './lazy-part.ts';
import type { ScreenProps } from './route-table.ts';

interface Tool {
  name: string;
  roles: readonly Role[];
  /** Made with `lazyPart`: loaded only where its role is logged in. */
  Tool: ComponentType<ScreenProps>;
  /** It is one sign, always there: its room is kept while its code is on its way, so that nothing beside it moves. */
  isSign?: true;
}

/** What a role has in its top bar besides the sync state and the account (spec 2.4), from left to right. */
const TOOLS: readonly Tool[] = [
  {
    name: 'readiness',
    roles: ['COLLECTOR'],
    Tool: lazyPart(
      async () => (await import('../features/dialer-readiness/readiness-tool.tsx')).ReadinessTool,
    ),
  },
  {
    name: 'alerts',
    roles: ['COLLECTOR'],
    Tool: lazyPart(async () => (await import('../features/alerts/alert-tool.tsx')).CollectorAlerts),
    isSign: true,
  },
  {
    name: 'alerts of this phone',
    roles: ['FIELD_AGENT'],
    Tool: lazyPart(async () => (await import('../features/alerts/alert-tool.tsx')).FieldAlerts),
    isSign: true,
  },
  {
    name: 'notifications',
    roles: ROLES,
    Tool: lazyPart(
      async () =>
        (await import('../features/notifications/notification-bell.tsx')).NotificationBell,
    ),
    isSign: true,
  },
];

/** The tools of the user's role. Each waits for its own code: none holds up another, or the bar. */
export function TopBarTools({ user }: { user: LoggedInUser }) {
  return TOOLS.filter(({ roles }) => roles.includes(user.role)).map(({ name, Tool, isSign }) => (
    <Suspense key={name} fallback={isSign && <SignRoom />}>
      <Tool user={user} />
    </Suspense>
  ));
}
