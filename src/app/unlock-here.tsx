import type { LoggedInUser } from '../../contract/auth.ts';
import { QuickUnlockPanel } from '../features/login/quick-unlock-panel.tsx';
import { enterQuickly } from './session-commands.ts';

/** On a login screen: whoever has a PIN or fingerprint on this phone comes in by it. Nothing where nobody has. */
export function UnlockHere({ onEntered }: { onEntered: () => void }) {
  const enter = (user: LoggedInUser) => {
    enterQuickly(user);
    onEntered();
  };
  return <QuickUnlockPanel userIds={null} onOpened={enter} />;
}
