import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileMissingError } from '../../server/file-store/file-store.ts';
import { folderStore, removeUnfinished } from '../../server/file-store/folder-store.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const store = folderStore(folder);

it.each([
  ['read', async (key: string) => store.read(key)],
  ['lent', async (key: string) => store.withLocalFile(key, async () => null)],
])(
  'what is there and can not be %s is away for now, what is not there is missing',
  async (_, use) => {
    await mkdir(join(folder, 'letters/one'), { recursive: true });
    await expect(use('letters/one')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 });
    await expect(use('letters/two')).rejects.toBeInstanceOf(FileMissingError);
  },
);

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

it('what a killed process left half written is removed a day later, what is being written is not', async () => {
  const half = 'one.0123456789ab.part';
  const ours = join(folder, 'report-files');
  await store.write('report-files/one', Buffer.from('whole'));
  await writeFile(join(ours, half), 'half');
  await removeUnfinished(folder, hours(23));
  expect((await readdir(ours)).toSorted()).toEqual(['one', half]);
  await removeUnfinished(folder, hours(25));
  expect(await readdir(ours)).toEqual(['one']);
});
