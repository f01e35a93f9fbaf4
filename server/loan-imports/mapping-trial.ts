import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { MappingTrial } from '../../contract/loan-mapping.ts';
import { withUnlocked } from '../spreadsheets/unlocking.ts';
import { readableOrRefused } from './readable-file.ts';
import { tryInThread } from './reading-thread.ts';

/**
 * Tries a mapping on the first rows of a real file: how many are good, which are refused and why. Stores nothing. Throws
 * 415 for another kind of file and 400 for one that can't be read.
 */
export async function tryMapping(
  file: { readonly path: string },
  given: {
    mapping: ImportMapping;
    sheetName?: string | undefined;
    password?: string | undefined;
  },
): Promise<MappingTrial> {
  const { mapping, sheetName = null, password = null } = given;
  return readableOrRefused(() =>
    withUnlocked(file.path, password, (path, kind) =>
      tryInThread({ path, kind, mapping, sheetName }),
    ),
  );
}
