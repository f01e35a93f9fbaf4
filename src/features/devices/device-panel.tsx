import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { useBackCloses } from '../../components/back-closes.ts';
import { useIsAsking } from '../../components/confirm-dialog.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { deviceName } from '../../lib/device-name.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceConcerns } from './device-concerns.tsx';
import { useDeviceFacts } from './device-facts.ts';
import { DeviceGaps } from './device-gaps.tsx';
import { DeviceWipe } from './device-wipe.tsx';
import classes from './devices.module.css';

/** One device in full beside the list: its state, lost work, facts, and its wipe. */
export function DevicePanel({
  device,
  isOpen,
  onClose,
}: {
  /** The device shown, also while the panel slides out; null before the first. */
  device: WatchedDevice | null;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  const isAsking = useIsAsking();
  useBackCloses(isOpen, onClose, true);
  return (
    <Drawer
      opened={isOpen && device !== null}
      onClose={onClose}
      closeOnEscape={!isAsking}
      position="right"
      size={isPhone ? '100%' : 480}
      title={device?.agentName}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 140 }}
      classNames={{ title: 'rc-title' }}
    >
      {device !== null && <DeviceDetails device={device} />}
    </Drawer>
  );
}

function DeviceDetails({ device }: { device: WatchedDevice }) {
  const t = useText();
  const groups = useDeviceFacts(device);
  const name = [
    device.username,
    device.label === null ? t('devices.unnamed') : deviceName(device.label),
  ].join(' · ');
  return (
    <div className={classes.details}>
      <p className="rc-quiet">{`${t(`roles.${device.role}`)} · ${name}`}</p>
      <DeviceConcerns device={device} />
      {device.gaps.length > 0 && (
        <Part title={t('devices.concerns.GAPS')}>
          <DeviceGaps gaps={device.gaps} />
        </Part>
      )}
      {groups.map((group) => (
        <FactGroup key={group.title} {...group} />
      ))}
      <Part title={t('devices.wipeTitle')}>
        <DeviceWipe device={device} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rc-stack-10">
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </section>
  );
}
