import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatBytes } from '../../components/file-drop.tsx';
import { Panel } from '../../components/page.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { askToKeep, downloadStuck, useStorageHealth } from './outbox-queries.ts';
import classes from './outbox-storage.module.css';

/** How full the device is, whether the browser keeps what is here, and the way out for stuck items. */
export function OutboxStorage({ hasStuck }: { hasStuck: boolean }) {
  const t = useText();
  const health = useStorageHealth();
  const { usageBytes = 0, quotaBytes = 0, isLow = false, isPersisted = false } = health.data ?? {};
  const percent = quotaBytes === 0 ? 0 : Math.min(100, (usageBytes / quotaBytes) * 100);
  const keep = async () => {
    await askToKeep();
    await health.refetch();
  };
  const save = () =>
    downloadStuck().then(
      () => showSuccess(t('outbox.exported')),
      () => showError(t('states.errorBody')),
    );
  return (
    <Panel title={t('outbox.storage')}>
      <div className={classes.parts}>
        <div>
          <p>
            {quotaBytes === 0
              ? t('outbox.storageUnknown')
              : t('outbox.storageUsed', {
                  used: formatBytes(usageBytes),
                  quota: formatBytes(quotaBytes),
                })}
          </p>
          <Progress
            mt={6}
            value={percent}
            color={isLow ? 'red' : 'teal'}
            aria-label={t('outbox.storage')}
          />
          {isLow && <p className={classes.low}>{t('outbox.storageLow')}</p>}
        </div>
        <div className={classes.line}>
          <p className={classes.quiet}>
            {isPersisted ? t('outbox.storagePersisted') : t('outbox.storageNotPersisted')}
          </p>
          {!isPersisted && (
            <Button variant="default" onClick={() => void keep()}>
              {t('outbox.askPersist')}
            </Button>
          )}
        </div>
        <div className={classes.line}>
          <p className={classes.quiet}>{t('outbox.exportHelp')}</p>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            onClick={() => (hasStuck ? void save() : void showInfo(t('outbox.exportNone')))}
          >
            {t('outbox.exportStuck')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
