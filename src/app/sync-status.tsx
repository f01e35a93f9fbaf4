import { Suspense, lazy } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import { OnlineBadge } from '../components/sync-badge.tsx';
import { useOnline } from '../lib/use-online.ts';
import { isOfflineRole } from './session-hooks.ts';

const OutboxBadge = lazy(async () => ({
  default: (await import('./outbox-badge.tsx')).OutboxBadge,
}));

/** Online or offline, always in the top bar; for roles that queue work also what is unsent. */
export function SyncStatus({ user }: { user: LoggedInUser }) {
  const isOnline = useOnline();
  if (!isOfflineRole(user.role)) return <OnlineBadge isOnline={isOnline} />;
  return (
    <Suspense fallback={<OnlineBadge isOnline={isOnline} />}>
      <OutboxBadge userRole={user.role} />
    </Suspense>
  );
}
