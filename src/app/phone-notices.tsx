import { Button } from '@mantine/core';
import { Suspense, lazy, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { usePhone } from '../components/use-phone.ts';
import { useDeviceQuery } from '../data/device-query.ts';
import { releaseOpening } from '../lib/opening.ts';
import { useText } from '../lib/texts/texts.ts';
import { useOnline } from '../lib/use-online.ts';
import { isQuickUnlockOffered, noteOffered } from '../offline/quick-unlock-offer.ts';
import classes from './phone-notices.module.css';
import { passwordDueStore } from './lock-store.ts';
import { PROFILES } from './profile-paths.ts';
import { isPasswordDue, logInAgain, loginWords } from './session-commands.ts';

const PasswordAgain = lazy(async () => {
  const { PasswordAgain: Asks } = await import('../features/login/password-again.tsx');
  return { default: Asks };
});

/** Lines over every screen of a phone: the password that is due, and once after a login the offer of a PIN. */
export function PhoneNotices({ user }: { user: LoggedInUser }) {
  return (
    <>
      <PasswordDue />
      <Offer user={user} />
    </>
  );
}

async function send(password: string): Promise<string | null> {
  try {
    return await logInAgain(password);
  } catch (error) {
    return loginWords(error);
  }
}

/** Nobody is stopped by it: what lies on the phone and what is saved on it needs no session. */
function PasswordDue() {
  const t = useText();
  const isDue = useSyncExternalStore(passwordDueStore.subscribe, passwordDueStore.get);
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  // Without a session the phone finds out in a moment whether it is due.
  const isKnown = isDue || !isOnline || !isPasswordDue();
  useLayoutEffect(() => {
    if (isKnown) releaseOpening('password');
  }, [isKnown]);
  if (!isDue || !isOnline) return null;
  return (
    <aside className={classes.notice} aria-label={t('unlock.due')}>
      <span className="rc-words">{t('unlock.due')}</span>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('unlock.givePassword')}
      </Button>
      <Suspense>
        {isAsking && <PasswordAgain onSend={send} onClose={() => setAsking(false)} />}
      </Suspense>
    </aside>
  );
}

function Offer({ user }: { user: LoggedInUser }) {
  const t = useText();
  const isPhone = usePhone();
  const [isAnswered, setAnswered] = useState(false);
  const offered = useDeviceQuery({
    key: ['frame', 'unlock-offer', user._id],
    topics: ['vault'],
    load: () => isQuickUnlockOffered(user._id),
  });
  const path = PROFILES[user.role];
  if (!isPhone || isAnswered || offered.data !== true || path === undefined) return null;
  const answer = () => {
    setAnswered(true);
    void noteOffered(user._id);
  };
  return (
    <aside className={classes.notice} aria-label={t('unlock.offer')} data-passing>
      <span className="rc-words">{t('unlock.offer')}</span>
      <Button size="sm" component={Link} to={`${path}#unlock`} onClick={answer}>
        {t('unlock.setUp')}
      </Button>
      <Button size="sm" variant="subtle" color="gray" onClick={answer}>
        {t('unlock.notNow')}
      </Button>
    </aside>
  );
}
