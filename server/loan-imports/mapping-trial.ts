import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { MappingTrial } from '../../contract/loan-mapping.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { readableOrRefused } from './readable-file.ts';
import { tryInThread } from './reading-thread.ts';

/**
 * Tries a mapping on the first rows of a real file: how many are good, which are refused and why. Stores nothing. Throws
 * 415 for another kind of file and 400 for one that can't be read.
 */
export async function tryMapping(
  file: { readonly path: string },
  given: { mapping: ImportMapping; sheetName?: string | undefined },
): Promise<MappingTrial> {
  const { path } = file;
  return readableOrRefused(async () =>
    tryInThread({
      path,
      kind: await detectFileKind(path),
      mapping: given.mapping,
      sheetName: given.sheetName ?? null,
    }),
  );
}
