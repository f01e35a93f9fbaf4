import { useEffect, useState } from 'react';
import { SyncBadge } from '../components/sync-badge.tsx';
import { useOnline } from '../components/use-online.ts';
import { outboxSummary } from '../offline/outbox.ts';
import type { OutboxSummary } from '../offline/outbox.ts';
import { subscribe } from '../offline/signals.ts';

/** The sync badge over this device's outbox; follows every change of it, in other tabs and the worker too. */
export function OutboxBadge() {
  const isOnline = useOnline();
  const [summary, setSummary] = useState<OutboxSummary | null>(null);
  useEffect(() => {
    let isGone = false;
    const read = () => {
      outboxSummary().then(
        (next) => isGone || setSummary(next),
        // Locked just now (logout in another tab): the last known state stands until the login.
        () => undefined,
      );
    };
    read();
    const stop = subscribe(['outbox', 'delivery', 'pull', 'vault'], read);
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <SyncBadge
      isOnline={isOnline}
      unsentCount={summary?.unsent ?? 0}
      hasProblems={(summary?.attention ?? 0) > 0}
      lastSyncedAt={summary?.lastConfirmedAt ?? null}
      to="/outbox"
    />
  );
}
