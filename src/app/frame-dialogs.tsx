import { Suspense, lazy, memo, useState, useSyncExternalStore } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import { messageRequestStore } from '../components/message-request.ts';
import { keysShownStore } from '../components/screen-keys.ts';
import { KeysHeld } from '../components/use-keys.ts';

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette-dialog.tsx')).PaletteDialog,
}));
const MessageDialogs = lazy(async () => ({
  default: (await import('../features/messages/message-dialogs.tsx')).MessageDialogs,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame's own dialogs: the command palette, the list of keys, messages to borrowers; loaded when they are first opened. */
export const FrameDialogs = memo(function FrameDialogs(props: {
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
