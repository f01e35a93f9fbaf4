import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileMissingError } from '../../server/file-store/file-store.ts';
import { folderStore } from '../../server/file-store/folder-store.ts';
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
