import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderPlace } from '../../server/backups/folder-place.ts';
import { testFolder } from '../support/test-folder.ts';

const parent = testFolder();

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('backup');
}

it.each([
  ['a link to a disk that is not mounted', 'nowhere'],
  ['a link to itself', 'itself'],
])('a backup into %s says that the folder can not be written to', async (_, target) => {
  const folder = join(parent, target === 'itself' ? 'itself' : 'backups');
  await symlink(join(parent, target), folder);
  await expect(folderPlace(folder).put('one.backup', bytes())).rejects.toMatchObject({
    name: 'BackupProblem',
    cause: { code: expect.stringMatching(/ENOENT|ELOOP|EEXIST|ENOTDIR/) as string },
  });
});
