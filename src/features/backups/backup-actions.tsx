import { Menu } from '@mantine/core';
import { IconChecks, IconDownload, IconTrash } from '@tabler/icons-react';
import { backupCalls } from '../../../contract/backups.ts';
import type { Backup } from '../../../contract/backups.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { isAtWork } from './backup-queries.ts';

/** Gigabytes over a slow line. */
const TIMEOUT_MS = 6 * 3_600_000;

/** A row's menu: fetch, check, remove. */
export function BackupActions({ backup }: { backup: Backup }) {
  const t = useText();
  const fetch = useCallDownload(backupCalls.downloadBackup, { timeoutMs: TIMEOUT_MS });
  const check = useCallCommand(backupCalls.checkBackup);
  const remove = useCallCommand(backupCalls.removeBackup);
  const input = { params: { id: backup._id } };
  const of = formatDayTime(backup.snapshotAt ?? backup.createdAt);
  const askAndRemove = async () => {
    const question = {
      title: t('backups.removeTitle', { of }),
      body: t('backups.removeBody'),
      confirmLabel: t('common.remove'),
      isDangerous: true,
    };
    if (!(await confirmAction(question))) return;
    whenDone(remove.mutateAsync(input), () => showSuccess(t('backups.removed')));
  };
  const hasFile = backup.state === 'DONE';
  return (
    <RowMenu label={t('backups.actionsOf', { of })} isBusy={fetch.isPending}>
      <Menu.Item
        disabled={!hasFile}
        leftSection={<IconDownload size={16} />}
        onClick={() => fetch.mutate(input)}
      >
        {t('common.download')}
      </Menu.Item>
      <Menu.Item
        disabled={!(hasFile || backup.state === 'GONE') || isAtWork(backup)}
        leftSection={<IconChecks size={16} />}
        onClick={() => check.mutate(input)}
      >
        {t('backups.verify')}
      </Menu.Item>
      <Menu.Item
        c="var(--rc-danger)"
        disabled={!backup.mayRemove}
        leftSection={<IconTrash size={16} />}
        onClick={() => void askAndRemove()}
      >
        {t(hasFile && !backup.mayRemove ? 'backups.stays' : 'common.remove')}
      </Menu.Item>
    </RowMenu>
  );
}
