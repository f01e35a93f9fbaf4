import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDotsVertical, IconEraser, IconInfoCircle } from '@tabler/icons-react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDeviceWipe } from './use-device-wipe.ts';

/** A row's menu: its details, and its wipe as far as it makes sense. */
export function DeviceActions({ device, onOpen }: { device: WatchedDevice; onOpen: () => void }) {
  const t = useText();
  const { ask, cancel } = useDeviceWipe();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('devices.actionsOf', { name: device.agentName })}
        >
          <IconDotsVertical size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={onOpen}>
          {t('devices.showDetails')}
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
      </Menu.Dropdown>
    </Menu>
  );
}
