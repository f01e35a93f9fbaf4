import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { Page, PageHeader } from '../components/page.tsx';
import { EmptyState } from '../components/screen-state.tsx';
import { useText } from '../lib/texts/texts.ts';
import { AppFrame } from './app-frame.tsx';
import classes from './screen-crash.module.css';
import { sessionStore } from './session.ts';

/** The screen of every address that is none (spec 2.1); whoever is logged in keeps the menu. */
export function NotFound() {
  const t = useText();
  const user = useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
  const state = (
    <EmptyState
      icon={<IconMapOff size={24} stroke={1.6} />}
      title={t('states.notFoundBody')}
      action={
        <Button component={Link} to="/">
          {t('states.goHome')}
        </Button>
      }
    />
  );
  if (user === null)
    return (
      <main className={classes.crash}>
        <title>{`${t('states.notFoundTitle')} · ${t('common.brand')}`}</title>
        <h1>{t('states.notFoundTitle')}</h1>
        {state}
      </main>
    );
  return (
    <AppFrame user={user}>
      <Page>
        <PageHeader title={t('states.notFoundTitle')} />
        {state}
      </Page>
    </AppFrame>
  );
}
