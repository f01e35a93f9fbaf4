import { Readable } from 'node:stream';
import { PAISE_FORMATS, RUPEES_FORMATS, rupeesFormatAt } from '../../contract/rupees.ts';
import { safeText } from './cell-safety.ts';
import { rowSource } from './row-source.ts';
import type { RowSource } from './row-source.ts';
import type { SheetCell, SheetRows } from './sheet-cell.ts';
import { zipPieces } from './zip-writer.ts';
import type { ZipPart } from './zip-writer.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const pieceCharacters = 65_536;
/** A sheet has no more, the header included; what is left goes on in the next one. */
const mostRows = 1_048_576;
/** A cell has no more: with more, spreadsheet programs call the whole file damaged. */
const mostCharacters = 32_767;
/** Styles of the sheet: the header's, a day's, an instant's, a share's, a total's, a length of time's, that of their total. */
const headerStyle = 1;
const dayStyle = 2;
const instantStyle = 3;
const shareStyle = 4;
const totalStyle = 5;
const timeStyle = 6;
const timeTotalStyle = 7;
/** Amounts, each size with a style of its own, whole and then with paise. Then the same for totals. */
const firstAmountStyle = 8;
const AMOUNT_FORMATS = [...RUPEES_FORMATS, ...PAISE_FORMATS];
const amountStyle = (amount: number, hasPaise: boolean, isTotal: boolean): number =>
  firstAmountStyle +
  rupeesFormatAt(amount) +
  (hasPaise ? RUPEES_FORMATS.length : 0) +
  (isTotal ? AMOUNT_FORMATS.length : 0);
const dayMs = 86_400_000;
const daySeconds = dayMs / 1000;
const epochMs = Date.UTC(1899, 11, 30);

/** XML has no way to write control characters, lone surrogates and two more. */
const unfit = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** Readers take `_x003D_` for the character of that number. */
const encoded = /_(?=x[\dA-F]{4}_)/gi;
/** Most texts have nothing that must be looked at: one look tells. */
const special = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]|_x/iu;

