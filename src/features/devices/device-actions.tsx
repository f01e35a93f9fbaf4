import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconEraser, IconInfoCircle } from '@tabler/icons-react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useDeviceWipe } from './use-device-wipe.ts';

/** A row's menu: its details, and its wipe as far as it makes sense. */
export function DeviceActions({ device, onOpen }: { device: WatchedDevice; onOpen: () => void }) {
  const t = useText();
  const { ask, cancel } = useDeviceWipe();
  return (
    <RowMenu label={t('devices.actionsOf', { name: device.agentName })}>
      <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={onOpen}>
        {t('common.details')}
      </Menu.Item>
      {device.wipe === 'NONE' && (
        <Menu.Item
          c="var(--rc-danger)"
          leftSection={<IconEraser size={16} />}
          onClick={() => void ask(device)}
        >
          {t('devices.wipeShort')}
        </Menu.Item>
      )}
      {device.wipe === 'ASKED' && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => cancel(device)}>
          {t('devices.cancelWipe')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
