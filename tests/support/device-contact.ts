import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { WatchedDevice } from '../../contract/device-watch.ts';
import type { SealedOperation, deviceStateSchema } from '../../contract/queued-work.ts';
import type { PersonName, TestServer } from './server.ts';
import type { TestDevice } from './test-device.ts';

/** What a phone says of itself; the rest is that of a phone without a worry. */
export type SaidState = Partial<z.input<typeof deviceStateSchema>>;

/** A delivery's answer. */
export type DeliveryAnswer = CallAnswer<(typeof deviceCalls)['deliverOperations']>;

const stateOf = (said: SaidState) => ({
  appVersion: '1.0.1',
  unsentCount: 0,
  oldestUnsentAt: null,
  ...said,
});

/** Sends a phone's word and its operations; the answer as it comes. */
export async function sendContact(
  server: TestServer,
  phone: TestDevice,
  said: SaidState,
  operations: readonly SealedOperation[] = [],
) {
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/device/delivery',
    headers: { authorization: `Bearer ${phone.grant.deliveryToken}` },
    payload: { device: stateOf(said), operations },
  });
}

/** The same within the server's own life (epoch), its answer read. */
export async function contact(
  server: TestServer,
  phone: TestDevice,
  said: SaidState,
  operations: readonly SealedOperation[] = [],
): Promise<DeliveryAnswer> {
  const whole = { epoch: phone.grant.epoch, ...said };
  const answer = await sendContact(server, phone, whole, operations);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<DeliveryAnswer>();
}

/** The phone says that it is wiped. */
export const sayWiped = (server: TestServer, phone: TestDevice, said: SaidState = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/device/wiped',
    headers: { authorization: `Bearer ${phone.grant.deliveryToken}` },
    payload: { device: stateOf(said) },
  });

/** The devices that a person watches over, as listed. */
export async function watchedBy(
  server: TestServer,
  as: PersonName,
  query: Record<string, string> = {},
): Promise<WatchedDevice[]> {
  const answer = await server.call('GET', '/devices/watched', {
    as,
    query: { pageSize: '200', ...query },
  });
  return answer.json<{ data: WatchedDevice[] }>().data;
}

/** One phone as a person watches over it; undefined when it doesn't. */
export async function watched(
  server: TestServer,
  as: PersonName,
  phone: TestDevice,
): Promise<WatchedDevice | undefined> {
  const devices = await watchedBy(server, as);
  return devices.find((device) => device.deviceId === phone.grant.deviceId);
}
