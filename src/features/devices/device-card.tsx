import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceConcerns } from './device-concerns.tsx';
import classes from './devices.module.css';

/** A device as a card, for a phone: whose, how it stands, since when it was not heard of. */
export function DeviceCard({ device }: { device: WatchedDevice }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <span className={classes.name}>
        <strong>{device.agentName}</strong>
        <span className={classes.small}>
          {`${t(`roles.${device.role}`)} · ${device.label ?? t('devices.unnamed')}`}
        </span>
      </span>
      <DeviceConcerns device={device} />
      <span className={classes.quiet}>
        {`${t('devices.lastContact')}: `}
        <RelativeTimeText value={device.lastSeenAt} />
      </span>
      {device.oldestUnsentAt !== null && (
        <span className={classes.quiet}>
          {`${t('devices.unsentCount', { count: device.unsentCount })} · ${t('devices.oldest')}: `}
          <RelativeTimeText value={device.oldestUnsentAt} />
        </span>
      )}
    </div>
  );
}
