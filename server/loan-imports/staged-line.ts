import { COPY_NULL, copyJson, copyText } from '../spreadsheets/copy-text.ts';
import type { CheckedRow } from './row-checking.ts';

/** A checked row as a line of PostgreSQL's COPY text format, in the order of STAGED_COLUMNS. */
export function stagedLine(importId: string, row: CheckedRow): string {
  let line = `${importId}\t${row.number}\t${row.outcome}`;
  for (const value of row.values)
    line += value === null ? `\t${COPY_NULL}` : `\t${copyText(value)}`;
  line += row.other === null ? `\t${COPY_NULL}` : `\t${copyJson(row.other)}`;
  line += row.rounded === null ? `\t${COPY_NULL}` : `\t${copyJson(row.rounded)}`;
  line += row.cells === null ? `\t${COPY_NULL}` : `\t${copyJson(row.cells)}`;
  line += row.problems === null ? `\t${COPY_NULL}` : `\t${copyJson(row.problems)}`;
  return `${line}\n`;
}
