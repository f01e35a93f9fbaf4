import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AgentDevice } from '../../../contract/report.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAgentDevices } from './report-queries.ts';
import classes from './reports.module.css';

/** Which field agents hold unsent work, since when, and when their devices last synced. */
export function AgentDevices() {
  const t = useText();
  const [page, setPage] = useState(1);
  const [isUnsentOnly, setUnsentOnly] = useState(false);
  const devices = useAgentDevices(page, isUnsentOnly);
  const columns = useDeviceColumns();
  return (
    <section className={classes.section} aria-label={t('reports.devices')}>
      <div className={classes.between}>
        <div>
          <h2 className={classes.title}>{t('reports.devices')}</h2>
          <p className={classes.quiet}>{t('reports.devicesHint')}</p>
        </div>
        <Checkbox
          label={t('reports.unsentOnly')}
          checked={isUnsentOnly}
          onChange={(event) => {
            setUnsentOnly(event.currentTarget.checked);
            setPage(1);
          }}
        />
      </div>
      {devices.isError && devices.data === undefined ? (
        <LoadProblem error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <DataTable<AgentDevice>
          name="agent-devices"
          label={t('reports.devices')}
          columns={columns}
          rows={devices.data?.data}
          rowId={(device) => device.deviceId}
          rowLabel={(device) => device.Agent_Name}
          totalCount={devices.data?.totalCount ?? 0}
          page={page}
          onPage={setPage}
          isFetching={devices.isPlaceholderData}
          hasColumnChooser={false}
          renderCard={(device) => <DeviceCard device={device} />}
          empty={t(isUnsentOnly ? 'reports.allSent' : 'reports.devicesNone')}
        />
      )}
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
      { key: 'agent', title: t('reports.fieldAgent'), render: (device) => device.Agent_Name },
      { key: 'unsent', title: t('reports.unsent'), render: (device) => <Unsent device={device} /> },
      when('oldestUnsentAt', t('reports.oldest'), '–'),
      when('lastSeenAt', t('reports.lastSeen'), t('reports.never')),
      when('lastDeliveredAt', t('reports.lastDelivered'), t('reports.never')),
      when('lastPulledAt', t('reports.lastPulled'), t('reports.never')),
      { key: 'version', title: t('reports.version'), render: (device) => device.appVersion ?? '–' },
    ];
  }, [t]);
}

function Unsent({ device }: { device: AgentDevice }) {
  const t = useText();
  if (device.isRevoked) return <StatusChip tone="danger" label={t('reports.revoked')} />;
  if (device.unsentCount === 0) return <StatusChip tone="good" label={t('reports.allSent')} />;
  const label = `${formatCount(device.unsentCount)} ${t('reports.unsent').toLowerCase()}`;
  return <StatusChip tone="warn" label={label} />;
}

function DeviceCard({ device }: { device: AgentDevice }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <strong>{device.Agent_Name}</strong>
        <Unsent device={device} />
      </div>
      <div className={classes.quiet}>
        {`${t('reports.lastSeen')}: `}
        {device.lastSeenAt === null ? (
          t('reports.never')
        ) : (
          <RelativeTimeText value={device.lastSeenAt} />
        )}
      </div>
      {device.oldestUnsentAt !== null && (
        <div className={classes.quiet}>
          {`${t('reports.oldest')}: `}
          <RelativeTimeText value={device.oldestUnsentAt} />
        </div>
      )}
    </div>
  );
}