function escapeXml(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(unfit, '')
    .replace(encoded, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Space at an end, and more than one line, is lost unless it is asked for. */
const spaced = /^\s|\s$|[\t\r\n]| {2}/u;

/** `A`, `B`, ..., `AA`: some readers want every cell to name its place. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** A day or wall clock time as spreadsheets count: days since their first one. */
const serial = (text: string) =>
  (Date.parse(`${text.slice(0, 16)}${text.length > 10 ? 'Z' : ''}`) - epochMs) / dayMs;

/** Where a sheet stands in its workbook: the cells of the same columns before it, as formulas name them (`A` for the column). */
type Before = (column: string) => string;

function valueXml(
  cell: Exclude<SheetCell, string | number | null>,
  column: string,
  number: number,
  before: Before,
): string {
  const open = `<c r="${column}${number}"`;
  if ('day' in cell) return `${open} s="${dayStyle}"><v>${serial(cell.day)}</v></c>`;
  if ('at' in cell) return `${open} s="${instantStyle}"><v>${serial(cell.at)}</v></c>`;
  if ('share' in cell) return `${open} s="${shareStyle}"><v>${cell.share}</v></c>`;
  if ('seconds' in cell) return `${open} s="${timeStyle}"><v>${cell.seconds / daySeconds}</v></c>`;
  if ('rupees' in cell)
    return `${open} s="${amountStyle(cell.rupees, false, false)}"><v>${cell.rupees}</v></c>`;
  if ('paise' in cell)
    return `${open} s="${amountStyle(cell.paise / 100, true, false)}"><v>${cell.paise / 100}</v></c>`;
  const above = number > 2 ? [`${column}2:${column}${number - 1}`] : [];
  const summed = [before(column), ...above].filter((range) => range !== '').join(',');
  const formula = summed === '' ? '' : `<f>SUM(${summed})</f>`;
  if (cell.isSeconds === true)
    return `${open} s="${timeTotalStyle}">${formula}<v>${cell.total / daySeconds}</v></c>`;
  const isAmount = cell.isRupees === true || cell.isPaise === true;
  const style = isAmount ? amountStyle(cell.total, cell.isPaise === true, true) : totalStyle;
  return `${open} s="${style}">${formula}<v>${cell.total}</v></c>`;
}

function cellXml(cell: SheetCell, column: string, number: number, before: Before): string {
  if (cell === null || cell === '') return '';
  const place = `${column}${number}`;
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
  if (typeof cell === 'object') return valueXml(cell, column, number, before);
  const isHeader = number === 1;
  const style = isHeader ? ` s="${headerStyle}"` : '';
  const text = escapeXml(safeText(cell).slice(0, mostCharacters));
  const space = spaced.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${place}" t="inlineStr"${style}><is><t${space}>${text}</t></is></c>`;
}

const sheetHead = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" baseColWidth="16"/>`;

/** Widths in characters, column by column. */
function widthsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

async function* sheetPieces(
  rows: RowSource,
  widths: readonly number[],
  most: number,
  before: Before,
): AsyncGenerator<string, void, undefined> {
  const columns: string[] = [];
  let text = `${sheetHead}${widthsXml(widths)}<sheetData>`;
  let number = 0;
  for await (const row of rows.take(most)) {
    number += 1;
    text += `<row r="${number}">`;
    for (const [at, cell] of row.entries()) {
      const column = (columns[at] ??= columnName(at));
      text += cellXml(cell, column, number, before);
    }
    text += '</row>';
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

const firstAmountFormat = 167;
const amountFormats = AMOUNT_FORMATS.map(
  (format, at) =>
    `<numFmt numFmtId="${firstAmountFormat + at}" formatCode="${escapeXml(format)}"/>`,
).join('');
const amountStyles = (more: string): string =>
  AMOUNT_FORMATS.map(
    (_, at) => `<xf numFmtId="${firstAmountFormat + at}"${more} applyNumberFormat="1"/>`,
  ).join('');
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="${3 + AMOUNT_FORMATS.length}"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm\\ AM/PM"/><numFmt numFmtId="166" formatCode="0.0%"/>${amountFormats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${firstAmountStyle + 2 * AMOUNT_FORMATS.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="46" applyNumberFormat="1"/><xf numFmtId="46" fontId="1" applyFont="1" applyNumberFormat="1"/>${amountStyles('')}${amountStyles(' fontId="1" applyFont="1"')}</cellXfs></styleSheet>`;

function part(path: string, text: string): ZipPart {
  return { name: path, text: [head + text] };
}

/** A name that spreadsheet programs take; the sheets after the first have a number too. */
function sheetNameAt(sheetName: string, at: number): string {
  const end = at === 0 ? '' : ` ${at + 1}`;
  return `${sheetName.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31 - end.length)}${end}`;
}

const firstParts: readonly ZipPart[] = [
  part(
    '[Content_Types].xml',
    // How many sheets there are is known at the end only: they are what has no other type.
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ),
  part(
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  { name: 'xl/styles.xml', text: [styles] },
];

function lastParts(names: readonly string[]): ZipPart[] {
  const sheets = names.map(
    (name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return [
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${relations.join('')}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
  ];
}

async function* workbookParts(
  rows: RowSource,
  sheetName: string,
  widths: readonly number[],
  most: number,
): AsyncGenerator<ZipPart, void, undefined> {
  yield* firstParts;
  const names: string[] = [];
  do {
    const full = [...names];
    const before = (column: string) =>
      full.map((name) => `'${escapeXml(name)}'!${column}2:${column}${most}`).join(',');
    names.push(sheetNameAt(sheetName, names.length));
    const path = `xl/worksheets/sheet${names.length}.xml`;
    yield { name: path, text: sheetPieces(rows, widths, most, before) };
  } while (await rows.hasMore());
  yield* lastParts(names);
}

/**
 * The rows as an XLSX workbook, streamed: header bold and fixed, days as dates, totals as formulas. Text can't become a formula.
 * What one sheet can't hold goes on in another, under the same header. `widths` are the columns', in characters.
 */
export function writeXlsx(
  rows: SheetRows,
  sheetName: string,
  widths: readonly number[] = [],
  most = mostRows,
): Readable {
  const parts = workbookParts(rowSource(rows), sheetName, widths, most);
  return Readable.from(zipPieces(parts), { objectMode: false });
}
