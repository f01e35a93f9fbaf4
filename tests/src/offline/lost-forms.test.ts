import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginAnew, beginLoggedIn, page, server, user } from './one-phone.ts';
import { logIn, newUser } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

beforeEach(() => beginLoggedIn());

const begin = async () => {
  const visit = { visitId: newId(), startedAt: 1, about: null, values: {} };
  await page.saveDraft(`visit:${newId()}`, visit);
};

const told = async () => (await page.outboxSummary()).lostForms;

it('forms lost with an old password are told at the next login, with their days, until the person knows', async () => {
  const before = Date.now();
  await begin();
  await begin();
  await page.saveDraft(`visit-files:${newId()}`, []);
  await page.saveDraft(`call:${newId()}`, {});
  expect(await told()).toEqual([]);
  await page.onLogout();
  await logIn(page, user, 'set-by-an-administrator');
  const lost = await told();
  expect(lost).toHaveLength(3);
  for (const at of lost) expect(at).toBeGreaterThanOrEqual(before);
  await page.onLogout();
  await logIn(page, user, 'set-once-more');
  expect(await told()).toEqual(lost);
  await page.markLostFormsTold();
  expect(await told()).toEqual([]);
});

it('a login that opens what was kept loses nothing and says nothing', async () => {
  await begin();
  await page.onLogout();
  await logIn(page, user);
  expect(await told()).toEqual([]);
});

it('forms that went with a device that a manager ended are told as well', async () => {
  await begin();
  const { dropReadable } = await import('../../../src/offline/device-wipe-steps.ts');
  await dropReadable(user._id);
  await logIn(page, user);
  expect(await told()).toHaveLength(1);
});

describe('a password that an administrator set', () => {
  const KEY = `visit:${newId()}`;
  const VISIT = { visitId: newId(), startedAt: 1, about: null, values: { remarks: 'half' } };

  /** A phone whose server has told its part, with a begun visit and its photo, logged out. */
  const beginToldPhone = async () => {
    await beginAnew();
    server.vaultKeys = 'told';
    await logIn(page, user, 'forgotten');
    await vi.waitFor(async () => {
      const { readVault } = await import('../../../src/offline/device-store.ts');
      expect((await readVault(user._id))?.told).toBeTruthy();
    }, PATIENCE);
    await page.saveDraft(KEY, VISIT);
    await page.onLogout();
  };

  it('opens what was begun, and from then on without the server', async () => {
    await beginToldPhone();
    await logIn(page, user, 'set-by-an-administrator');
    expect(await page.readDraft(KEY)).toEqual(VISIT);
    expect(await told()).toEqual([]);
    await page.onLogout();
    server.vaultKeys = 'unknown';
    await expect(page.unlockOffline(user.username, 'forgotten')).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    await page.unlockOffline(user.username, 'set-by-an-administrator');
    expect(await page.readDraft(KEY)).toEqual(VISIT);
  });

  it('loses nothing to a line that breaks while the server is asked: the next login opens it', async () => {
    await beginToldPhone();
    server.vaultKeys = 'noAnswer';
    await expect(logIn(page, user, 'set-by-an-administrator')).rejects.toThrow('Network error');
    server.vaultKeys = 'told';
    await logIn(page, user, 'set-by-an-administrator');
    expect(await page.readDraft(KEY)).toEqual(VISIT);
  });

  it.each(['tooMany', 'sessionOver'] as const)(
    'loses nothing to a server that refuses to tell its part just now: %s',
    async (vaultKeys) => {
      await beginToldPhone();
      server.vaultKeys = vaultKeys;
      await expect(logIn(page, user, 'set-by-an-administrator')).rejects.toThrow('Refused');
      server.vaultKeys = 'told';
      await logIn(page, user, 'set-by-an-administrator');
      expect(await page.readDraft(KEY)).toEqual(VISIT);
    },
  );

  it('loses nothing to somebody else’s login in another tab while the server is asked', async () => {
    await beginToldPhone();
    server.sessionsOf = newUser()._id;
    await expect(logIn(page, user, 'set-by-an-administrator')).rejects.toThrow('NO_SESSION');
    server.sessionsOf = null;
    await logIn(page, user, 'set-by-an-administrator');
    expect(await page.readDraft(KEY)).toEqual(VISIT);
  });

  it('is told under nobody else’s key, whoever’s session the browser has meanwhile', async () => {
    await beginAnew();
    server.vaultKeys = 'told';
    server.sessionsOf = newUser()._id;
    await logIn(page, user, 'forgotten');
    const { readVault } = await import('../../../src/offline/device-store.ts');
    const { keepToldKey } = await import('../../../src/offline/vault-told-key.ts');
    await keepToldKey(user._id, new Uint8Array(32)).catch(() => undefined);
    expect((await readVault(user._id))?.told).toBeNull();
  });

  it('opens what was begun after the server’s database was replaced too, once it was logged in to', async () => {
    await beginToldPhone();
    const { readVault } = await import('../../../src/offline/device-store.ts');
    const before = (await readVault(user._id))?.told;
    server.vaultKeyLife = 'second';
    await logIn(page, user, 'forgotten');
    await vi.waitFor(
      async () => expect((await readVault(user._id))?.told).not.toEqual(before),
      PATIENCE,
    );
    await page.onLogout();
    await logIn(page, user, 'set-by-an-administrator');
    expect(await page.readDraft(KEY)).toEqual(VISIT);
  });

  it('opens nothing of somebody else’s phone', async () => {
    await beginToldPhone();
    const { readVault, writeVault } = await import('../../../src/offline/device-store.ts');
    const of = await readVault(user._id);
    const other = newUser();
    if (of !== null) await writeVault({ ...of, userId: other._id });
    await logIn(page, other, 'another');
    await expect(page.readDraft(KEY)).resolves.toBeNull();
    expect(page.isUnlocked()).toBe(true);
  });
});
