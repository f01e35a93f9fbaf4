import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { identifyProcess } from '../database/process-identity.ts';
import type { Settings } from '../settings.ts';

/** Every process has a folder of its own below this one: only what nobody works on any more is swept. */
const allOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'incoming');

/** Other machines may share the data: a process is known by its number on its own one only. */
const nameOf = (pid: number): string => `${hostname()}.${pid}`;

/** What another machine left is nobody's after so long: no call takes a day. */
const FOREIGN_MS = 24 * 3_600_000;

/** What of a process's folder nobody works on any more: all of it, or some of its files. */
async function leftOf(folder: string, name: string): Promise<string[]> {
  const pid = Number(name.split('.').at(-1));
  // Folders of before machines had names in them are this one's.
  if (name === String(pid) || name === nameOf(pid))
    return pid === process.pid || identifyProcess(pid) === null ? [folder] : [];
  const files = (await readdir(folder)).map((file) => join(folder, file));
  const ages = await Promise.all(
    files.map(async (file) => Date.now() - (await stat(file)).mtimeMs),
  );
  return files.filter((_, at) => (ages[at] ?? 0) > FOREIGN_MS);
}

/** Where this process puts what is sent to it until it is answered: beside the data, so that no other user may read it. */
export const incomingFolder = (settings: Pick<Settings, 'dataDir'>): string =>
  join(allOf(settings), nameOf(process.pid));

/** Makes this process's folder, and removes what processes left there that have ended, killed ones too. */
export async function openIncomingFolder(settings: Pick<Settings, 'dataDir'>): Promise<void> {
  await mkdir(allOf(settings), { recursive: true, mode: 0o700 });
  for (const name of await readdir(allOf(settings))) {
    for (const left of await leftOf(join(allOf(settings), name), name))
      await rm(left, { recursive: true, force: true });
  }
  await mkdir(incomingFolder(settings), { recursive: true, mode: 0o700 });
}
