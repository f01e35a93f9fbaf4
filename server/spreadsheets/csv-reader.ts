import Papa from 'papaparse';
import { withoutGuard } from './cell-safety.ts';
import { countText } from '../../contract/rupees.ts';
import { FileProblem } from './file-problem.ts';
import { fixedCells, fixedColumns } from './fixed-width.ts';
import { MAX_ROWS } from './sheet-row.ts';
import type { SheetRow } from './sheet-row.ts';
import { decodeText, inspectText } from './text-decoding.ts';

const delimiters = [',', ';', '\t', '|', '~', '^'] as const;
/** One row of a sane file is far shorter; without this bound an open quotation mark would swallow the file. */
const maxRowCharacters = 4_000_000;

interface Parsed {
  data: string[][];
  errors: { code: string }[];
  meta: { cursor: number };
}

interface RowParser {
  parse(text: string, base: number, ignoreLastRow: boolean): Parsed;
}

const groupedAmount = /\d{1,3}(?:,\d{2,3})+(?!\d)/g;
/** Spreadsheet programs understand (and write) a first line that names the delimiter. */
const namedDelimiter = /^sep=([,;\t|])[ \t]*(?:\n|$)/i;

/**
 * The delimiter that the first line names, else the one that cuts the first lines into the most and most equal pieces;
 * quoted parts don't count, nor do the commas of amounts where another delimiter stands in the line.
 */
export function guessDelimiter(head: string): string {
  const named = namedDelimiter.exec(head)?.[1];
  if (named !== undefined) return named;
  const lines = head
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '""')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
    .map((line) => (/[;\t|~^]/.test(line) ? line.replace(groupedAmount, '0') : line));
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const most = Math.max(0, ...counts);
    const usual = counts.filter((count) => count === most).length;
    const score = most * usual;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Cuts lines whose columns stand below each other, as the parser of CSV does it. */
function fixedParser(spans: NonNullable<ReturnType<typeof fixedColumns>>): RowParser {
  return {
    parse: (text, _base, ignoreLastRow) => {
      const cursor = ignoreLastRow ? text.lastIndexOf('\n') + 1 : text.length;
      const lines = text.slice(0, cursor).split('\n');
      if (lines.at(-1) === '') lines.pop();
      return { data: lines.map((line) => fixedCells(line, spans)), errors: [], meta: { cursor } };
    },
  };
}

function parserOf(head: string): RowParser {
  const spans = fixedColumns(head);
  return spans === null ? rowParser(guessDelimiter(head)) : fixedParser(spans);
}

function rowParser(delimiter: string): RowParser {
  const config = {
    delimiter,
    newline: '\n' as const,
    quoteChar: '"',
    escapeChar: '"',
  };
  return new Papa.Parser(config);
}

/** What keeps a spreadsheet program from reading a number as one: `="00123"`, `'00123`. */
const textNumber = /^(?:="([^"=]*)"|'([\p{L}\d+-][^']*))$/u;

function plainCell(cell: string): string {
  const text = withoutGuard(cell.trim());
  const first = text.charCodeAt(0);
  if (first !== 61 && first !== 39) return text;
  const match = textNumber.exec(text);
  return match ? (match[1] ?? match[2] ?? '').trim() : text;
}

function numbered(data: readonly string[][], first: number): SheetRow[] {
  return data.map((cells, index) => {
    for (let at = 0; at < cells.length; at += 1) cells[at] = plainCell(cells[at] ?? '');
    return { number: first + index, cells };
  });
}

const hasOpenQuote = ({ errors }: Parsed): boolean =>
  errors.some((error) => error.code === 'MissingQuotes');

/** A row that is too long; one whose quotation mark is still open may have swallowed others. */
function longRowProblem(parser: RowParser, text: string, row: number): FileProblem {
  const word = hasOpenQuote(parser.parse(text, 0, false)) ? 'quotation-too-long' : 'row-too-long';
  return new FileProblem(word, { row, most: countText(maxRowCharacters) });
}

/**
 * The rows of a CSV file in batches, blank ones included: any of the usual delimiters and encodings, quoted cells with
 * line ends in them. Throws FileProblem when a row is too long, a quotation mark never closes or there are more than `mostRows`.
 */
export async function* readCsvRows(
  path: string,
  mostRows: number = MAX_ROWS,
): AsyncGenerator<SheetRow[], void, undefined> {
  const { encoding } = await inspectText(path);
  let parser: RowParser | null = null;
  let rest = '';
  let next = 1;
  for await (const text of decodeText(path, encoding)) {
    let input = rest === '' ? text : rest + text;
    if (parser === null) {
      parser = parserOf(input);
      const naming = namedDelimiter.exec(input);
      // Spreadsheet programs don't show that line, so it does not count as a row.
      if (naming) input = input.slice(naming[0].length);
    }
    const { data, meta } = parser.parse(input, 0, true);
    rest = input.slice(meta.cursor);
    if (rest.length > maxRowCharacters) throw longRowProblem(parser, rest, next + data.length);
    if (data.length > 0) yield numbered(data, next);
    next += data.length;
    if (next > mostRows + 1) throw new FileProblem('too-many-rows', { most: mostRows });
  }
  if (parser === null || rest === '') return;
  const last = parser.parse(rest, 0, false);
  if (hasOpenQuote(last)) throw new FileProblem('open-quotation', { row: next });
  yield numbered(last.data, next);
}

/** About how many rows a CSV file has, the header included: its line ends. */
export async function estimateCsvRows(path: string): Promise<number> {
  return (await inspectText(path)).lineCount;
}
