import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDeviceWipe } from './use-device-wipe.ts';
import classes from './devices.module.css';

/** How a device's wipe stands, with the one button that fits: ask for it, or take it back. Stands by itself anywhere. */
export function DeviceWipe({ device }: { device: WatchedDevice }) {
  const t = useText();
  const { ask, cancel, isPending } = useDeviceWipe();
  const { wipe, wipeAskedAt, wipedAt, agentName } = device;
  if (wipe === 'ASKED') {
    return (
      <>
        <p>{t('devices.wipeWaits', { when: formatDayTime(wipeAskedAt) })}</p>
        <Button
          className={classes.start ?? ''}
          variant="default"
          loading={isPending}
          leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
          onClick={() => cancel(device)}
        >
          {t('devices.cancelWipe')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="rc-quiet">
        {wipe === 'DONE'
          ? t('devices.wipeWasDone', { when: formatDayTime(wipedAt), name: agentName })
          : t('devices.wipeHint')}
      </p>
      {wipe === 'NONE' && (
        <Button
          className={classes.start ?? ''}
          variant="outline"
          color="red"
          loading={isPending}
          leftSection={<IconEraser size={16} stroke={1.8} aria-hidden />}
          onClick={() => void ask(device)}
        >
          {t('devices.wipe')}
        </Button>
      )}
    </>
  );
}
