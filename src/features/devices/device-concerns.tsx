import type { TFunction } from 'i18next';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { useRightNow } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What a phone keeps free for the next visits (src/offline/storage.ts). */
const LOW_BYTES = 30_000_000;

/** Something about a device that a manager should know. */
interface Concern {
  tone: Tone;
  label: string;
}

/** How many of a device's numbered items are lost and not yet asked about. */
function lostCount({ gaps }: Pick<WatchedDevice, 'gaps'>): number {
  return gaps.filter((gap) => gap.seenAt === null).reduce((sum, { missing }) => sum + missing, 0);
}

/** Whether a device's storage is nearly full; false when the device does not tell. */
function isStorageLow({ storage }: Pick<WatchedDevice, 'storage'>): boolean {
  if (storage === null || storage.quotaBytes === 0) return false;
  return storage.quotaBytes - storage.usageBytes < LOW_BYTES;
}

/** How far a device's clock is off, in words; null when it is right or was never told. */
export function clockWords(t: TFunction, device: WatchedDevice): string | null {
  const { clockOffsetMs, isClockOff } = device;
  if (!isClockOff || clockOffsetMs === null) return null;
  const size = Math.abs(clockOffsetMs);
  const time =
    size < HOUR_MS
      ? t('devices.minutes', { count: Math.round(size / 60_000) })
      : size < 2 * DAY_MS
        ? t('devices.hours', { count: Math.round(size / HOUR_MS) })
        : t('words.dayCount', { count: Math.round(size / DAY_MS) });
  return t(clockOffsetMs > 0 ? 'devices.clockAhead' : 'devices.clockBehind', { time });
}

/** What should be looked at on a device, the worst first; empty when all is well. */
function concernsOf(t: TFunction, device: WatchedDevice, now: number): Concern[] {
  const lost = lostCount(device);
  const isSilent = device.unsentCount > 0 && now - Date.parse(device.lastSeenAt) > DAY_MS;
  const clock = clockWords(t, device);
  const concerns: (Concern | false)[] = [
    lost > 0 && { tone: 'danger', label: t('devices.lostCount', { count: lost }) },
    device.refusedCount > 0 && {
      tone: 'danger',
      label: t('devices.refusedCount', { count: device.refusedCount }),
    },
    device.attentionCount > 0 && {
      tone: 'warn',
      label: t('devices.attentionCount', { count: device.attentionCount }),
    },
    isSilent && { tone: 'warn', label: t('devices.silent') },
    isStorageLow(device) && { tone: 'warn', label: t('devices.storageLow') },
    clock !== null && { tone: 'warn', label: clock },
    device.wipe === 'ASKED' && { tone: 'info', label: t('devices.wipeAsked') },
    device.wipe === 'DONE' && { tone: 'quiet', label: t('devices.wipeDone') },
  ];
  return concerns.filter((concern) => concern !== false);
}

/** A device's state as chips: what to look at, else how much is unsent, else that all is sent. */
export function DeviceConcerns({ device }: { device: WatchedDevice }) {
  const t = useText();
  const concerns = concernsOf(t, device, useRightNow(60_000));
  const { unsentCount } = device;
  return (
    <span className="rc-row-4">
      {concerns.map(({ tone, label }) => (
        <StatusChip key={label} tone={tone} label={label} />
      ))}
      {concerns.length === 0 && (
        <StatusChip
          tone={unsentCount === 0 ? 'good' : 'info'}
          label={
            unsentCount === 0
              ? t('words.allSent')
              : t('devices.unsentCount', { count: unsentCount })
          }
        />
      )}
    </span>
  );
}
