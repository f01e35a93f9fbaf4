import type { LoggedInUser } from '../../../contract/auth.ts';
import type { QueryOf } from '../../../contract/call.ts';
import { notificationCalls } from '../../../contract/notification.ts';
import { CLIENT_SIDE } from '../../../contract/roles.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useKeptCallQuery } from '../../data/kept-query.ts';
import { hasSession, server } from '../../remote/session-client.ts';

/** How often the bell's count is read again (as the alerts of spec 4.3). */
const POLL_MS = 120_000;

/** Which notifications are asked for. */
export type ListQuery = QueryOf<typeof notificationCalls.listNotificationsOf>;

/** Whose list it is: the lender's for its people, else the person's own (spec 6). */
function ownerOf(user: LoggedInUser): string {
  const isOfLender = (CLIENT_SIDE as readonly string[]).includes(user.role);
  return isOfLender ? (user.client ?? user._id) : user._id;
}

/** A page of the user's notifications, newest first; without a network as it was last read. */
export function useNotifications(user: LoggedInUser, query: ListQuery, enabled = true) {
  return useKeptCallQuery(
    notificationCalls.listNotificationsOf,
    { params: { id: ownerOf(user) }, query: { ...query, role: user.role } },
    { keepsPrevious: true, enabled },
  );
}

/** How many active notifications the user has; asked in the background, which keeps no session alive. */
export function useNotificationCount() {
  return useCallQuery(
    notificationCalls.countNotifications,
    {},
    {
      // A field agent may have logged in without a network, and so without a session.
      enabled: hasSession(),
      isBackground: true,
      select: (answer) => answer.notificationCount,
      refetchInterval: POLL_MS,
    },
  );
}

/** The clients that the user's notifications are about. */
export function useNotificationClients() {
  return useCallQuery(
    notificationCalls.listNotificationClients,
    {},
    { select: ({ data }) => data },
  );
}

/** Removes notifications, or puts them back; every list and count is read again. */
export function useSetActive() {
  return useCommand(
    ({ ids, isActive }: { ids: readonly string[]; isActive: boolean }) => {
      const [only] = ids.length === 1 ? ids : [];
      return only === undefined
        ? server.call(notificationCalls.deactivateNotifications, {
            body: { _ids: [...ids], isActive },
          })
        : server.call(notificationCalls.deactivateNotification, {
            query: { _id: only, isActive: isActive ? 'true' : 'false' },
          });
    },
    { changes: ['notifications'] },
  );
}
