import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { photoOf, visitOf } from './support.ts';

beforeEach(() => beginLoggedIn());

async function saveWithFile(size: number) {
  return page.saveOperation({ ...visitOf(newId()), files: [photoOf(size)] });
}

it('what was refused on the way is not shown any more once more of the file got through', async () => {
  await saveWithFile(500_000);
  const [file] = await page.outboxOf(user._id).files.toArray();
  if (file === undefined) throw new Error('No file waits.');
  const answer = { at: 1, status: 409, code: 'FOREIGN_ANSWER', message: null };
  await page.outboxOf(user._id).files.update(file.fileId, { answer });
  const { noteSent } = await import('../../../src/offline/delivery-file-record.ts');
  await noteSent(page.outboxOf(user._id), { ...file, answer }, 4096);
  expect(await page.outboxOf(user._id).files.get(file.fileId)).toMatchObject({ answer: null });
});

it('an answer to something else is not shown as that to an item that waits', async () => {
  server.nextFault = () => 'none';
  await page.sendNow();
  server.nextFault = () => 'lostRequest';
  const { opId } = await saveWithFile(10);
  const item = (await page.listOutbox()).find((each) => each.opId === opId);
  expect(item?.answer?.status ?? null).not.toBe(200);
});
