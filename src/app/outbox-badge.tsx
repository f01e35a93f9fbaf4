import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/roles.ts';
import { SyncBadge } from '../components/sync-badge.tsx';
import { useDeviceQuery } from '../data/device-query.ts';
import { useOnline } from '../lib/use-online.ts';
import { outboxAtAGlance } from '../offline/outbox-summary.ts';
import { lastPulledAt, pullState, subscribePullState } from '../offline/pull.ts';
import { keepsLoans } from '../offline/session.ts';

/** The sync badge over this device's outbox; follows every change of it, in other tabs and the worker too. */
export function OutboxBadge({ userRole }: { userRole: Role }) {
  const isOnline = useOnline();
  const { data: summary } = useDeviceQuery(outboxAtAGlance);
  const { data: pulledAt } = useDeviceQuery({
    key: ['frame', 'pulled'],
    topics: ['pull', 'vault'],
    load: lastPulledAt,
  });
  const { isRunning } = useSyncExternalStore(subscribePullState, pullState);
  return (
    <SyncBadge
      isOnline={isOnline}
      unsentCount={summary?.unsent ?? 0}
      hasProblems={(summary?.attention ?? 0) + (summary?.lost ?? 0) > 0}
      lastSyncedAt={Math.max(summary?.lastConfirmedAt ?? 0, pulledAt ?? 0) || null}
      isSyncing={isRunning}
      keepsNothing={!keepsLoans(userRole)}
      to="/outbox"
    />
  );
}
