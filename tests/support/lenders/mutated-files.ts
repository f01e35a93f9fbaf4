import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { seededRandom } from '../../../server/random.ts';
import type { Random } from '../../../server/random.ts';
import { readZipDirectory } from '../../../server/spreadsheets/zip-directory.ts';
import { readZipEntry } from '../../../server/spreadsheets/zip-entry.ts';
import { zipPieces } from '../../../server/spreadsheets/zip-writer.ts';
import type { LenderFile } from './lender-file.ts';
import { TEXT_FILES } from './text-files.ts';
import { WORKBOOKS } from './workbook-files.ts';

/** What a reader of text may stumble over. */
const textTokens = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\r',
  '\n',
  '\r\n',
  '\u0000',
  '\uFEFF',
  'Total',
  'कुल',
  '=cmd|calc',
  "'",
  '\\N',
  '\\.',
  '\\ud800',
  '\\\\u0000',
  '9.19E+11',
  '1e999',
  '-0',
  'NaN',
  '99999999999999999999',
  '31-02-2026',
  '00/00/00',
  '12/31/2026',
  '😀'.repeat(120),
  'x'.repeat(12_000),
  ',,,,,,,,,,,,,,,,',
  '{"a":1}',
  '__proto__',
  'Loan_ID,Customer_Name,Total_Due_Amount\n',
];

/** What a reader of a workbook's parts may stumble over. */
const partTokens = [
  ...textTokens,
  '<',
  '>',
  '</row>',
  '<row>',
  '<row r="0">',
  '<row r="99999999999">',
  '<row r="2">',
  '<c r="A1"><v>1</v></c>',
  '<c r="XFD1"><v>1</v></c>',
  '<c r="99" t="s"><v>-1</v></c>',
  '<c t="s" r="B3"><v>1e9</v></c>',
  '<c s="-3"><v>1e400</v></c>',
  '<c t="e"><v>#REF!</v></c>',
  '<c><f>A1</f></c>',
  '<c t="inlineStr"><is><t>_xD800_&#xD800;&#0;</t></is></c>',
  '<!-- ',
  '<![CDATA[',
  ']]>',
  '&bogus;',
  '&#xFFFFFFFF;',
  '<!DOCTYPE x>',
  't="s"',
  's="1"',
  'r="A1"',
  ' date1904="1"',
  'state="hidden"',
];

function spliced(random: Random, bytes: Buffer, tokens: readonly Buffer[]): Buffer {
  const at = random.between(0, bytes.length);
  const length = random.between(0, Math.min(400, bytes.length - at));
  const before = bytes.subarray(0, at);
  const part = bytes.subarray(at, at + length);
  const after = bytes.subarray(at + length);
  switch (random.between(0, 6)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, part, part, after]);
    case 2:
      return random.chance(0.3) ? Buffer.from(before) : Buffer.concat([after, before]);
    case 3: {
      const noise = Buffer.from(Array.from({ length: 8 }, () => random.between(0, 255)));
      return Buffer.concat([before, noise, part, after]);
    }
    case 4: {
      const changed = Buffer.from(bytes);
      for (let count = random.between(1, 8); count > 0 && changed.length > 0; count -= 1)
        changed[random.between(0, changed.length - 1)] = random.between(0, 255);
      return changed;
    }
    case 5:
      return Buffer.concat([before, random.pick(tokens), after]);
    default:
      return Buffer.concat([before, random.pick(tokens), part, after]);
  }
}

function mutated(random: Random, bytes: Buffer, tokens: readonly Buffer[]): Buffer {
  let changed = bytes;
  for (let count = random.between(1, 4); count > 0; count -= 1)
    changed = spliced(random, changed, tokens);
  return changed;
}

type Parts = readonly { readonly name: string; readonly text: string }[];

async function partsOf(folder: string, bytes: Buffer): Promise<Parts> {
  const path = join(folder, 'parts.xlsx');
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    const parts: { name: string; text: string }[] = [];
    for (const entry of await readZipDirectory(file)) {
      const content = await buffer(Readable.from(readZipEntry(file, path, entry)));
      parts.push({ name: entry.name, text: content.toString('utf8') });
    }
    return parts;
  } finally {
    await file.close();
  }
}

/** A workbook that unpacks well, with something wrong in one of its parts. */
async function withWrongPart(random: Random, parts: Parts): Promise<Buffer> {
  const read = parts.filter(({ name }) =>
    /^xl\/(worksheets\/|workbook|styles|sharedStrings|_rels)/.test(name),
  );
  const chosen = random.pick(read).name;
  const tokens = partTokens.map((token) => Buffer.from(token));
  const changed = parts.map(({ name, text }) => {
    const bytes = Buffer.from(text);
    return {
      name,
      text: [(name === chosen ? mutated(random, bytes, tokens) : bytes).toString('utf8')],
    };
  });
  return buffer(Readable.from(zipPieces(changed)));
}

/** A source of files with something wrong in them: the same number gives the same file for the same seed. */
export interface MutatedFiles {
  file(number: number): Promise<Buffer>;
}

interface Original {
  readonly lender: LenderFile;
  readonly bytes: Buffer;
  /** Null for text files. */
  readonly parts: Parts | null;
}

async function originals(folder: string): Promise<Original[]> {
  const found: Original[] = [];
  for (const lender of TEXT_FILES)
    found.push({ lender, bytes: await lender.content(), parts: null });
  for (const lender of WORKBOOKS) {
    const bytes = await lender.content();
    found.push({ lender, bytes, parts: await partsOf(folder, bytes) });
  }
  return found;
}

/** UTF-16 by its mark. */
const isWide = (bytes: Buffer): boolean => bytes[0] === 0xff || bytes[0] === 0xfe;

/** Makes wrong files of the lenders' good ones. `folder` is for its own work. */
export async function mutatedFiles(seed: number, folder: string): Promise<MutatedFiles> {
  const all = await originals(folder);
  return {
    file: async (number) => {
      const random = seededRandom(`${seed}/${number}`);
      const { bytes, parts } = random.pick(all);
      if (parts !== null && random.chance(0.8)) return withWrongPart(random, parts);
      const encoding = isWide(bytes) && random.chance(0.8) ? 'utf16le' : 'utf8';
      return mutated(
        random,
        bytes,
        textTokens.map((token) => Buffer.from(token, encoding)),
      );
    },
  };
}
