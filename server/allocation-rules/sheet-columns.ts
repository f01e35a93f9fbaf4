import { fieldProblem } from '../../contract/errors.ts';
import { OTHER_FIELD, RULE_FIELDS } from '../../contract/allocation-rule.ts';
import { againstRules, badInput, wrongFileType } from '../errors.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { readRows } from '../spreadsheets/row-reader.ts';
import { isBlankRow } from '../spreadsheets/sheet-row.ts';
import { MOST_RULES } from './rule-service.ts';

/** The columns that are not conditions, as they are headed in a sheet of ours. */
export const SHEET_COLUMNS = {
  name: 'Rule',
  lender: 'Client',
  kind: 'For',
  agents: 'Agents',
  spread: 'Spread',
  sticky: 'Last agent first',
  skills: 'Match skills',
  active: 'In force',
} as const;

/** A column that is not a condition. */
export type SheetColumn = keyof typeof SHEET_COLUMNS;

/** A row of a sheet of rules: cells by column, and those of the conditions by field, in the sheet's order. */
export interface SheetRule {
  /** As a spreadsheet numbers it. */
  readonly row: number;
  readonly cells: Readonly<Partial<Record<SheetColumn, string>>>;
  readonly conditions: readonly {
    readonly field: string;
    readonly header: string;
    readonly cell: string;
  }[];
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const COLUMNS = new Map<string, SheetColumn>([
  ...(Object.entries(SHEET_COLUMNS) as [SheetColumn, string][]).map(
    ([column, header]) => [bare(header), column] as const,
  ),
  ['rulename', 'name'],
  ['name', 'name'],
  ['lender', 'lender'],
  ['lendername', 'lender'],
  ['kind', 'kind'],
  ['agent', 'agents'],
  ['assignto', 'agents'],
  ['sticky', 'sticky'],
  ['skills', 'skills'],
  ['active', 'active'],
]);

const FIELDS = new Map<string, string>(RULE_FIELDS.map((field) => [bare(field), field]));

type Place = { readonly column: SheetColumn } | { readonly field: string; readonly header: string };

/** The sheet's header: what each column is. Throws 422 for one that nobody knows, or without Rule. */
function matchHeader(cells: readonly string[], otherHeaders: readonly string[]): (Place | null)[] {
  const others = new Map(otherHeaders.map((header) => [bare(header), header]));
  const unknown: string[] = [];
  const places = cells.map((cell): Place | null => {
    const given = cell.trim();
    if (given === '') return null;
    const column = COLUMNS.get(bare(given));
    if (column !== undefined) return { column };
    const known = FIELDS.get(bare(given));
    if (known !== undefined) return { field: known, header: given };
    if (given.startsWith(OTHER_FIELD) && given.length > OTHER_FIELD.length)
      return { field: given, header: given };
    const other = others.get(bare(given));
    if (other !== undefined) return { field: `${OTHER_FIELD}${other}`, header: given };
    unknown.push(given);
    return null;
  });
  if (unknown.length > 0)
    throw againstRules(
      'UNKNOWN_COLUMN',
      `No loan has a field named "${unknown.join('", "')}". Name the columns as in the sheet that can be downloaded.`,
      [fieldProblem('file', 'unknown-column', { columns: unknown })],
    );
  if (!places.some((place) => place !== null && 'column' in place && place.column === 'name'))
    throw againstRules('MISSING_COLUMNS', 'The first row must name the columns. Missing: Rule.', [
      fieldProblem('file', 'columns-missing', { missing: [SHEET_COLUMNS.name] }),
    ]);
  return places;
}

function toRule(
  places: readonly (Place | null)[],
  row: number,
  cells: readonly string[],
): SheetRule {
  const named: Partial<Record<SheetColumn, string>> = {};
  const conditions: SheetRule['conditions'][number][] = [];
  places.forEach((place, at) => {
    const cell = cells[at]?.trim() ?? '';
    if (place === null || cell === '') return;
    if ('column' in place) named[place.column] ??= cell;
    else conditions.push({ ...place, cell });
  });
  return { row, cells: named, conditions };
}

async function readAll(path: string, otherHeaders: readonly string[]): Promise<SheetRule[]> {
  const rules: SheetRule[] = [];
  let places: (Place | null)[] | null = null;
  for await (const batch of readRows(path, await detectFileKind(path)))
    for (const { number, cells } of batch) {
      if (isBlankRow(cells)) continue;
      if (places === null) places = matchHeader(cells, otherHeaders);
      else rules.push(toRule(places, number, cells));
      if (rules.length > MOST_RULES)
        throw againstRules('TOO_MANY_RULES', `A sheet may have at most ${MOST_RULES} rules.`);
    }
  if (rules.length === 0)
    throw againstRules('EMPTY_SHEET', 'There is no rule below the first row. Choose another file.');
  return rules;
}

/**
 * The rules of a CSV or Excel file. Throws 415 for another kind of file, 400 for one that can't be read, 422 for one with
 * unknown columns, without the needed one, without rules or with too many.
 */
export async function readRuleSheet(
  path: string,
  otherHeaders: readonly string[],
): Promise<SheetRule[]> {
  try {
    return await readAll(path, otherHeaders);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw error.isWrongType
      ? wrongFileType(error.message)
      : badInput(
          error.message.replace('with the loans', 'with the rules'),
          undefined,
          'UNREADABLE_FILE',
        );
  }
}
