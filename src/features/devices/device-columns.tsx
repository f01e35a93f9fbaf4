import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { countColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { deviceName } from '../../lib/device-name.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceConcerns, clockWords } from './device-concerns.tsx';
import { storageWords } from './device-facts.ts';
import classes from './devices.module.css';

/** The columns of the device list; what a manager rarely asks is behind the column chooser. */
export function useDeviceColumns(): DataColumn<WatchedDevice>[] {
  const t = useText();
  return useMemo(() => [...mainColumns(t), ...moreColumns(t)], [t]);
}

function mainColumns(t: TFunction): DataColumn<WatchedDevice>[] {
  return [
    {
      key: 'agent',
      title: t('words.agent'),
      isFixed: true,
      render: (device) => <AgentName device={device} />,
      file: [{ of: ({ agentName }) => agentName }],
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'line',
      render: (device) => <DeviceConcerns device={device} />,
      // The other chips are of the moment at which they are read, or stand in columns of their own.
      file: [
        { of: ({ refusedCount }) => refusedCount, title: t('devices.refused') },
        { of: ({ attentionCount }) => attentionCount, title: t('devices.attention') },
        {
          of: ({ wipe }) => wipe,
          title: t('devices.wipeTitle'),
          words: { NONE: '', ASKED: t('devices.wipeAsked'), DONE: t('devices.wipeDone') },
        },
      ],
    },
    countColumn('unsent', t('words.unsent'), (device) => device.unsentCount),
    whenColumn('oldestUnsentAt', t('words.oldestUnsent'), '–'),
    whenColumn('lastSeenAt', t('words.lastContact'), '–'),
    textColumn('version', t('devices.version'), (device) => device.appVersion ?? '–'),
    textColumn('manager', t('words.manager'), (device) => device.managerName ?? '–'),
  ];
}

function moreColumns(t: TFunction): DataColumn<WatchedDevice>[] {
  const columns: DataColumn<WatchedDevice>[] = [
    whenColumn('lastDeliveredAt', t('words.lastDelivery'), t('words.never')),
    whenColumn('lastPulledAt', t('devices.lastPulled'), t('words.never')),
    textColumn(
      'clock',
      t('devices.clock'),
      (device) => clockWords(t, device) ?? t('devices.clockRight'),
      {
        file: [
          {
            of: ({ isClockOff }) => isClockOff,
            words: { true: t('devices.clockOff'), false: t('devices.clockRight') },
          },
        ],
      },
    ),
    textColumn('storage', t('devices.storage'), (device) => storageWords(t, device), {
      file: [
        {
          of: ({ storage }) => storage?.isPersisted,
          words: {
            true: t('devices.storageKept'),
            false: t('devices.storageNotKept'),
            '': t('devices.storageUnknown'),
          },
        },
      ],
    }),
  ];
  return columns.map((column) => Object.assign(column, { isHiddenAtFirst: true }));
}

function whenColumn(
  key: 'oldestUnsentAt' | 'lastSeenAt' | 'lastDeliveredAt' | 'lastPulledAt',
  title: string,
  none: string,
): DataColumn<WatchedDevice> {
  return {
    key,
    title,
    render: (device) => {
      const value = device[key];
      return value === null ? none : <When value={value} />;
    },
  };
}

/** Who the device belongs to; a person with several devices is told apart by the device's name. */
function AgentName({ device }: { device: WatchedDevice }) {
  const t = useText();
  return (
    <TwoLines
      first={device.agentName}
      second={`${t(`roles.${device.role}`)} · ${device.label === null ? t('devices.unnamed') : deviceName(device.label)}`}
    />
  );
}

/** An instant in words that go on, with the exact one under it. */
function When({ value }: { value: string }) {
  return (
    <span className={classes.name}>
      <RelativeTimeText value={value} />
      <span className={classes.small} data-exact>
        {formatDayTime(value)}
      </span>
    </span>
  );
}
