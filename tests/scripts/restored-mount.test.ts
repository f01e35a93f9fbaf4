import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { restoreData } from '../../server/backups/data-restoring.ts';

/* Here, since the server's other tests share their modules: one that is loaded already is not mocked. */
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof FileSystem>();
  return { ...real, rename: vi.fn<typeof real.rename>(real.rename) };
});
const { rename: realRename } = await vi.importActual<typeof FileSystem>('node:fs/promises');

const refused = (code: string) => Object.assign(new Error(code), { code });
const read = async (path: string) => readFile(path, 'utf8');

it('what is restored into a folder that a disk is mounted at replaces what is in it, name by name', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-mounted-'));
  const mounted = join(dataDir, 'files');
  const old = (path: string) => join(mounted, path);
  for (const folder of ['letters', 'lost+found']) await mkdir(old(folder), { recursive: true });
  await writeFile(old('letters/one'), 'old');
  await writeFile(join(dataDir, 'audit-key.pem'), 'old');
  // As the system answers: such a folder stays where it is, and nothing is renamed across its edge.
  const isInside = (path: string) => path.startsWith(`${mounted}/`);
  vi.mocked(rename).mockImplementation(async (from, to) => {
    if (from === mounted) throw refused('EBUSY');
    if (isInside(String(from)) !== isInside(String(to))) throw refused('EXDEV');
    await realRename(from, to);
  });
  try {
    const restoring = restoreData(dataDir, new Date(), null);
    for (const path of ['files/letters/one', 'files/letters/two', 'audit-key.pem'])
      await restoring.onFile(path, Readable.from([Buffer.from('new')]));
    const before = (await restoring.finish()) ?? '';
    expect(await read(old('letters/one'))).toBe('new');
    expect(await read(old('letters/two'))).toBe('new');
    expect(await read(join(before, 'files/letters/one'))).toBe('old');
    expect(await read(join(before, 'audit-key.pem'))).toBe('old');
    expect((await readdir(mounted)).toSorted()).toEqual(['letters', 'lost+found']);
    expect((await readdir(dataDir)).some((name) => name.startsWith('restored-'))).toBe(false);
  } finally {
    vi.mocked(rename).mockImplementation(realRename);
    await rm(dataDir, { recursive: true });
  }
});
