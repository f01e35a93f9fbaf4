import { fieldProblem } from '../../contract/errors.ts';
import { BULK_PEOPLE_COLUMNS, BULK_PEOPLE_MOST } from '../../contract/person.ts';
import { againstRules, wrongFileType } from '../errors.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { readRows } from '../spreadsheets/row-reader.ts';
import { isBlankRow } from '../spreadsheets/sheet-row.ts';

/** A column of a sheet of people. */
export type SheetColumn = (typeof BULK_PEOPLE_COLUMNS)[number];

/** A row of a sheet of people: its number as a spreadsheet shows it, and its cells; a column that is missing is empty. */
export interface SheetPerson {
  readonly row: number;
  readonly cells: Readonly<Record<SheetColumn, string>>;
}

/** Other headings that people write, without case, spaces and signs. */
const OTHER_HEADINGS: Readonly<Record<string, SheetColumn>> = {
  name: 'fullName',
  user: 'username',
  userid: 'username',
  loginname: 'username',
  mail: 'email',
  emailid: 'email',
  emailaddress: 'email',
  mobile: 'phone',
  mobileno: 'phone',
  mobilenumber: 'phone',
  phoneno: 'phone',
  phonenumber: 'phone',
  managername: 'manager',
  reportingmanager: 'manager',
  designation: 'role',
  assignedpredictiveprocess: 'predictiveProcess',
};

const NEEDED = ['role', 'fullName', 'username', 'email'] as const satisfies readonly SheetColumn[];

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const columnOf = new Map<string, SheetColumn>([
  ...BULK_PEOPLE_COLUMNS.map((column) => [bare(column), column] as const),
  ...Object.entries(OTHER_HEADINGS),
]);

function matchHeader(cells: readonly string[]): Map<SheetColumn, number> {
  const places = new Map<SheetColumn, number>();
  cells.forEach((cell, place) => {
    const column = columnOf.get(bare(cell));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  });
  const missing = NEEDED.filter((column) => !places.has(column));
  if (missing.length > 0)
    throw againstRules(
      'MISSING_COLUMNS',
      `The first row must name the columns. Missing: ${missing.join(', ')}.`,
      [fieldProblem('file', 'columns-missing', { missing, columns: [...BULK_PEOPLE_COLUMNS] })],
    );
  return places;
}

function toPerson(
  places: ReadonlyMap<SheetColumn, number>,
  row: number,
  cells: readonly string[],
): SheetPerson {
  const entries = BULK_PEOPLE_COLUMNS.map((column) => {
    const place = places.get(column);
    return [column, place === undefined ? '' : (cells[place] ?? '')] as const;
  });
  return { row, cells: Object.fromEntries(entries) as Record<SheetColumn, string> };
}

async function readAll(path: string): Promise<SheetPerson[]> {
  const people: SheetPerson[] = [];
  let places: Map<SheetColumn, number> | null = null;
  for await (const batch of readRows(path, await detectFileKind(path)))
    for (const { number, cells } of batch) {
      if (isBlankRow(cells)) continue;
      if (places === null) places = matchHeader(cells);
      else people.push(toPerson(places, number, cells));
      if (people.length > BULK_PEOPLE_MOST)
        throw againstRules(
          'TOO_MANY',
          `A sheet may have at most ${BULK_PEOPLE_MOST} people. Split it.`,
        );
    }
  if (people.length === 0)
    throw againstRules('EMPTY_SHEET', 'There is nobody below the first row. Choose another file.');
  return people;
}

/**
 * The people of a CSV or Excel file. Throws 415 for another kind of file, 422 for one that can't be read, lacks a needed
 * column, has nobody in it or too many.
 */
export async function readSheet(path: string): Promise<SheetPerson[]> {
  try {
    return await readAll(path);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw error.isWrongType
      ? wrongFileType(error.message)
      : againstRules('UNREADABLE_FILE', error.message.replace('with the loans', 'with the people'));
  }
}
