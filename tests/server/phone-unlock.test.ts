import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { contact, sendContact } from '../support/device-contact.ts';
import { testServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';

const NEW_PASSWORD = 'another-lantern-47';

const server = testServer({
  PHONE_UNLOCK: 'fingerprint',
  PHONE_PASSWORD_DAYS: '3',
  PHONE_PIN_TRIES: '4',
  PHONE_IDLE_MINUTES: '2',
  DELIVERY_ENDS_WITH_PASSWORD: '1',
});

/** An admin gives the field agent another password. */
async function setPassword(on: TestServer): Promise<void> {
  const { id } = on.people.fieldagent;
  await on.taken('PUT', '/field-agent', {
    as: 'admin',
    body: { _id: id, password: NEW_PASSWORD },
  });
}

describe('what the organisation allows on phones', () => {
  it('is told with the registration and at each contact, and names the password it rests on', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const { unlock } = phone.grant;
    expect(unlock).toEqual({
      allowed: 'fingerprint',
      passwordDays: 3,
      tries: 4,
      idleSeconds: 120,
      passwordMark: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect((await contact(server, phone, {})).unlock).toEqual(unlock);
  });

  it('a wrong setting is refused with what it must be', () => {
    expect(() => readSettings({ PHONE_UNLOCK: 'pin' })).toThrow(/any, fingerprint, password/);
    expect(() => readSettings({ PHONE_IDLE_MINUTES: '11' })).toThrow(/from 1 to 10/);
  });
});

describe('another password', () => {
  it('has another mark, and where the organisation says so it ends what the devices deliver with', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    const bystander = await registerTestDevice(server, 'collector');
    await setPassword(server);
    expect((await sendContact(server, phone, {})).statusCode).toBe(401);
    expect((await sendContact(server, bystander, {})).statusCode).toBe(200);
  });
});

describe('without the setting', () => {
  const usual = testServer();

  it('another password leaves delivery alone, but its mark is told at the next contact', async () => {
    const phone = await registerTestDevice(usual, 'fieldagent');
    await setPassword(usual);
    const { unlock } = await contact(usual, phone, {});
    expect(unlock?.allowed).toBe('any');
    expect(unlock?.passwordMark).not.toBe(phone.grant.unlock?.passwordMark);
  });
});
