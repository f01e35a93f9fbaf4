import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../components/screen-state.tsx';
import { useText } from '../lib/texts/texts.ts';
import classes from './screen-crash.module.css';

/** The screen of every address that is none (spec 2.1). */
export function NotFound() {
  const t = useText();
  return (
    <main className={classes.crash}>
      <title>{`${t('states.notFoundTitle')} · ${t('common.brand')}`}</title>
      <h1 className="rc-hidden">{t('states.notFoundTitle')}</h1>
      <EmptyState
        icon={<IconMapOff size={24} stroke={1.6} />}
        title={t('states.notFoundTitle')}
        body={t('states.notFoundBody')}
        action={
          <Button component={Link} to="/">
            {t('states.goHome')}
          </Button>
        }
      />
    </main>
  );
}
