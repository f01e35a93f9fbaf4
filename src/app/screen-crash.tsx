import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { log } from '../lib/log.ts';
import { endOpening } from '../lib/opening.ts';
import { useText } from '../lib/texts/texts.ts';
import { isPartMissing, loadAgain } from './missing-parts.ts';
import classes from './screen-crash.module.css';

/** What stands where a screen threw: what to do, and that saved work is safe. */
export function ScreenCrash() {
  const t = useText();
  const error = useRouteError();
  const [isLoading] = useState(() => isPartMissing(error));
  useLayoutEffect(endOpening, []);
  useEffect(() => {
    if (isLoading) loadAgain();
    else log.error('A screen failed.', error);
  }, [error, isLoading]);
  if (isLoading) return null;
  return (
    <main className={classes.crash} role="alert">
      <h1>{t('states.crashTitle')}</h1>
      <p>{t('states.crashBody')}</p>
      <Button onClick={() => window.location.reload()}>{t('states.reload')}</Button>
    </main>
  );
}
