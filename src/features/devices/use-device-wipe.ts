import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useCancelWipe, useWipeDevice } from './device-queries.ts';

/** Asking for a device's wipe (after saying exactly what happens) and taking it back; both can be undone for a moment. */
export function useDeviceWipe(): {
  ask: (device: WatchedDevice) => Promise<void>;
  cancel: (device: WatchedDevice) => void;
  isPending: boolean;
} {
  const t = useText();
  const confirm = useConfirm();
  const wipe = useWipeDevice();
  const takeBack = useCancelWipe();
  const wipeAndTell = (device: WatchedDevice) =>
    whenDone(wipe.mutateAsync(device), () =>
      showUndo(t('devices.wipeAskedToast', { name: device.agentName }), () =>
        takeBack.mutate(device),
      ),
    );
  const ask = async (device: WatchedDevice) => {
    const name = device.agentName;
    const isSure = await confirm({
      title: t('devices.wipeAskTitle', { name }),
      body: t('devices.wipeAskBody', { name, count: device.unsentCount }),
      confirmLabel: t('devices.wipe'),
      isDangerous: true,
    });
    if (isSure) wipeAndTell(device);
  };
  const cancel = (device: WatchedDevice) =>
    whenDone(takeBack.mutateAsync(device), () =>
      showUndo(t('devices.cancelledToast'), () => wipe.mutate(device)),
    );
  return { ask, cancel, isPending: wipe.isPending || takeBack.isPending };
}
