import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { CallInput } from '../../../contract/call.ts';
import { notificationCalls } from '../../../contract/notification.ts';
import { CLIENT_SIDE } from '../../../contract/roles.ts';
import { hasSession, server } from '../../remote/session-client.ts';

const KEY = 'notifications';
/** How often the bell's count is read again (as the alerts of spec 4.3). */
const POLL_MS = 120_000;

/** Which notifications are asked for. */
export type ListQuery = NonNullable<
  CallInput<typeof notificationCalls.listNotificationsOf>['query']
>;

/** Whose list it is: the lender's for its people, else the person's own (spec 6). */
function ownerOf(user: LoggedInUser): string {
  const isOfLender = (CLIENT_SIDE as readonly string[]).includes(user.role);
  return isOfLender ? (user.client ?? user._id) : user._id;
}

/** A page of the user's notifications, newest first. */
export function useNotifications(user: LoggedInUser, query: ListQuery, isWanted = true) {
  return useQuery({
    queryKey: [KEY, 'list', user._id, query],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      server.call(
        notificationCalls.listNotificationsOf,
        { params: { id: ownerOf(user) }, query: { ...query, role: user.role } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** How many active notifications the user has; asked in the background, which keeps no session alive. */
export function useNotificationCount(user: LoggedInUser) {
  return useQuery({
    queryKey: [KEY, 'count', user._id],
    // A field agent may have logged in without a network, and so without a session.
    enabled: hasSession(),
    queryFn: ({ signal }) =>
      server.call(notificationCalls.countNotifications, {}, { signal, isBackground: true }),
    select: (answer) => answer.notificationCount,
    refetchInterval: POLL_MS,
  });
}

/** The clients that the user's notifications are about. */
export function useNotificationClients() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(notificationCalls.listNotificationClients, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** Removes notifications, or puts them back; every list and count is read again. */
export function useSetActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, isActive }: { ids: readonly string[]; isActive: boolean }) => {
      const [only] = ids.length === 1 ? ids : [];
      return only === undefined
        ? server.call(notificationCalls.deactivateNotifications, {
            body: { _ids: [...ids], isActive },
          })
        : server.call(notificationCalls.deactivateNotification, {
            query: { _id: only, isActive: isActive ? 'true' : 'false' },
          });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Has lists and count read again: a push said that there is something. */
export function useRefreshNotifications(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [KEY] });
}
