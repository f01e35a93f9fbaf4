import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { FileProblem } from './file-problem.ts';
import { wholeCharacters } from './whole-characters.ts';
import { maxCellCharacters, plainText } from './xlsx-cell.ts';
import type { CellStyle } from './xlsx-cell.ts';
import { attributeOf, xmlScanner } from './xml-scanner.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { readZipDirectory } from './zip-directory.ts';
import type { ZipEntry } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';

/** An open workbook file and its parts by name. */
export interface XlsxFile {
  readonly file: FileHandle;
  readonly path: string;
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

/** A sheet in the workbook's order: its name and the part it lies in. */
export interface SheetPart {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

/** What a workbook says about its sheets and dates. */
export interface WorkbookFacts {
  readonly sheets: readonly SheetPart[];
  /** Days count from 1904 instead of 1900. */
  readonly isDate1904: boolean;
}

const ignore = (): void => undefined;

/** Opens a workbook; the caller closes `file`. Throws FileProblem for a damaged zip or a zip bomb. */
export async function openXlsx(path: string): Promise<XlsxFile> {
  const file = await open(path, 'r');
  try {
    const entries = await readZipDirectory(file);
    return { file, path, entries: new Map(entries.map((entry) => [entry.name, entry])) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of a part in pieces; none when the workbook has no such part. */
export async function* partText(
  xlsx: XlsxFile,
  name: string,
): AsyncGenerator<string, void, undefined> {
  const entry = xlsx.entries.get(name);
  if (!entry) return;
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of readZipEntry(xlsx.file, xlsx.path, entry))
    yield decoder.decode(chunk, { stream: true });
}

async function scanPart(xlsx: XlsxFile, name: string, handler: Partial<XmlHandler>): Promise<void> {
  const scanner = xmlScanner({ open: ignore, text: ignore, close: ignore, ...handler });
  for await (const text of partText(xlsx, name)) scanner.feed(text);
}

async function readRelations(xlsx: XlsxFile): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await scanPart(xlsx, 'xl/_rels/workbook.xml.rels', {
    open: (name, tag) => {
      const target = attributeOf(tag, 'Target');
      if (name !== 'Relationship' || target === null) return;
      const part = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
      targets.set(attributeOf(tag, 'Id') ?? '', part);
    },
  });
  return targets;
}

/** Reads the workbook's sheets, in their order. Throws FileProblem when it names none. */
export async function readWorkbookFacts(xlsx: XlsxFile): Promise<WorkbookFacts> {
  const targets = await readRelations(xlsx);
  const sheets: SheetPart[] = [];
  let isDate1904 = false;
  await scanPart(xlsx, 'xl/workbook.xml', {
    open: (name, tag) => {
      if (name === 'workbookPr') isDate1904 = /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const id = /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '';
      const part = targets.get(id);
      const isHidden = /hidden/i.test(attributeOf(tag, 'state') ?? '');
      const sheetName = (attributeOf(tag, 'name') ?? `Sheet ${sheets.length + 1}`).slice(0, 255);
      if (part !== undefined && xlsx.entries.has(part))
        sheets.push({ name: wholeCharacters(sheetName), part, isHidden });
    },
  });
  if (sheets.length === 0) throw new FileProblem('no-sheet');
  return { sheets, isDate1904 };
}

/** Three hundred thousand loans of thirty columns have no more texts of their own; a file made to fill the memory has. */
const maxStrings = 9_000_000;
const maxStringCharacters = 400_000_000;

/** The workbook's shared texts, in their order. Phonetic hints are left out. Throws FileProblem where there are far too many. */
export async function readSharedStrings(xlsx: XlsxFile): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let characters = 0;
  let isText = false;
  let isPhonetic = false;
  const keep = (text: string): void => {
    characters += text.length;
    if (strings.length >= maxStrings || characters > maxStringCharacters)
      throw new FileProblem('too-many-texts');
    strings.push(text);
  };
  await scanPart(xlsx, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isText && current.length < maxCellCharacters) current += text;
    },
    close: (name) => {
      if (name === 'si') keep(plainText(current));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return strings;
}

const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);
/** A format of nothing but zeros, as for account numbers with leading ones: shown with so many digits. */
const zerosOnly = /^0{2,20}$/;

function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  return /[dy]/i.test(bare) && !/general|standard/i.test(bare);
}

/** What a number format shows a number as. */
export function formatStyle(code: string): CellStyle {
  if (zerosOnly.test(code)) return { isDate: false, digits: code.length };
  return { isDate: isDateFormat(code), digits: 0 };
}

/** What every cell style (by its number) shows a number as. */
export async function readCellStyles(xlsx: XlsxFile): Promise<CellStyle[]> {
  const custom = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  let isInCellFormats = false;
  await scanPart(xlsx, 'xl/styles.xml', {
    open: (name, tag) => {
      const id = Number(attributeOf(tag, 'numFmtId') ?? '0');
      if (name === 'numFmt') custom.set(id, formatStyle(attributeOf(tag, 'formatCode') ?? ''));
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats)
        styles.push(custom.get(id) ?? { isDate: builtInDates.has(id), digits: 0 });
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}
