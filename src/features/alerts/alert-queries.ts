import { useCallback, useEffect, useMemo, useState } from 'react';
import { alertCalls } from '../../../contract/alert.ts';
import type { Alert } from '../../../contract/alert.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useReadQuery } from '../../data/read-query.ts';
import type { RemotePageQuery, RemoteSource } from '../../data/remote-rows.ts';
import { clockNow } from '../../lib/clock.ts';
import { dismissOwnAlert, ownAlerts } from '../../offline/own-alerts.ts';
import { hasSession, server } from '../../remote/session-client.ts';
import { DUE_MS, NO_ALERTS, POLL_MS } from './alert-source.ts';
import type { AlertSource } from './alert-source.ts';

const KEY = 'alerts';
/** How often the clock is looked at on a phone: an alert may come so much late, milliseconds. */
const TICK_MS = 15_000;
/** What was done on this device may have settled an alert. */
const AFTER_DELIVERY = ['delivery'];

/** Asked without counting as work, in a hidden tab too, and at once when the page is looked at again. */
const polled = {
  isOnlineOnly: true,
  everyMs: POLL_MS,
  isKeptHidden: true,
  topics: AFTER_DELIVERY,
} as const;

const collectorPath = ({ loanId, loanNumber }: Alert): string =>
  `/call-management?${new URLSearchParams({ loanId, loanNumber }).toString()}`;

async function readMissed(
  userId: string,
  query: RemotePageQuery,
  signal: AbortSignal,
  isBackground: boolean,
) {
  // A session opened without a network has no token yet: nothing is asked in its name.
  if (!hasSession()) return { data: [], totalCount: 0 };
  const input = { headers: { collectorid: userId }, query };
  return server.call(alertCalls.listMissedAlerts, input, { signal, isBackground });
}

/** A collector's alerts, asked for every two minutes (spec 4.3). */
export function useServerAlerts(userId: string): AlertSource {
  const due = useReadQuery({
    ...polled,
    key: [KEY, 'due', userId],
    read: async (signal) => {
      if (!hasSession()) return [];
      const input = { headers: { collectorid: userId } };
      const options = { signal, isBackground: true };
      return (await server.call(alertCalls.listAlerts, input, options)).data;
    },
  });
  const count = useReadQuery({
    ...polled,
    key: [KEY, 'missed-count', userId],
    read: async (signal) =>
      (await readMissed(userId, { page: 1, pageSize: 1, search: '' }, signal, true)).totalCount,
  });
  const { mutate } = useCallCommand(alertCalls.deactivateAlert);
  const deactivate = useCallback((id: string) => mutate({ params: { id } }), [mutate]);
  const missed = useMemo<RemoteSource<Alert>>(
    () => ({
      key: [KEY, 'missed', userId],
      topics: AFTER_DELIVERY,
      load: (query, signal) => readMissed(userId, query, signal, false),
    }),
    [userId],
  );
  return {
    due: due.data ?? NO_ALERTS,
    missedCount: count.data,
    missed,
    pathOf: collectorPath,
    deactivate,
  };
}

const OWN = { key: [KEY, 'own'], topics: ['loans', 'outbox', 'pull', 'vault'] };

const ownPath = ({ loanId }: Alert): string => `/field-agent/loan?id=${loanId}`;

const isMissed = (alert: Alert, now: number): boolean => Date.parse(alert.dueAt) <= now - DUE_MS;

const isDue = (alert: Alert, now: number): boolean =>
  Date.parse(alert.dueAt) <= now && !isMissed(alert, now);

/** A page of this phone's missed alerts, as the server would give it. */
async function ownMissed({ page, pageSize, search }: RemotePageQuery) {
  const words = search.toLowerCase();
  const now = clockNow();
  const matching = (await ownAlerts()).filter(
    (alert) =>
      isMissed(alert, now) &&
      `${alert.customerName} ${alert.loanNumber}`.toLowerCase().includes(words),
  );
  return {
    data: matching.slice((page - 1) * pageSize, page * pageSize),
    totalCount: matching.length,
  };
}

const OWN_MISSED: RemoteSource<Alert> = {
  key: ['device', KEY, 'own-missed'],
  topics: OWN.topics,
  load: ownMissed,
};

const putAway = (id: string): void => void dismissOwnAlert(id).catch(() => undefined);

/** A field agent's alerts, from this phone's own database: the same with and without a network. */
export function useOwnAlerts(): AlertSource {
  const all = useDeviceQuery({ ...OWN, load: ownAlerts }).data ?? NO_ALERTS;
  const now = useClock();
  const due = useMemo(() => all.filter((alert) => isDue(alert, now)), [all, now]);
  return {
    due,
    missedCount: all.filter((alert) => isMissed(alert, now)).length,
    missed: OWN_MISSED,
    pathOf: ownPath,
    deactivate: putAway,
  };
}

/** The time, looked at every so often. */
function useClock(): number {
  const [now, setNow] = useState(clockNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
