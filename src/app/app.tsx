import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { keepFocus } from '../components/focus-keeping.ts';
import { resolveTokens } from '../components/theme-tokens.ts';
import { theme } from '../components/theme.ts';
import { guardPresses } from '../components/press-guard.ts';
import { ToastHost } from '../components/toast-host.tsx';
import { followPrinting } from './light-paper.ts';
import { createRouter } from './router.tsx';
import { followOtherTabs } from './session.ts';
import { UpdateBanner } from './update-banner.tsx';

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
