import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { logIn, photoOf, visitOf } from './support.ts';

beforeEach(() => beginLoggedIn());

const fileOf = (contentType: string, size = 300_000) => ({ ...photoOf(size), contentType });

/** The server lost its key: it goes by another id now. */
function loseKey(): void {
  server.serverKey = { ...server.serverKey, keyId: newId() };
}

const hashes = async () => {
  const rows = await page.outboxOf(user._id).operations.toArray();
  return rows.map((row) => row.payloadHash);
};

describe('work sealed to a key that the server no longer has', () => {
  it('is sealed anew from its author’s copy: the same bytes, so the same hash', async () => {
    const { opId } = await page.saveOperation(visitOf(newId()));
    const [before] = await hashes();
    loseKey();
    await page.deliverAuthor(user._id);
    expect(server.operations).toMatchObject([{ opId, hash: before }]);
  });

  it('waits with its reason while its author is logged out, and goes at the next login', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.onLogout();
    loseKey();
    await page.deliverAll();
    expect(server.operations).toEqual([]);
    await logIn(page, user);
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(1);
  });

  it('without a copy is left for a person to see, and harms nobody', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.outboxOf(user._id).operations.toCollection().modify({ own: null });
    loseKey();
    await page.deliverAuthor(user._id);
    await page.sendNow();
    expect((await page.listOutbox())[0]).toMatchObject({
      state: 'attention',
      reason: 'unknownKey',
    });
    await page.saveOperation(visitOf(newId()));
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(1);
  });

  it('files are sealed anew where they keep a copy, the others say why they wait', async () => {
    const files = [fileOf('image/jpeg'), fileOf('image/jpeg', 2000), fileOf('application/pdf')];
    const saved = await page.saveOperation({ ...visitOf(newId()), files });
    server.nextFault = ({ path }) => (path.endsWith('/delivery') ? 'none' : 'lostRequest');
    await page.deliverAuthor(user._id);
    server.nextFault = () => 'none';
    loseKey();
    await page.sendNow();
    expect([...server.files.keys()].sort()).toEqual(saved.fileIds.slice(0, 2).sort());
    expect((await page.listOutbox())[0]).toMatchObject({
      state: 'attention',
      reason: 'unknownKey',
    });
  });
});
