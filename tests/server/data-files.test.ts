import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listDataFiles } from '../../server/backups/data-files.ts';

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
