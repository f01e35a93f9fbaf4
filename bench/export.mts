import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ExcelJS from 'exceljs';
import { writeCsv } from '../server/spreadsheets/csv-writer.ts';
import type { SheetCell } from '../server/spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../server/spreadsheets/xlsx-writer.ts';
import { median, repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { repeated } from './repeats.mts';

/** `EXPORT_ROWS=10000` for a quick look. */
const ROWS = Number(process.env['EXPORT_ROWS'] ?? 100_000);
const COLUMNS = 40;
const MOST_TIMES = 0.3;
const MOST_MB = 150;
const MB = 1024 * 1024;

/** A lender's row as reports have it: texts, a long number as text, days, amounts, numbers. */
function rowOf(row: number): SheetCell[] {
  return Array.from({ length: COLUMNS }, (_, column): SheetCell => {
    switch (column % 5) {
      case 0:
        return `Borrower ${row} of column ${column}`;
      case 1:
        return `0001234567890${row}`;
      case 2:
        return { day: `2026-03-${String(1 + (row % 28)).padStart(2, '0')}` };
      case 3:
        return { rupees: row * 37 + column };
      default:
        return row % 1000;
    }
  });
}

/** Made beforehand: what they cost is no writer's. */
const LINES = Array.from({ length: 1000 }, (_, row) => rowOf(row));

async function* rows(): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield Array.from({ length: COLUMNS }, (_, column) => `Column ${column}`);
  for (let row = 0; row < ROWS; row += 1) {
    // As from a database: a piece at a time.
    if (row % 2000 === 0) await new Promise((resolve) => setImmediate(resolve));
    yield LINES[row % LINES.length] ?? [];
  }
}

/** Takes bytes as a slow line does not: at once; tells how many there were and how much memory there was at most. */
function sink() {
  const seen = { bytes: 0, peak: 0 };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      seen.bytes += chunk.length;
      seen.peak = Math.max(seen.peak, process.memoryUsage.rss());
      done();
    },
  });
  return { stream, seen };
}

interface Measured {
  readonly seconds: number;
  readonly mb: number;
}

async function ours(make: () => Readable): Promise<Measured> {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  const { stream, seen } = sink();
  const from = performance.now();
  await pipeline(make(), stream);
  if (seen.bytes === 0) throw new Error('Nothing was written.');
  return {
    seconds: (performance.now() - from) / 1000,
    mb: Math.max(0, seen.peak - idle) / MB,
  };
}

/** What exceljs takes for the same cells, as a stream. */
async function theirs(): Promise<number> {
  const { stream } = sink();
  const from = performance.now();
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet('Rows', { views: [{ state: 'frozen', ySplit: 1 }] });
  for await (const cells of rows()) {
    const line = sheet.addRow(
      cells.map((cell) => {
        if (cell === null || typeof cell !== 'object') return cell;
        if ('day' in cell) return new Date(`${cell.day}T00:00:00Z`);
        return 'rupees' in cell ? cell.rupees : null;
      }),
    );
    cells.forEach((cell, at) => {
      if (cell === null || typeof cell !== 'object') return;
      line.getCell(at + 1).numFmt = 'day' in cell ? 'dd-mm-yyyy' : '"₹"#,##0';
    });
    line.commit();
  }
  sheet.commit();
  const ended = once(stream, 'finish');
  await book.commit();
  stream.end();
  await ended;
  return (performance.now() - from) / 1000;
}

/** A file of 40 columns from the writers of reports, beside exceljs, with the memory that it takes above what there was. */
export async function run(): Promise<BenchRow[]> {
  const size = `${ROWS.toLocaleString('en-IN')} rows`;
  // Memory first: what exceljs takes and gives back would hide what ours needs.
  const csv = await ours(() => writeCsv(rows()));
  const measured = await repeated(`export, ${size}`, async () => {
    const xlsx = await ours(() => writeXlsx(rows(), 'Rows'));
    return { ...xlsx, peer: await theirs() };
  });
  const [first] = measured;
  return [
    repeatedRow(
      `export, XLSX of ${size} x ${COLUMNS} : exceljs`,
      measured.map(({ seconds }) => seconds),
      measured.map(({ peer }) => peer),
      { atMost: MOST_TIMES },
      's',
    ),
    repeatedRow(
      `export, XLSX of ${size}, memory`,
      [first?.mb ?? 0],
      null,
      { atMost: MOST_MB },
      'MB',
    ),
    repeatedRow(`export, CSV of ${size}, memory`, [csv.mb], null, { atMost: MOST_MB }, 'MB'),
    repeatedRow(
      `export, CSV of ${size} : our XLSX`,
      [csv.seconds],
      [median(measured.map(({ seconds }) => seconds))],
      { atMost: 1 },
      's',
    ),
  ];
}
