import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { createPool } from '../server/database/connection.ts';
import { newId } from '../server/ids.ts';
import { insertUser } from '../server/identity/users.ts';
import { openSession } from '../server/identity/session.ts';
import { sampleRows } from '../server/sample/sample-service.ts';
import { writeCsv } from '../server/spreadsheets/csv-writer.ts';
import { writeXlsx } from '../server/spreadsheets/xlsx-writer.ts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { copyToLoans, copyToPlainTable, parseWithExceljs } from './import-peers.mts';
import { forgetPeak, peakMb, residentMb, startServer, timeImport } from './import-server.mts';
import type { BenchServer, ImportTimes } from './import-server.mts';
import { drizzle } from 'drizzle-orm/node-postgres';
import { onOwnDatabase } from './own-database.mts';

const rows = 100_000;
const columns = 30;
const rounds = 2;
const memoryLimitMb = 300;
/** The lenders that `makePeople` makes. */
export const clientNames = {
  csv: 'Csv Finance',
  xlsx: 'Xlsx Finance',
  peer: 'Peer Finance',
} as const;

interface Setting {
  readonly url: string;
  readonly folder: string;
  readonly csv: string;
  readonly xlsx: string;
}

async function writeFiles(folder: string): Promise<Pick<Setting, 'csv' | 'xlsx'>> {
  const wish = { rows, client: 'Bench Finance', seed: 7 };
  const csv = join(folder, 'loans.csv');
  const xlsx = join(folder, 'loans.xlsx');
  await pipeline(writeCsv(sampleRows(wish)), createWriteStream(csv));
  await pipeline(writeXlsx(sampleRows(wish), 'Loans'), createWriteStream(xlsx));
  return { csv, xlsx };
}

/** Makes an admin and the lenders; the admin's token. */
export async function makePeople(url: string): Promise<{ token: string; peerClient: string }> {
  const pool = createPool(url, 2);
  const db = drizzle({ client: pool });
  const ids = { csv: newId(), xlsx: newId(), peer: newId() };
  for (const key of ['csv', 'xlsx', 'peer'] as const)
    await pool.query('insert into clients (id, name) values ($1, $2)', [
      ids[key],
      clientNames[key],
    ]);
  const id = await insertUser(db, {
    role: 'ADMIN',
    username: 'bench',
    email: 'bench@bench.recoup',
    fullName: 'Bench',
    password: 'bench-password-2026',
  });
  const { token } = await openSession(db, { id, role: 'ADMIN' });
  await pool.end();
  return { token, peerClient: ids.peer };
}

async function clearLoans(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('truncate loans, loan_search, loan_import_rows cascade');
  await client.query('checkpoint');
  await client.end();
}

async function measured(
  setting: Setting,
  token: string,
  server: BenchServer,
  kind: 'csv' | 'xlsx',
) {
  const times: ImportTimes[] = [];
  let idle = 0;
  let peak = 0;
  for (let round = 0; round < rounds; round += 1) {
    await clearLoans(setting.url);
    if (round === 0) idle = await residentMb(server.pid);
    await forgetPeak(server.pid);
    times.push(await timeImport(server, token, setting[kind], clientNames[kind]));
    peak = Math.max(peak, await peakMb(server.pid));
  }
  const wrong = times.find(({ result }) => result.newRows !== rows);
  if (wrong) throw new Error(`Not all rows became loans: ${JSON.stringify(wrong.result)}`);
  return {
    toPending: median(times.map((time) => time.toPending)),
    whole: median(times.map((time) => time.toPending + time.toLoans)),
    memory: peak - idle,
  };
}

async function repeated(work: () => Promise<number>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await work());
  return median(seconds);
}

async function measureAll(setting: Setting): Promise<BenchRow[]> {
  const server = await startServer(setting.url, join(setting.folder, 'data'));
  try {
    const { token, peerClient } = await makePeople(setting.url);
    const csv = await measured(setting, token, server, 'csv');
    const xlsx = await measured(setting, token, server, 'xlsx');
    const plain = await repeated(() => copyToPlainTable(setting.url, setting.csv, columns));
    const toLoans = await repeated(async () => {
      await clearLoans(setting.url);
      return copyToLoans(setting.url, setting.csv, peerClient);
    });
    const parsed = await repeated(() => parseWithExceljs(setting.xlsx));
    const size = `${rows / 1000}k x ${columns}`;
    return [
      benchRow(
        `CSV ${size}, upload to checked list : papaparse + COPY to a plain table`,
        csv.toPending,
        plain,
        { atMost: 2 },
        's',
      ),
      benchRow(
        `CSV ${size}, upload to stored loans : papaparse + COPY to the loans table`,
        csv.whole,
        toLoans,
        { atMost: 2 },
        's',
      ),
      // The strictest reading: a checked, indexed, searchable book of loans against rows dropped into a bare table.
      benchRow(
        `CSV ${size}, upload to stored loans : papaparse + COPY to a plain table`,
        csv.whole,
        plain,
        { atMost: 2 },
        's',
      ),
      benchRow(
        `XLSX ${size}, upload to checked list : exceljs parse alone`,
        xlsx.toPending,
        parsed,
        { atMost: 1.3 },
        's',
      ),
      benchRow(
        `XLSX ${size}, upload to stored loans : exceljs parse alone`,
        xlsx.whole,
        parsed,
        { atMost: 1.3 },
        's',
      ),
      benchRow(
        `CSV ${size}, server memory above idle`,
        csv.memory,
        null,
        { atMost: memoryLimitMb },
        'MB',
      ),
      benchRow(
        `XLSX ${size}, server memory above idle`,
        xlsx.memory,
        null,
        { atMost: memoryLimitMb },
        'MB',
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** Imports through the built server against the parsers and COPY alone, in turns on one database, and its memory. */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async ({ url, folder }) =>
    measureAll({ url, folder, ...(await writeFiles(folder)) }),
  );
}
