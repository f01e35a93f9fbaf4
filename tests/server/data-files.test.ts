import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { listDataFiles } from '../../server/backups/data-files.ts';
import { restoreData } from '../../server/backups/data-restoring.ts';

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof FileSystem>();
  return { ...real, rename: vi.fn<typeof real.rename>(real.rename) };
});
const { rename: realRename } = await vi.importActual<typeof FileSystem>('node:fs/promises');

/** A data folder whose `files` lies on another disk, behind a link. */
async function withMovedFiles(test: (dataDir: string, disk: string) => Promise<void>) {
  const [disk, dataDir] = [
    await mkdtemp(join(tmpdir(), 'recoup-disk-')),
    await mkdtemp(join(tmpdir(), 'recoup-moved-')),
  ];
  try {
    await mkdir(join(disk, 'letters'));
    await writeFile(join(disk, 'letters/one'), 'letter');
    await symlink(disk, join(dataDir, 'files'));
    await test(dataDir, disk);
  } finally {
    for (const folder of [disk, dataDir]) await rm(folder, { recursive: true });
  }
}

it('files behind a link are backed up; one that leads back, or nowhere, does no harm', async () =>
  withMovedFiles(async (dataDir, disk) => {
    await symlink(dataDir, join(disk, 'letters/back'));
    await symlink(join(dataDir, 'nowhere'), join(dataDir, 'broken'));
    expect(await listDataFiles(dataDir, join(dataDir, 'kept'))).toEqual(['files/letters/one']);
  }));

it('backups behind a link are not, nor what belongs to a call or to the disk', async () =>
  withMovedFiles(async (dataDir, disk) => {
    await symlink(join(disk, 'letters'), join(dataDir, 'kept'));
    await mkdir(join(dataDir, 'incoming'));
    await writeFile(join(dataDir, 'incoming/half'), 'half');
    await mkdir(join(dataDir, 'lost+found'));
    await writeFile(join(dataDir, 'lost+found/1'), 'piece');
    expect(await listDataFiles(dataDir, join(dataDir, 'kept'))).toEqual([]);
    // Put into the data folder itself they leave everything else in.
    await writeFile(join(dataDir, 'recoup-2026-11-22T20-30-00Z-1a2b3c.backup'), 'backup');
    expect(await listDataFiles(dataDir, dataDir)).toEqual(['files/letters/one', 'kept/one']);
  }));

it('what is there and can not be read is told: left out, the backup would look whole', async () =>
  withMovedFiles(async (dataDir) => {
    await symlink('round', join(dataDir, 'round'));
    await expect(listDataFiles(dataDir, join(dataDir, 'kept'))).rejects.toThrow(
      /round can not be read \(ELOOP\)/,
    );
  }));

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
