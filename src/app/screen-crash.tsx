import { Button } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { log } from '../lib/log.ts';
import { endOpening } from '../lib/opening.ts';
import { useText } from '../lib/texts/texts.ts';
import { loadMissingPart } from './missing-parts.ts';
import classes from './screen-crash.module.css';

/** What stands where a screen threw: what to do, and that saved work is safe. */
export function ScreenCrash() {
  const t = useText();
  const error = useRouteError();
  const [isLoading, setLoading] = useState(true);
  useLayoutEffect(endOpening, []);
  useLayoutEffect(() => {
    if (loadMissingPart(error)) return;
    setLoading(false);
    log.error('A screen failed.', error);
  }, [error]);
  if (isLoading) return null;
  return (
    <main className={classes.crash} role="alert">
      <h1>{t('states.crashTitle')}</h1>
      <p>{t('states.crashBody')}</p>
      <Button onClick={() => window.location.reload()}>{t('states.reload')}</Button>
    </main>
  );
}
