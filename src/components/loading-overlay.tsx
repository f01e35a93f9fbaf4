import { Loader } from '@mantine/core';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import { loadingStore } from '../lib/loading-flag.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './loading-overlay.module.css';

/** Shorter waits are not shown at all, and what is shown stays at least so long: nothing flickers. Milliseconds. */
const SHORTEST_MS = 300;

/** Lies over every screen while the loading flag is set (spec 2.1), so that nothing is pressed twice. */
export const LoadingOverlay = memo(function LoadingOverlay() {
  const t = useText();
  const isLoading = useSyncExternalStore(loadingStore.subscribe, loadingStore.get);
  const isShown = useCalm(isLoading);
  return (
    <>
      {(isLoading || isShown) && (
        <div className={classes.cover} data-shown={isShown || undefined} aria-hidden>
          {isShown && <Loader size="lg" />}
        </div>
      )}
      {/* It stands there from the start: screen readers only tell what changes in a place they know. */}
      <output className={classes.words} aria-busy={isShown}>
        {isShown ? t('common.loading') : ''}
      </output>
    </>
  );
});

/** Follows a flag late: true once it was set for a while, false no sooner than a while after that. */
function useCalm(isSet: boolean): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (isSet === isCalm) return undefined;
    const timer = setTimeout(() => setCalm(isSet), SHORTEST_MS);
    return () => clearTimeout(timer);
  }, [isSet, isCalm]);
  return isCalm;
}
