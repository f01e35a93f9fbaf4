import type { Catalogue, KindReader } from './catalogue.ts';
import { numbered } from './describe.ts';
import type { Column, Describer, Description, Failure } from './describe.ts';
import { partsOf } from './preparing.ts';
import { problemsOf, propertiesOf } from './row-types.ts';
import type { Property } from './row-types.ts';
import type { Sources } from './sources.ts';
import type { Statement } from './statements.ts';

/** Something wrong with a statement. */
export interface Finding {
  /** `server/loans/loan-page.ts:33`. */
  readonly place: string;
  readonly text: string;
  readonly statement: Statement;
}

/** What is checked, and against what. */
export interface Checking {
  readonly sources: Sources;
  readonly describer: Describer;
  readonly catalogue: Catalogue;
  readonly kinds: KindReader;
  /** Collects the columns that a row's type says are never null because the table says so: `table.column`. */
  readonly neverNull: Set<string>;
}

/** Everything that is wrong with these statements on the describer's database. */
export async function check(
  checking: Checking,
  statements: readonly Statement[],
): Promise<Finding[]> {
  const byFile = new Map<string, Statement[]>();
  for (const statement of statements) {
    const { fileName } = statement.sent.getSourceFile();
    byFile.set(fileName, [...(byFile.get(fileName) ?? []), statement]);
  }
  const findings: Finding[] = [];
  for (const group of byFile.values()) findings.push(...(await checkFile(checking, group)));
  return findings;
}

/** The statements of a file see the tables of the session that the file makes. */
async function checkFile(checking: Checking, statements: readonly Statement[]): Promise<Finding[]> {
  const { describer } = checking;
  const cursors = new Map<string, Description>();
  const findings: Finding[] = [];
  for (const statement of statements)
    for (const part of partsOf(statement.pieces, statement.isDrizzle)) {
      if (part.isMaking) {
        const error = await describer.make(part);
        if (error !== null) findings.push(refusal(checking, statement, error));
        continue;
      }
      let found = await describer.describe(part);
      if (part.declares !== undefined) cursors.set(part.declares, found);
      if (part.fetches !== undefined) found = cursors.get(part.fetches) ?? found;
      if (found.error === null) findings.push(...checkRow(checking, statement, found.columns));
      else findings.push(refusal(checking, statement, found));
    }
  if (describer.hasMade) await describer.forget();
  return findings;
}

function refusal({ sources }: Checking, statement: Statement, { error, at }: Failure): Finding {
  const place = at ? sources.placeOf(at.file, at.offset) : sources.placeOfNode(statement.sent);
  return { place, text: error, statement };
}

/** Said of a row whose type depends on the caller. */
export const UNKNOWN_ROW = 'the type of the row is not known here';

const rows = new WeakMap<object, Property[] | null>();

function checkRow(checking: Checking, statement: Statement, columns: readonly Column[]): Finding[] {
  const { sources, catalogue, kinds, neverNull } = checking;
  const { rowType } = statement;
  if (rowType === undefined) return [];
  if (!rows.has(rowType)) rows.set(rowType, propertiesOf(sources, rowType));
  const properties = rows.get(rowType);
  const place = sources.placeOfNode(rowType);
  if (!properties) return [{ place, text: UNKNOWN_ROW, statement }];
  const kindOf = ({ typeId }: Column) =>
    kinds[statement.isDrizzle ? 'drizzle' : 'pg'](typeId, catalogue);
  const text = numbered(statement.pieces);
  const row = { columns, kindOf, catalogue, text, neverNull };
  return problemsOf(sources, properties, row).map((problem) => ({
    place,
    text: problem,
    statement,
  }));
}
