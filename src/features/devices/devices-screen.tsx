import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceCard } from './device-card.tsx';
import { useDeviceColumns } from './device-columns.tsx';
import { DEVICE_FILTERS, deviceQueryOf, useDeviceFields } from './device-filters.ts';
import { DevicePanel } from './device-panel.tsx';
import { deviceKey, mayTakeInStuckWork, useDevices } from './device-queries.ts';
import { StuckFileDialog } from './stuck-file-dialog.tsx';
import { useOpenDevice } from './use-open-device.ts';

/** `/devices`: who still holds unsent or lost work, and ending a device (admin, super admin, manager). */
export function DevicesScreen() {
  const t = useText();
  const url = useUrlFilters(DEVICE_FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const devices = useDevices({ ...deviceQueryOf(url.values), page: url.page, pageSize });
  const fields = useDeviceFields();
  const columns = useDeviceColumns();
  const { device, isOpen, hrefOf, open, close } = useOpenDevice(devices.data?.data);
  return (
    <Page>
      <PageHeader
        title={t('devices.title')}
        count={devices.data?.totalCount ?? null}
        subtitle={t('devices.subtitle')}
        {...(mayTakeInStuckWork() && { actions: <StuckFileButton /> })}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('devices.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {devices.isError && devices.data === undefined ? (
        <LoadProblem error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <DataTable<WatchedDevice>
          name="devices"
          label={t('devices.title')}
          columns={columns}
          rows={devices.data?.data}
          rowId={deviceKey}
          rowLabel={(row) => row.agentName}
          rowHref={hrefOf}
          totalCount={devices.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          pageSize={pageSize}
          isFetching={devices.isPlaceholderData}
          renderCard={(row) => <DeviceCard device={row} />}
          rowActions={actionsWith(open)}
          empty={<NoDevices isFiltered={url.isFiltered} />}
        />
      )}
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

function NoDevices({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  if (isFiltered) return t('devices.emptyFiltered');
  return <EmptyState title={t('devices.emptyTitle')} body={t('devices.emptyBody')} />;
}
