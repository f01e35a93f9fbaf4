import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { FileProblem } from './file-problem.ts';
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

/** A sheet in the workbook's order: the part it lies in. */
export interface SheetPart {
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
      if (part !== undefined && xlsx.entries.has(part)) sheets.push({ part, isHidden });
    },
  });
  if (sheets.length === 0)
    throw new FileProblem('The workbook has no sheet that can be read. Save it again as .xlsx.');
  return { sheets, isDate1904 };
}

/** The workbook's shared texts, in their order. Phonetic hints are left out. */
export async function readSharedStrings(xlsx: XlsxFile): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  await scanPart(xlsx, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      if (name === 'si') strings.push(current);
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
  });
  return strings;
}

const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);

function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  return /[dy]/i.test(bare) && !/general|standard/i.test(bare);
}

/** For every cell style (by its number): whether it shows a number as a date. */
export async function readDateStyles(xlsx: XlsxFile): Promise<boolean[]> {
  const customDates = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInCellFormats = false;
  await scanPart(xlsx, 'xl/styles.xml', {
    open: (name, tag) => {
      const id = Number(attributeOf(tag, 'numFmtId') ?? '0');
      if (name === 'numFmt')
        customDates.set(id, isDateFormat(attributeOf(tag, 'formatCode') ?? ''));
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats)
        styles.push(customDates.get(id) ?? builtInDates.has(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}
