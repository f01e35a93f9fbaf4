import { useEffect } from 'react';
import { Page } from '../components/page.tsx';
import { OfflineState } from '../components/screen-state.tsx';
import { useText } from '../lib/texts/texts.ts';
import { useOnline } from '../lib/use-online.ts';
import { loadAgain, mayLoadAgain } from './missing-parts.ts';

/** How often it looks whether the app may be loaded again, milliseconds. */
const LOOK_MS = 5000;

/**
 * Stands within the frame for a screen whose files are not on this device yet, and brings it once there is a network. By
 * loading the app again: a browser may keep a failed file for as long as the page lives.
 */
export function PartAway() {
  const t = useText();
  const isOnline = useOnline();
  useEffect(() => {
    if (!isOnline) return undefined;
    const look = () => {
      if (mayLoadAgain()) loadAgain();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOnline]);
  return (
    <Page>
      <title>{`${t('states.offlineTitle')} · ${t('common.brand')}`}</title>
      <h1 className="rc-hidden">{t('states.offlineTitle')}</h1>
      <OfflineState onRetry={loadAgain} />
    </Page>
  );
}
