import { useEffect, useState, useSyncExternalStore } from 'react';
import { SyncBadge } from '../components/sync-badge.tsx';
import { useOnline } from '../lib/use-online.ts';
import { outboxSummary } from '../offline/outbox-summary.ts';
import type { OutboxSummary } from '../offline/outbox-summary.ts';
import { lastPulledAt, pullState, subscribePullState } from '../offline/pull.ts';
import { subscribe } from '../offline/signals.ts';

/** The sync badge over this device's outbox; follows every change of it, in other tabs and the worker too. */
export function OutboxBadge() {
  const isOnline = useOnline();
  const [summary, setSummary] = useState<OutboxSummary | null>(null);
  const [pulledAt, setPulledAt] = useState<number | null>(null);
  const { isRunning } = useSyncExternalStore(subscribePullState, pullState);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const next = await outboxSummary();
      const last = await lastPulledAt();
      if (isGone) return;
      setSummary(next);
      setPulledAt(last);
    };
    // While it cannot be read (a logout in another tab), the last known state stands.
    const refresh = () => void read().catch(() => undefined);
    refresh();
    const stop = subscribe(['outbox', 'delivery', 'pull', 'vault'], refresh);
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <SyncBadge
      isOnline={isOnline}
      unsentCount={summary?.unsent ?? 0}
      hasProblems={(summary?.attention ?? 0) + (summary?.lost ?? 0) > 0}
      lastSyncedAt={Math.max(summary?.lastConfirmedAt ?? 0, pulledAt ?? 0) || null}
      isSyncing={isRunning}
      to="/outbox"
    />
  );
}
