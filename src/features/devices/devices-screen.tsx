import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceActions } from './device-actions.tsx';
import { useDeviceColumns } from './device-columns.tsx';
import { DEVICE_FILTERS, useDeviceFields } from './device-filters.ts';
import { DevicePanel } from './device-panel.tsx';
import { deviceKey, mayTakeInStuckWork, useDevices } from './device-queries.ts';
import { StuckFileDialog } from './stuck-file-dialog.tsx';
import { useOpenDevice } from './use-open-device.ts';

/** `/devices`: who still holds unsent or lost work, and ending a device (admin, super admin, manager). */
export function DevicesScreen() {
  const t = useText();
  const url = useListState(deviceWatchCalls.listDevices.query, DEVICE_FILTERS, {
    isSizeChosen: true,
  });
  const devices = useDevices(url.asked);
  const fields = useDeviceFields();
  const columns = useDeviceColumns();
  const { device, isOpen, hrefOf, open, close } = useOpenDevice(devices.data?.data);
  return (
    <Page>
      <PageHeader
        title={t('menu.devices')}
        count={devices.data?.totalCount ?? null}
        subtitle={t('devices.subtitle')}
        {...(mayTakeInStuckWork() && { actions: <StuckFileButton /> })}
      />
      <List<WatchedDevice>
        name="devices"
        label={t('menu.devices')}
        columns={columns}
        list={devices}
        state={url}
        fields={fields}
        search={t('devices.search')}
        rowId={deviceKey}
        rowLabel={(row) => row.agentName}
        rowHref={hrefOf}
        rowActions={actionsWith(open)}
        empty={<NoDevices />}
        emptyFiltered={t('devices.emptyFiltered')}
      />
      <DevicePanel device={device} isOpen={isOpen} onClose={close} />
    </Page>
  );
}

function actionsWith(open: (device: WatchedDevice) => void) {
  return (device: WatchedDevice) => <DeviceActions device={device} onOpen={() => open(device)} />;
}

function StuckFileButton() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} stroke={1.8} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('devices.stuckFile')}
      </Button>
      {isOpen && <StuckFileDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function NoDevices() {
  const t = useText();
  return <EmptyState title={t('devices.emptyTitle')} body={t('devices.emptyBody')} />;
}
