import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from '../../../contract/call.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

/** The device list's query as the call takes it. */
export type DeviceQuery = NonNullable<CallInput<typeof deviceWatchCalls.listDevices>['query']>;

/** What became of a file with stuck work. */
export type StuckWork = CallAnswer<typeof deviceWatchCalls.importStuckWork>;

type DevicePage = CallAnswer<typeof deviceWatchCalls.listDevices>;

const KEY = 'devices';
/** Phones report at most every quarter of an hour; a minute keeps the list honest without load. */
const REFRESH_MS = 60_000;
/** A file with photos over an office's slow line. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** A page of devices, renewed every minute; the page before stays while the next is on its way. */
export function useDevices(query: DeviceQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) =>
      server.call(deviceWatchCalls.listDevices, { query }, { signal, isBackground: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** What names a device: the same phone may hold work of several people. */
export function deviceKey(device: Pick<WatchedDevice, 'deviceId' | 'userId'>): string {
  return `${device.deviceId}~${device.userId}`;
}

/** Puts a changed device into every list that shows it, at once; then the lists are read again. */
function useDeviceChange<Input>(change: (input: Input) => Promise<WatchedDevice>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (device) => putIn(client, device),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

function putIn(client: QueryClient, changed: WatchedDevice): void {
  client.setQueriesData<DevicePage>({ queryKey: [KEY, 'list'] }, (page) =>
    page === undefined
      ? page
      : {
          ...page,
          data: page.data.map((device) =>
            deviceKey(device) === deviceKey(changed) ? changed : device,
          ),
        },
  );
}

const idsOf = ({ deviceId, userId }: WatchedDevice) => ({ deviceId, userId });

/** Asks for a device's wipe, carried out at its next contact. */
export function useWipeDevice() {
  return useDeviceChange((device: WatchedDevice) =>
    server.call(deviceWatchCalls.wipeDevice, { body: idsOf(device) }),
  );
}

/** Takes a wipe back that was not carried out yet. */
export function useCancelWipe() {
  return useDeviceChange((device: WatchedDevice) =>
    server.call(deviceWatchCalls.cancelWipe, { body: idsOf(device) }),
  );
}

/** Notes that the agent was asked about lost work. */
export function useMarkGapSeen() {
  return useDeviceChange((gapId: string) =>
    server.call(deviceWatchCalls.markGapSeen, { body: { _id: gapId } }),
  );
}

/** Takes in a file that an agent exported from the outbox. */
export function useImportStuckWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      server.call(
        deviceWatchCalls.importStuckWork,
        { files: { file: [file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Whether the person logged in may take in stuck files; the server checks again. */
export function mayTakeInStuckWork(): boolean {
  const role = storedUser()?.role;
  return role !== undefined && deviceWatchCalls.importStuckWork.roles.some((each) => each === role);
}
