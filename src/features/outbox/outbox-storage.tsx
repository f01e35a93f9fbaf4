import { Button, Progress } from '@mantine/core';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showInfo, showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { StorageHealth } from '../../offline/storage-health.ts';
import { askToKeep, useStorageHealth } from './outbox-queries.ts';
import classes from './outbox-storage.module.css';

/** Less than this is not worth a line. */
const WORTH_TELLING = 100_000;

/** How full this device is, what of it waits or may go, and whether the browser promised to keep it. */
export function OutboxStorage() {
  const t = useText();
  const health = useStorageHealth();
  if (health.data === undefined) return null;
  return (
    <Panel title={t('outbox.storage')}>
      <div className={classes.parts}>
        <Fullness health={health.data} />
        <Keeping isPersisted={health.data.isPersisted} onAsked={() => void health.refetch()} />
      </div>
    </Panel>
  );
}

function Fullness({ health }: { health: StorageHealth }) {
  const t = useText();
  const { usageBytes, quotaBytes, freeBytes, waitingBytes, spareBytes, isLow } = health;
  const percent = quotaBytes === 0 ? 0 : Math.min(100, (usageBytes / quotaBytes) * 100);
  return (
    <div className="rc-stack-6">
      <p>
        {freeBytes === null
          ? t('outbox.storageUnknown')
          : t('outbox.storageUsed', {
              used: formatBytes(usageBytes),
              quota: formatBytes(quotaBytes),
              free: formatBytes(freeBytes),
            })}
      </p>
      {freeBytes !== null && (
        <Progress value={percent} color={isLow ? 'red' : 'teal'} aria-label={t('outbox.storage')} />
      )}
      {waitingBytes > WORTH_TELLING && (
        <p className="rc-quiet">
          {t('outbox.storageWaiting', { size: formatBytes(waitingBytes) })}
        </p>
      )}
      {spareBytes > WORTH_TELLING && (
        <p className="rc-quiet">{t('outbox.storageSpare', { size: formatBytes(spareBytes) })}</p>
      )}
    </div>
  );
}

function Keeping({ isPersisted, onAsked }: { isPersisted: boolean; onAsked: () => void }) {
  const t = useText();
  const ask = async () => {
    if (await askToKeep()) showSuccess(t('outbox.persistGranted'));
    else showInfo(t('outbox.persistDenied'), undefined, 8000);
    onAsked();
  };
  if (isPersisted) return <StatusChip tone="good" label={t('outbox.storagePersisted')} />;
  return (
    <div className={classes.line}>
      <p className="rc-quiet">{t('outbox.storageNotPersisted')}</p>
      <Button variant="default" onClick={() => void ask()}>
        {t('outbox.askPersist')}
      </Button>
    </div>
  );
}
