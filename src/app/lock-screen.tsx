import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { LoginLayout } from '../features/login/login-layout.tsx';
import { QuickUnlockPanel } from '../features/login/quick-unlock-panel.tsx';
import { useText } from '../lib/texts/texts.ts';
import classes from './lock-screen.module.css';
import { openScreen } from './phone-lock.ts';
import { loginPathOf } from './session.ts';
import { endSession } from './session-commands.ts';

/** Over everything while the phone is locked: PIN or fingerprint of whoever is logged in, or the way to the login. */
export function LockScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const navigate = useNavigate();
  const leave = async () => {
    await endSession('locked');
    await navigate(loginPathOf(user.role));
  };
  return (
    <div className={classes.cover}>
      <LoginLayout title={t('unlock.title')} tagline={t('unlock.kept')}>
        <QuickUnlockPanel userIds={[user._id]} onOpened={openScreen} />
        <Button variant="subtle" size="md" fullWidth mt={12} onClick={() => void leave()}>
          {t('unlock.otherWay')}
        </Button>
      </LoginLayout>
    </div>
  );
}
