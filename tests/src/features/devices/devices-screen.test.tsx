// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceWatchCalls } from '../../../../contract/device-watch.ts';
import type { WatchedDevice } from '../../../../contract/device-watch.ts';
import { DeviceWipe } from '../../../../src/features/devices/device-wipe.tsx';
import { DevicesScreen } from '../../../../src/features/devices/devices-screen.tsx';
import {
  FakeServer,
  Refusal,
  madeId,
  onePage,
  openScreen,
  press,
  settled,
  toasts,
  undo,
} from '../../support/screen.tsx';

const device: WatchedDevice = {
  deviceId: madeId(1),
  userId: madeId(2),
  agentName: 'Ravi Shah',
  username: 'ravi',
  role: 'FIELD_AGENT',
  managerName: 'Usha Rao',
  label: 'Chrome, Android',
  appVersion: '1',
  createdAt: '2026-11-01T04:30:00.000Z',
  lastSeenAt: '2026-11-02T04:30:00.000Z',
  lastDeliveredAt: null,
  lastPulledAt: null,
  unsentCount: 4,
  attentionCount: 0,
  oldestUnsentAt: '2026-11-02T03:30:00.000Z',
  refusedCount: 0,
  clockOffsetMs: 0,
  isClockOff: false,
  storage: null,
  gaps: [],
  wipe: 'NONE',
  wipeAskedAt: null,
  wipedAt: null,
};
const asked = { ...device, wipe: 'ASKED', wipeAskedAt: '2026-11-02T05:00:00.000Z' } as const;

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});
afterEach(() => vi.unstubAllGlobals());

it('the list says whose device still holds unsent work; the address narrows it', async () => {
  server.on(deviceWatchCalls.listDevices, onePage([device]));
  const view = await openScreen(<DevicesScreen />, server, '/devices?concern=UNSENT&search=ravi');
  expect(view.text()).toContain('Ravi Shah');
  expect(view.text()).toContain('4');
  expect(server.sentOf(deviceWatchCalls.listDevices)[0]?.query).toMatchObject({
    concern: 'UNSENT',
    search: 'ravi',
  });
});

it('a wipe says first what happens to unsent work; not confirmed, nothing is sent', async () => {
  server.on(deviceWatchCalls.wipeDevice, asked);
  await openScreen(<DeviceWipe device={device} />, server);
  await press('Wipe this device');
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('4 unsent items');
  await press('Cancel');
  expect(server.sent).toEqual([]);
});

it('a confirmed wipe is asked for once, and undo takes it back', async () => {
  server.on(deviceWatchCalls.wipeDevice, asked).on(deviceWatchCalls.cancelWipe, device);
  await openScreen(<DeviceWipe device={device} />, server);
  await press('Wipe this device');
  const confirm = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].at(-1);
  await act(async () => confirm?.click());
  await settled();
  expect(server.sentOf(deviceWatchCalls.wipeDevice)).toHaveLength(1);
  await undo();
  expect(server.sentOf(deviceWatchCalls.cancelWipe).map(({ body }) => body)).toEqual([
    { deviceId: device.deviceId, userId: device.userId },
  ]);
});

it('a wipe that was carried out meanwhile cannot be taken back, and says so', async () => {
  server.on(deviceWatchCalls.cancelWipe, () => {
    throw new Refusal(409, { code: 'ALREADY_WIPED', message: 'It was carried out already.' });
  });
  const view = await openScreen(<DeviceWipe device={asked} />, server);
  expect(view.text()).toContain('Carried out when the device is next in contact.');
  await press('Cancel the wipe');
  expect(toasts().join()).toContain('already');
});
