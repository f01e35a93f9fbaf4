import { Button, Menu } from '@mantine/core';
import { IconFileUpload, IconArrowBackUp, IconEraser, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { deviceWatchCalls, DEVICE_CONCERNS } from '../../../contract/device-watch.ts';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useDeviceColumns } from './device-columns.tsx';
import { DevicePanel } from './device-panel.tsx';
import { deviceKey, mayTakeInStuckWork, useDevices } from './device-queries.ts';
import { StuckFileDialog } from './stuck-file-dialog.tsx';
import { useDeviceWipe } from './use-device-wipe.ts';

const PARAM = 'device';

/** Which device of the list is looked at in full; the address knows it, so that a link and Back work. */
interface OpenDevice {
  /** The device shown, as last read: one that a filter took off the list meanwhile stays on screen. Null: none yet. */
  device: WatchedDevice | null;
  isOpen: boolean;
  /** The address that opens a device, with the list's filters kept. */
  hrefOf: (device: WatchedDevice) => string;
  open: (device: WatchedDevice) => void;
  close: () => void;
}

/** The device that the address opens, among the rows of the list. */
function useOpenDevice(rows: readonly WatchedDevice[] | undefined): OpenDevice {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(PARAM);
  const [last, setLast] = useState<WatchedDevice | null>(null);
  const found = rows?.find((row) => deviceKey(row) === wanted) ?? null;
  if (found !== null && found !== last) setLast(found);
  const device = found ?? last;
  const withDevice = (key: string | null) => (current: URLSearchParams) => {
    const next = new URLSearchParams(current);
    if (key === null) next.delete(PARAM);
    else next.set(PARAM, key);
    return next;
  };
  return {
    device,
    isOpen: device !== null && deviceKey(device) === wanted,
    hrefOf: (row) => `?${withDevice(deviceKey(row))(params).toString()}`,
    open: (row) => setParams(withDevice(deviceKey(row))),
    close: () => setParams(withDevice(null), { replace: true }),
  };
}

/** The filters of the device list as the address holds them. */
const DEVICE_FILTERS = { search: 'text', concern: 'text' } as const;

/** The filter bar's one field: what to look at. */
function useDeviceFields(): FilterField[] {
  const t = useText();
  return [
    choiceField(
      'concern',
      t('devices.concern'),
      choices(DEVICE_CONCERNS, (concern) => t(`devices.concerns.${concern}`)),
    ),
  ];
}

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

/** A row's menu: its details, and its wipe as far as it makes sense. */
function DeviceActions({ device, onOpen }: { device: WatchedDevice; onOpen: () => void }) {
  const t = useText();
  const { ask, cancel } = useDeviceWipe();
  return (
    <RowMenu label={t('words.actionsOf', { name: device.agentName })}>
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
