import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { createStore } from '../lib/store.ts';
import { useText } from '../lib/texts/texts.ts';
import { updateStore } from './service-worker-link.ts';
import classes from './update-banner.module.css';

/** The update that was put off; a later one is told again. */
const putOff = createStore<(() => void) | null>(null);

/** Says that a new version is ready; it may be put off. Nothing reloads by itself. */
export function UpdateBanner() {
  const t = useText();
  const update = useSyncExternalStore(updateStore.subscribe, updateStore.get);
  const later = useSyncExternalStore(putOff.subscribe, putOff.get);
  if (update === null || update === later) return null;
  return (
    <aside className={classes.banner} aria-label={t('states.updateReady')} data-passing>
      <span>{t('states.updateReady')}</span>
      <div className={classes.buttons}>
        <Button size="xs" onClick={update}>
          {t('states.updateNow')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => putOff.set(update)}>
          {t('states.updateLater')}
        </Button>
      </div>
    </aside>
  );
}
