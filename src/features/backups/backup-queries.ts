import { backupCalls as calls } from '../../../contract/backups.ts';
import type { Backup } from '../../../contract/backups.ts';
import type { QueryOf } from '../../../contract/call.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';

const POLL_MS = 2000;

/** Whether the server is at work on a backup. */
export const isAtWork = ({ state, checkState }: Backup) =>
  state === 'WAITING' || state === 'WRITING' || state === 'DRILLING' || checkState === 'WAITING';

/** A page of backups; asked again while the server is at work on one of them. */
export function useBackups(query: QueryOf<typeof calls.listBackups>) {
  return useCallQuery(
    calls.listBackups,
    { query },
    {
      keepsPrevious: true,
      isBackground: true,
      // The schedule makes them too.
      staleTime: 0,
      refetchInterval: whileMoving(POLL_MS, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** How backups are made and kept; `version` is another one whenever a backup came to its end. */
export function useBackupSettings(version: string) {
  return useCallQuery(
    calls.getBackupSettings,
    {},
    { staleTime: 0, keepsPrevious: true, isBackground: 'again', version },
  );
}
