import { writeFile } from 'node:fs/promises';
import { IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import { glanceAtFile, stageFile } from '../../../server/loan-imports/file-reading.ts';
import { STAGED_COLUMNS } from '../../../server/loan-imports/import-columns.ts';
import { withUnlocked } from '../../../server/spreadsheets/unlocking.ts';
import type { GivenLoan, UglyFile } from './ugly-file.ts';

/** A staged row as the database is given it. */
export interface ReadRow {
  readonly row: number;
  readonly outcome: string;
  readonly loan: GivenLoan;
  readonly other: Readonly<Record<string, string>>;
  readonly problems: readonly { column: string; value: string; reason: string }[];
}

/** What a file came to by itself: nothing is chosen by a person. */
export interface ReadFile {
  readonly sheetName: string | null;
  readonly rows: readonly ReadRow[];
  readonly notes: readonly string[];
}

const unescaped: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

function toRow(line: string): ReadRow {
  const cells = line
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, code: string) => unescaped[code] ?? code),
    );
  const at = (name: string) => cells[STAGED_COLUMNS.indexOf(name)] ?? null;
  const loan = Object.fromEntries(
    IMPORT_FIELD_NAMES.flatMap((field, index) => {
      const value = cells[3 + index];
      return value === null || value === undefined ? [] : [[field, value]];
    }),
  );
  return {
    row: Number(at('row')),
    outcome: at('outcome') ?? '',
    loan,
    other: JSON.parse(at('other_columns') ?? '{}') as Record<string, string>,
    problems: JSON.parse(at('problems') ?? '[]') as ReadRow['problems'],
  };
}

/** Reads a file as an upload without a mapping does, up to what is staged for the database. Throws FileProblem. */
export async function readUgly(
  path: string,
  { content, password }: Pick<UglyFile, 'content' | 'password'>,
): Promise<ReadFile> {
  await writeFile(path, await content());
  return withUnlocked(path, password ?? null, async (plain, kind) => {
    const { suggested: mapping, sheetName } = await glanceAtFile(plain, kind, null);
    const read = async (monthFirst: readonly string[]): Promise<ReadFile> => {
      const task = { path: plain, kind, importId: 'import', mapping, sheetName, monthFirst };
      const pieces = stageFile(task);
      let text = '';
      for (;;) {
        const next = await pieces.next();
        if (next.done) {
          if (next.value.monthFirst.length > 0) return read(next.value.monthFirst);
          const rows = text
            .split('\n')
            .filter((line) => line !== '')
            .map(toRow);
          return { sheetName, rows, notes: next.value.notes };
        }
        text += new TextDecoder().decode(next.value.lines);
      }
    };
    return read([]);
  });
}
