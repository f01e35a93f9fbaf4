import { describe, expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/141 Mobile';

const server = testServer();

const register = async (as: PersonName, deviceId = newId(), label = PHONE) =>
  (await registerTestDevice(server, as, deviceId, label)).grant;

/** A phone says that it gave out so many numbers, which all still wait on it. */
async function tell(token: string, epoch: string, givenSequence: number): Promise<void> {
  const device = {
    appVersion: '1',
    unsentCount: givenSequence,
    oldestUnsentAt: '2026-11-20T10:00:00.000Z',
    givenSequence,
    waiting: [[1, givenSequence]],
    epoch,
  };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/device/delivery',
    headers: { authorization: `Bearer ${token}` },
    payload: { device, operations: [] },
  });
  expect(answer.statusCode).toBe(200);
}

describe('a phone whose storage was cleared whole', () => {
  it('is told what it had and never brought, once, and its manager sees the numbers', async () => {
    const first = await register('fieldagent');
    expect(first.replaces ?? null).toBeNull();
    await tell(first.deliveryToken, first.epoch, 5);
    const deviceId = newId();
    expect((await register('fieldagent', deviceId)).replaces).toMatchObject({ missingCount: 5 });
    expect((await register('fieldagent', deviceId)).replaces ?? null).toBeNull();
    const watched = await server.call('GET', '/devices/watched', { as: 'admin' });
    const devices = watched.json<{ data: { deviceId: string; gaps: unknown[] }[] }>().data;
    const old = devices.find((device) => device.deviceId === first.deviceId);
    expect(old?.gaps).toMatchObject([{ firstSequence: 1, lastSequence: 5 }]);
  });

  it('is no other person’s, no desk’s, and none with another browser', async () => {
    const desk = 'Mozilla/5.0 (X11; Linux) Chrome/141';
    await register('collector', newId(), desk);
    expect((await register('collector', newId(), desk)).replaces ?? null).toBeNull();
    expect((await register('fieldagent2')).replaces ?? null).toBeNull();
    expect((await register('fieldagent2', newId(), `${PHONE} 2`)).replaces ?? null).toBeNull();
  });
});
