import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as XLSX from 'xlsx';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { sampleRows } from '../server/sample/sample-service.ts';
import { writeXlsx } from '../server/spreadsheets/xlsx-writer.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { clientNames, makePeople } from './import.mts';
import { forgetPeak, peakMb, residentMb, startServer, timeImport } from './import-server.mts';
import type { BenchServer } from './import-server.mts';

const wish = { client: 'Bench Finance', seed: 7 };
const xlsxRows = 150_000;
const xlsRows = 20_000;

async function writeXls(path: string): Promise<void> {
  const rows = [...sampleRows({ ...wish, rows: xlsRows })].map((row) =>
    row.map((cell) =>
      cell !== null && typeof cell === 'object' ? ('day' in cell ? cell.day : null) : cell,
    ),
  );
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Loans');
  await writeFile(path, XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer);
}

async function measured(
  server: BenchServer,
  token: string,
  file: {
    path: string;
    client: string;
    rows: number;
    name: string;
    mostSeconds: number;
    mostMb: number;
  },
): Promise<BenchRow[]> {
  const idle = await residentMb(server.pid);
  await forgetPeak(server.pid);
  const { toPending, result } = await timeImport(server, token, file.path, file.client);
  const peak = await peakMb(server.pid);
  if (result.newRows !== file.rows) throw new Error(`Not all rows became loans: ${result.newRows}`);
  return [
    benchRow(
      `${file.name}, upload to checked list`,
      toPending,
      null,
      { atMost: file.mostSeconds },
      's',
    ),
    benchRow(
      `${file.name}, server memory above idle`,
      peak - idle,
      null,
      { atMost: file.mostMb },
      'MB',
    ),
  ];
}

/** Time and memory of large workbooks: what is streamed (.xlsx), and what is read in one piece in a thread (.xls). */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-books-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'database'));
  const server = await startServer(postgres.ownerUrl, join(folder, 'data'));
  try {
    const xlsx = join(folder, 'loans.xlsx');
    const xls = join(folder, 'loans.xls');
    await pipeline(
      writeXlsx(sampleRows({ ...wish, rows: xlsxRows }), 'Loans'),
      createWriteStream(xlsx),
    );
    await writeXls(xls);
    const { token } = await makePeople(postgres.ownerUrl);
    return [
      ...(await measured(server, token, {
        path: xls,
        client: clientNames.csv,
        rows: xlsRows,
        name: `XLS ${xlsRows / 1000}k x 30`,
        mostSeconds: 30,
        mostMb: 700,
      })),
      ...(await measured(server, token, {
        path: xlsx,
        client: clientNames.xlsx,
        rows: xlsxRows,
        name: `XLSX ${xlsxRows / 1000}k x 30`,
        mostSeconds: 90,
        mostMb: 400,
      })),
    ];
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
