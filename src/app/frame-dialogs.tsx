import { Suspense, lazy, useState, useSyncExternalStore } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import { keysShownStore } from '../components/screen-keys.ts';

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette-dialog.tsx')).PaletteDialog,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame's own dialogs: the command palette and the list of keys; loaded when they are first opened. */
export function FrameDialogs(props: {
  user: LoggedInUser;
  isPaletteOpen: boolean;
  onPaletteClose: () => void;
}) {
  const areKeysShown = useSyncExternalStore(keysShownStore.subscribe, keysShownStore.get);
  const wasPaletteOpen = useEver(props.isPaletteOpen);
  const wereKeysShown = useEver(areKeysShown);
  return (
    <Suspense>
      {wasPaletteOpen && (
        <PaletteDialog
          user={props.user}
          isOpen={props.isPaletteOpen}
          onClose={props.onPaletteClose}
        />
      )}
      {wereKeysShown && <KeysDialog />}
    </Suspense>
  );
}

/** Whether something was ever true since this was mounted. */
function useEver(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
