import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { writeWhole } from '../whole-file.ts';

/** The file of DATA_DIR that keeps a demo password made at random. */
export const DEMO_PASSWORD_FILE = 'demo.password';

/** The demo users' password: the setting, else the one kept in DATA_DIR, else a new one that is kept there from now on. */
export async function demoPassword(
  settings: Settings,
): Promise<{ password: string; isNew: boolean }> {
  if (settings.demoPassword !== null) return { password: settings.demoPassword, isNew: false };
  const file = join(settings.dataDir, DEMO_PASSWORD_FILE);
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (known !== '') return { password: known, isNew: false };
  const password = randomBytes(12).toString('base64url');
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  await writeWhole(file, `${password}\n`);
  return { password, isNew: true };
}
