import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import { loadOr } from './missing-parts.ts';
import { NothingYet } from './part-away.tsx';
import type { ScreenProps } from './route-table.ts';

interface Tool {
  name: string;
  roles: readonly Role[];
  /** Made with `lazyTool`: loaded only where its role is logged in. */
  Tool: ComponentType<ScreenProps>;
}

/** A tool that can't be loaded leaves its place empty: the bar, and the screen below it, need none. */
const lazyTool = (load: () => Promise<ComponentType<ScreenProps>>) =>
  lazy(async () => ({ default: await loadOr(load, NothingYet) }));

/** What a role has in its top bar besides the sync state and the account (spec 2.4), from left to right. */
const TOOLS: readonly Tool[] = [
  {
    name: 'readiness',
    roles: ['COLLECTOR'],
    Tool: lazyTool(
      async () => (await import('../features/dialer-readiness/readiness-tool.tsx')).ReadinessTool,
    ),
  },
  {
    name: 'alerts',
    roles: ['COLLECTOR'],
    Tool: lazyTool(async () => (await import('../features/alerts/alert-tool.tsx')).CollectorAlerts),
  },
  {
    name: 'alerts of this phone',
    roles: ['FIELD_AGENT'],
    Tool: lazyTool(async () => (await import('../features/alerts/alert-tool.tsx')).FieldAlerts),
  },
  {
    name: 'notifications',
    roles: ROLES,
    Tool: lazyTool(
      async () =>
        (await import('../features/notifications/notification-bell.tsx')).NotificationBell,
    ),
  },
];

/** The tools of the user's role. Each waits for its own code: none holds up another, or the bar. */
export function TopBarTools({ user }: { user: LoggedInUser }) {
  return TOOLS.filter(({ roles }) => roles.includes(user.role)).map(({ name, Tool }) => (
    <Suspense key={name}>
      <Tool user={user} />
    </Suspense>
  ));
}
