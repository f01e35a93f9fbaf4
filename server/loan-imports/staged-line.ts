import { databaseJson } from '../spreadsheets/database-json.ts';
import type { CheckedRow } from './row-checking.ts';

const special = /[\\\t\n\r]/;
const specialAll = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escapeText(text: string): string {
  return special.test(text)
    ? text.replace(specialAll, (character) => escapes[character] ?? '')
    : text;
}

const json = (value: unknown): string => escapeText(databaseJson(value));

/** A checked row as a line of PostgreSQL's COPY text format, in the order of STAGED_COLUMNS. */
export function stagedLine(importId: string, row: CheckedRow): string {
  let line = `${importId}\t${row.number}\t${row.outcome}`;
  for (const value of row.values) line += value === null ? '\t\\N' : `\t${escapeText(value)}`;
  line += row.other === null ? '\t\\N' : `\t${json(row.other)}`;
  line += row.cells === null ? '\t\\N' : `\t${json(row.cells)}`;
  line += row.problems === null ? '\t\\N' : `\t${json(row.problems)}`;
  return `${line}\n`;
}
