import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWhole, writeWhole } from '../../server/whole-file.ts';
import { testFolder } from '../support/test-folder.ts';

it('a small file is written whole or not at all, for its owner only, and no draft of it stays', async () => {
  const folder = testFolder();
  const file = join(folder, 'mark');
  await writeWhole(file, 'one');
  await writeWhole(file, 'two');
  expect(await readFile(file, 'utf8')).toBe('two');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await createWhole(file, 'three')).toBe(false);
  expect(await createWhole(join(folder, 'other'), 'first')).toBe(true);
  // A folder in its place refuses it, as a full disk would.
  await mkdir(join(folder, 'taken'));
  await expect(writeWhole(join(folder, 'taken'), 'text')).rejects.toThrow('taken');
  expect((await readdir(folder)).sort()).toEqual(['mark', 'other', 'taken']);
  expect(await readFile(file, 'utf8')).toBe('two');
});
