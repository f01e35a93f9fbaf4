import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { useIsInDialog } from './dialog-around.ts';
import { pageTitleStore } from './page-title.ts';
import { EmptyState } from './screen-state.tsx';

/** The address names no record, or one that is not there or not the viewer's to see: back to where it is chosen. */
export function NotHere(props: { title: string; body?: ReactNode }) {
  const t = useText();
  const page = useSyncExternalStore(pageTitleStore.subscribe, pageTitleStore.get);
  const isInDialog = useIsInDialog();
  const backTo = page?.backTo ?? '/';
  return (
    <EmptyState
      {...props}
      action={
        !isInDialog && (
          <Button component={Link} to={backTo} variant="default">
            {t(backTo === '/' ? 'states.goHome' : 'states.goBack')}
          </Button>
        )
      }
    />
  );
}
