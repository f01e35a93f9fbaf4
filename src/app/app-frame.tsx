import {
  Suspense,
  lazy,
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { LoadingOverlay } from '../components/loading-overlay.tsx';
import { showScreenKeys, keysShownStore } from '../components/screen-keys.ts';
import { useKeys, KeysHeld } from '../components/use-keys.ts';
import { usePhone } from '../components/use-phone.ts';
import { holdOpening } from '../lib/opening.ts';
import { useText } from '../lib/texts/texts.ts';
import { isOfflineRole } from './session-hooks.ts';
import { FrameSlots } from './frame-slots.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './app-frame.module.css';
import { messageRequestStore } from '../components/message-request.ts';

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette-dialog.tsx')).PaletteDialog,
}));
const MessageDialogs = lazy(async () => ({
  default: (await import('../features/messages/message-dialogs.tsx')).MessageDialogs,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame's own dialogs: the command palette, the list of keys, messages to borrowers; loaded when they are first opened. */
const FrameDialogs = memo(function FrameDialogs(props: {
  user: LoggedInUser;
  isPaletteOpen: boolean;
  onPaletteClose: () => void;
}) {
  const areKeysShown = useSyncExternalStore(keysShownStore.subscribe, keysShownStore.get);
  const isMessageAsked =
    useSyncExternalStore(messageRequestStore.subscribe, messageRequestStore.get) !== null;
  const wasMessageAsked = useEver(isMessageAsked);
  const wasPaletteOpen = useEver(props.isPaletteOpen);
  const wereKeysShown = useEver(areKeysShown);
  return (
    <Suspense fallback={<KeysHeld />}>
      {wasPaletteOpen && (
        <PaletteDialog
          user={props.user}
          isOpen={props.isPaletteOpen}
          onClose={props.onPaletteClose}
        />
      )}
      {wereKeysShown && <KeysDialog />}
      {wasMessageAsked && <MessageDialogs />}
    </Suspense>
  );
});

/** Whether something was ever true since this was mounted. */
function useEver(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

const DeviceNotice = lazy(async () => ({
  default: (await import('./device-notice.tsx')).DeviceNotice,
}));

const PhoneNotices = lazy(async () => ({
  default: (await import('./phone-notices.tsx')).PhoneNotices,
}));

/** What these notices say is known later than the screen below them. */
const LATE_NOTICES = ['device', 'password'] as const;

const MENU_KEY = 'recoup.menu';

/**
 * The frame around every guarded screen: top bar, side menu, and on a phone the tabs at the bottom. It is drawn anew with every
 * step: its parts are memos, so that the screen does not wait for them.
 */
export function AppFrame({ user, children }: { user: LoggedInUser; children: ReactNode }) {
  const t = useText();
  const isPhone = usePhone();
  // The menu starts as a mini one (spec 2.3); how it was left is kept. A phone's drawer starts shut.
  const [isWide, setWide] = useState(() => localStorage.getItem(MENU_KEY) === 'wide');
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The drawer belongs to the page it was opened on: going elsewhere shuts it.
  const [drawerPath, setDrawerPath] = useState<string | null>(null);
  const drawerPage = isPhone ? pathname : null;
  const isDrawerOpen = drawerPage !== null && drawerPath === drawerPage;
  const closeDrawer = useCallback(() => setDrawerPath(null), []);
  const toggleDrawer = useCallback(
    () => setDrawerPath(isDrawerOpen ? null : drawerPage),
    [drawerPage, isDrawerOpen],
  );
  const toggleWords = useCallback(() => {
    localStorage.setItem(MENU_KEY, isWide ? 'mini' : 'wide');
    setWide(!isWide);
  }, [isWide]);
  const toggle = isPhone ? toggleDrawer : toggleWords;
  const isMenuOpen = isPhone ? isDrawerOpen : isWide;
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const closePalette = useCallback(() => setPaletteOpen(false), []);
  const openPalette = useCallback(() => {
    setDrawerPath(null);
    setPaletteOpen(true);
  }, []);
  useKeys({ 'Ctrl+k': openPalette, m: toggle, '?': showScreenKeys });
  return (
    <div className={classes.frame} data-wide={(!isPhone && isWide) || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('common.skipToContent')}
      </button>
      {/* On a phone the tabs have the menu: the bar is not drawn anew with every page. */}
      <TopBar user={user} isMenuOpen={isWide} onToggleMenu={toggleWords} onSearch={openPalette} />
      <SideMenu
        user={user}
        isWide={isMenuOpen}
        isDrawer={isPhone}
        onClose={closeDrawer}
        onOpen={toggle}
        onSearch={openPalette}
      />
      <main ref={main} className={classes.main} tabIndex={-1}>
        {isOfflineRole(user.role) && <LateNotices user={user} />}
        <FrameSlots>
          <Suspense>{children}</Suspense>
        </FrameSlots>
      </main>
      <LoadingOverlay />
      <FrameDialogs user={user} isPaletteOpen={isPaletteOpen} onPaletteClose={closePalette} />
      {isPhone && <PhoneTabs role={user.role} onMore={toggle} isMoreOpen={isDrawerOpen} />}
    </div>
  );
}

/** Lines over the screen; a start's picture of the day stays until it is known whether they are there. */
const LateNotices = memo(function LateNotices({ user }: { user: LoggedInUser }) {
  useLayoutEffect(() => {
    for (const notice of LATE_NOTICES) holdOpening(notice);
  }, []);
  return (
    <Suspense>
      <DeviceNotice />
      <PhoneNotices user={user} />
    </Suspense>
  );
});
