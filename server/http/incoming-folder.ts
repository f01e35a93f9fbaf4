import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess } from '../database/process-identity.ts';
import type { Settings } from '../settings.ts';

/** Every process has a folder of its own below this one: only what nobody works on any more is swept. */
const allOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'incoming');

/** Where this process puts what is sent to it until it is answered: beside the data, so that no other user may read it. */
export const incomingFolder = (settings: Pick<Settings, 'dataDir'>): string =>
  join(allOf(settings), String(process.pid));

/** Makes this process's folder, and removes what processes left there that have ended, killed ones too. */
export async function openIncomingFolder(settings: Pick<Settings, 'dataDir'>): Promise<void> {
  await mkdir(allOf(settings), { recursive: true, mode: 0o700 });
  const names = await readdir(allOf(settings));
  const left = names.filter(
    (name) => name === String(process.pid) || identifyProcess(Number(name)) === null,
  );
  await Promise.all(
    left.map((name) => rm(join(allOf(settings), name), { recursive: true, force: true })),
  );
  await mkdir(incomingFolder(settings), { recursive: true, mode: 0o700 });
}
