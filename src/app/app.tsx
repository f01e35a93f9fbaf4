import { MantineProvider, localStorageColorSchemeManager, Button } from '@mantine/core';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import { keepFocus } from '../components/focus-keeping.ts';
import { resolveTokens } from '../components/theme-tokens.ts';
import { theme } from '../components/theme.ts';
import { guardPresses } from '../components/press-guard.ts';
import { ToastHost } from '../components/toast-host.tsx';
import { followPrinting } from './light-paper.ts';
import { createRouter } from './router.tsx';
import { followOtherTabs } from './session.ts';
import { createStore } from '../lib/store.ts';
import { useText } from '../lib/texts/texts.ts';
import { updateStore } from './service-worker-link.ts';
import classes from './update-banner.module.css';

/** The update that was put off; a later one is told again. */
const putOff = createStore<(() => void) | null>(null);

/** Says that a new version is ready; it may be put off. Nothing reloads by itself. */
function UpdateBanner() {
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

const colors = localStorageColorSchemeManager({ key: 'recoup.colors' });

/** The whole app: theme, router, toasts, the watch over the session, the update banner. */
export function App() {
  const [router] = useState(createRouter);
  useEffect(() => followOtherTabs(), []);
  useEffect(followPrinting, []);
  useEffect(keepFocus, []);
  useEffect(guardPresses, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveTokens}
      colorSchemeManager={colors}
      defaultColorScheme="auto"
    >
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
      <UpdateBanner />
      <ToastHost />
    </MantineProvider>
  );
}
