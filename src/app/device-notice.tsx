import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useDeviceQuery } from '../data/device-query.ts';
import { releaseOpening } from '../lib/opening.ts';
import { createStore } from '../lib/store.ts';
import { useText } from '../lib/texts/texts.ts';
import { databaseNotice, subscribeDatabaseNotice } from '../offline/database-notice.ts';
import type { DatabaseNotice } from '../offline/database-notice.ts';
import { outboxAtAGlance } from '../offline/outbox-summary.ts';
import type { OutboxSummary } from '../offline/outbox-summary.ts';
import { storageHealth } from '../offline/storage-health.ts';
import type { StorageHealth } from '../offline/storage-health.ts';
import classes from './device-notice.module.css';

const OUTBOX = '/outbox';
/** A phone fills up by other apps too. */
const STORAGE_EVERY_MS = 5 * 60_000;

/** The words that were put aside; other words are shown again. */
const putAside = createStore<string | null>(null);

/**
 * One quiet line over every screen when its databases can't be used, when work on this device was lost or needs its
 * author, or when the device is nearly full. It may be put aside until it says something else; the outbox itself says it in full.
 */
export function DeviceNotice() {
  const t = useText();
  const { pathname } = useLocation();
  const summary = useDeviceQuery(outboxAtAGlance);
  const health = useDeviceQuery({
    key: ['frame', 'storage'],
    topics: ['pull', 'vault'],
    load: storageHealth,
    everyMs: STORAGE_EVERY_MS,
  });
  const isKnown = !summary.isPending && !health.isPending;
  useLayoutEffect(() => {
    if (isKnown) releaseOpening('device');
  }, [isKnown]);
  const hidden = useSyncExternalStore(putAside.subscribe, putAside.get);
  const database = useSyncExternalStore(subscribeDatabaseNotice, databaseNotice);
  const words = noticeWords(t, database, summary.data, health.data);
  // The outbox itself says the rest in full.
  const isSaidThere = pathname === OUTBOX && database === null;
  if (words === '' || words === hidden || isSaidThere) return null;
  return (
    <aside className={classes.notice} aria-label={t('outbox.notice.label')}>
      <IconAlertTriangleFilled className={classes.icon} size={16} aria-hidden />
      <span className={classes.words}>{words}</span>
      <Link className={classes.link} to={OUTBOX}>
        {t('outbox.notice.see')}
      </Link>
      <button
        type="button"
        className={classes.close}
        aria-label={t('outbox.notice.dismiss')}
        onClick={() => putAside.set(words)}
      >
        <IconX size={16} stroke={2} aria-hidden />
      </button>
    </aside>
  );
}

/** What there is to say, the worst first; empty when all is well or not known yet. */
function noticeWords(
  t: TFunction,
  database: DatabaseNotice | null,
  summary: OutboxSummary | undefined,
  health: StorageHealth | undefined,
): string {
  const { lost = 0, attention = 0, lostForms = [] } = summary ?? {};
  const words = [
    database !== null && t(`outbox.notice.${database}`),
    lost > 0 && t('outbox.lost', { count: lost }),
    (summary?.cleared ?? null) !== null && t('outbox.cleared'),
    lostForms.length > 0 && t('outbox.lostForms', { count: lostForms.length }),
    attention > 0 && t('outbox.attention', { count: attention }),
    health?.isFull === true
      ? t('outbox.notice.storageFull')
      : health?.isLow === true && t('outbox.storageLowTitle'),
  ];
  return words.filter((each) => each !== false).join(' · ');
}
