import type { CallAnswer, QueryOf } from '../../../contract/call.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery, useChangeAnswers } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { server } from '../../remote/session-client.ts';

/** The device list's query as the call takes it. */
export type DeviceQuery = QueryOf<typeof deviceWatchCalls.listDevices>;

/** What became of a file with stuck work. */
export type StuckWork = CallAnswer<typeof deviceWatchCalls.importStuckWork>;

/** Phones report at most every quarter of an hour; a minute keeps the list honest without load. */
const REFRESH_MS = 60_000;
/** A file with photos over an office's slow line. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** A page of devices, renewed every minute; the page before stays while the next is on its way. */
export function useDevices(query: DeviceQuery) {
  return useCallQuery(
    deviceWatchCalls.listDevices,
    { query },
    { keepsPrevious: true, isBackground: true, refetchInterval: REFRESH_MS },
  );
}

/** What names a device: the same phone may hold work of several people. */
export function deviceKey(device: Pick<WatchedDevice, 'deviceId' | 'userId'>): string {
  return `${device.deviceId}~${device.userId}`;
}

/** Puts a changed device into every list that shows it, at once; then the lists are read again. */
function useDeviceChange<Given>(send: (given: Given) => Promise<WatchedDevice>) {
  const changePages = useChangeAnswers(deviceWatchCalls.listDevices);
  const putIn = (changed: WatchedDevice) => {
    const key = deviceKey(changed);
    changePages((page) => ({
      ...page,
      data: page.data.map((device) => (deviceKey(device) === key ? changed : device)),
    }));
  };
  return useCommand(send, { changes: ['devices'], onDone: putIn });
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
  return useCommand(
    (file: File) =>
      server.call(
        deviceWatchCalls.importStuckWork,
        { files: { file: [file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    { changes: ['devices'], readsAgain: 'done', isQuiet: true },
  );
}

/** Whether the person logged in may take in stuck files; the server checks again. */
export const mayTakeInStuckWork = (): boolean => mayCall(deviceWatchCalls.importStuckWork);
