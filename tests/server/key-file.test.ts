import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { decryptWith } from '../../server/backups/age-stream.ts';
import { readKeyFile } from '../../server/backups/key-file.ts';
import { backupKey, inPieces } from '../support/backups.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

it.each<[string, (key: string) => string | Buffer]>([
  ['as the server writes it', (key) => `# created: now\n# public key: age1x\n${key}\n`],
  ['with the lines of Windows', (key) => `# created: now\r\n${key}\r\n`],
  ['behind a byte order mark', (key) => `\uFEFF${key}`],
  ['set in', (key) => `\t  ${key}  `],
  ['between quotes, with a name', (key) => `"key": "${key}",\n`],
  ['in small letters', (key) => key.toLowerCase()],
  ['below an older one in a comment', (key) => `# old: AGE-SECRET-KEY-1OLD\n${key}\n`],
  ['in UTF-16', (key) => Buffer.from(`\uFEFF${key}\r\n`, 'utf16le')],
])('a key is found %s', async (_, write) => {
  const { identity } = await backupKey();
  const file = join(folder, 'key.txt');
  await writeFile(file, write(identity));
  expect(await readKeyFile(file)).toBe(identity);
});

it('a key with a slip is told nowhere in what is logged of it', async () => {
  const { identity } = await backupKey();
  const slip = identity.slice(0, -1) + (identity.endsWith('Q') ? 'P' : 'Q');
  const header = Buffer.from('age-encryption.org/v1\n-> X25519 one\ntwo\n--- three\n');
  const error: unknown = await decryptWith(slip, inPieces(header))
    .next()
    .catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 9 })).toContain('This is no key of a backup');
  expect(inspect(error, { depth: 9 })).not.toContain(identity.slice(20, 50));
});
