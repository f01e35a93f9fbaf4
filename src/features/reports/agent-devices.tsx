import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AgentDevice } from '../../../contract/report.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAgentDevices } from './report-queries.ts';
import classes from './reports.module.css';

/** Which field agents hold unsent work, since when, and when their devices last synced. */
export function AgentDevices() {
  const t = useText();
  const state = useOwnPage();
  const [isUnsentOnly, setUnsentOnly] = useState(false);
  const devices = useAgentDevices(state.page, isUnsentOnly);
  const columns = useDeviceColumns();
  return (
    <section className={classes.section} aria-label={t('reports.devices')}>
      <div className={classes.between}>
        <div>
          <h2 className="rc-title">{t('reports.devices')}</h2>
          <p className="rc-quiet-small">{t('reports.devicesHint')}</p>
        </div>
        <Checkbox
          label={t('reports.unsentOnly')}
          checked={isUnsentOnly}
          onChange={(event) => {
            setUnsentOnly(event.currentTarget.checked);
            state.setPage(1);
          }}
        />
      </div>
      <List<AgentDevice>
        name="agent-devices"
        label={t('reports.devices')}
        columns={columns}
        list={devices}
        state={state}
        rowId={(device) => device.deviceId}
        rowLabel={(device) => device.Agent_Name}
        hasColumnChooser={false}
        empty={t(isUnsentOnly ? 'words.allSent' : 'reports.devicesNone')}
      />
    </section>
  );
}

function useDeviceColumns(): DataColumn<AgentDevice>[] {
  const t = useText();
  return useMemo(() => {
    const when = (
      key: 'oldestUnsentAt' | 'lastSeenAt' | 'lastDeliveredAt' | 'lastPulledAt',
      title: string,
      none: string,
    ): DataColumn<AgentDevice> => ({
      key,
      title,
      render: (device) => {
        const value = device[key];
        return value === null ? none : <RelativeTimeText value={value} />;
      },
    });
    return [
      textColumn('agent', t('loanFields.fieldAgentName'), (device) => device.Agent_Name, {
        card: 'title',
      }),
      {
        key: 'unsent',
        title: t('words.unsent'),
        card: 'aside',
        render: (device) => <Unsent device={device} />,
      },
      when('oldestUnsentAt', t('words.oldestUnsent'), '–'),
      when('lastSeenAt', t('words.lastContact'), t('words.never')),
      when('lastDeliveredAt', t('words.lastDelivery'), t('words.never')),
      when('lastPulledAt', t('reports.lastPulled'), t('words.never')),
      textColumn('version', t('reports.version'), (device) => device.appVersion ?? '–'),
    ];
  }, [t]);
}

function Unsent({ device }: { device: AgentDevice }) {
  const t = useText();
  if (device.isRevoked) return <StatusChip tone="danger" label={t('reports.revoked')} />;
  if (device.unsentCount === 0) return <StatusChip tone="good" label={t('words.allSent')} />;
  const label = `${formatCount(device.unsentCount)} ${t('words.unsent').toLowerCase()}`;
  return <StatusChip tone="warn" label={label} />;
}
