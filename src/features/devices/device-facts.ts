import type { TFunction } from 'i18next';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import type { Fact } from '../../components/facts.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { clockWords } from './device-concerns.tsx';

/** How full a device is and whether its browser keeps what is there, in words. */
export function storageWords(t: TFunction, { storage }: Pick<WatchedDevice, 'storage'>): string {
  if (storage === null) return t('devices.storageUnknown');
  const { usageBytes, quotaBytes, isPersisted } = storage;
  const kept = t(isPersisted ? 'devices.storageKept' : 'devices.storageNotKept');
  if (quotaBytes === 0) return kept;
  const used = formatBytes(usageBytes);
  return `${t('devices.storageUsed', { used, quota: formatBytes(quotaBytes) })}, ${kept}`;
}

/** What there is to know about a device, in two labelled groups: its work, and the device itself. */
export function useDeviceFacts(device: WatchedDevice): { title: string; facts: Fact[] }[] {
  const t = useText();
  const when = (value: string | null) => (value === null ? t('words.never') : formatDayTime(value));
  const clock =
    device.clockOffsetMs === null ? '–' : (clockWords(t, device) ?? t('devices.clockRight'));
  return [
    {
      title: t('devices.concerns.UNSENT'),
      facts: [
        { label: t('words.unsent'), value: formatCount(device.unsentCount) },
        { label: t('words.oldestUnsent'), value: formatDayTime(device.oldestUnsentAt) },
        { label: t('devices.attention'), value: formatCount(device.attentionCount) },
        { label: t('devices.refused'), value: formatCount(device.refusedCount) },
      ],
    },
    {
      title: t('devices.deviceTitle'),
      facts: [
        { label: t('words.lastContact'), value: when(device.lastSeenAt) },
        { label: t('words.lastDelivery'), value: when(device.lastDeliveredAt) },
        { label: t('devices.lastPulled'), value: when(device.lastPulledAt) },
        { label: t('devices.version'), value: device.appVersion ?? '–' },
        { label: t('devices.clock'), value: clock },
        { label: t('devices.since'), value: formatDayTime(device.createdAt) },
        { label: t('devices.storage'), value: storageWords(t, device), isWide: true },
        { label: t('words.manager'), value: device.managerName ?? '–' },
      ],
    },
  ];
}
