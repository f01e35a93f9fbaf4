import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { deviceKey } from './device-queries.ts';

const PARAM = 'device';

/** Which device of the list is looked at in full; the address knows it, so that a link and Back work. */
export interface OpenDevice {
  /** The device shown, as last read: one that a filter took off the list meanwhile stays on screen. Null: none yet. */
  device: WatchedDevice | null;
  isOpen: boolean;
  /** The address that opens a device, with the list's filters kept. */
  hrefOf: (device: WatchedDevice) => string;
  open: (device: WatchedDevice) => void;
  close: () => void;
}

/** The device that the address opens, among the rows of the list. */
export function useOpenDevice(rows: readonly WatchedDevice[] | undefined): OpenDevice {
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
