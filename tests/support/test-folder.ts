import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of a file, gone after them. Ask for it before what works in it is begun. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recoup-folder-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
