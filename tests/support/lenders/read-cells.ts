import { writeFile } from 'node:fs/promises';
import { detectFileKind } from '../../../server/spreadsheets/file-kind.ts';
import { readRows } from '../../../server/spreadsheets/row-reader.ts';

/** Writes the content to a file of this path and reads all its cells. Throws FileProblem. */
export async function cellsIn(path: string, content: string | Uint8Array): Promise<string[][]> {
  await writeFile(path, content);
  const cells: string[][] = [];
  for await (const rows of readRows(path, await detectFileKind(path)))
    for (const row of rows) cells.push(row.cells);
  return cells;
}
