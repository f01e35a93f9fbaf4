import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const special = /[\\\t\n\r]/g;

function copyCell(cell: string): string {
  if (cell === '') return '\\N';
  return cell.replace(special, (character) =>
    character === '\t' ? '\\t' : character === '\n' ? '\\n' : character === '\r' ? '\\r' : '\\\\',
  );
}

/** Streams the data rows of a CSV file through papaparse into a COPY of these columns; `toLine` makes a row's line. */
async function parseAndCopy(
  url: string,
  file: string,
  copySql: string,
  toLine: (cells: string[], index: number) => string,
): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const start = performance.now();
  const copy = client.query(copyFrom(copySql));
  let index = -1;
  let text = '';
  const lines = new Transform({
    writableObjectMode: true,
    writableHighWaterMark: 1024,
    transform(cells: string[], _encoding, done) {
      index += 1;
      if (index > 0) text += toLine(cells, index);
      if (text.length < 65_536) {
        done();
        return;
      }
      done(null, text);
      text = '';
    },
    flush(done) {
      done(null, text);
    },
  });
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {});
  await pipeline(createReadStream(file, { highWaterMark: 262_144 }), parser, lines, copy);
  const seconds = (performance.now() - start) / 1000;
  await client.end();
  return seconds;
}

/** Seconds of papaparse + COPY alone into a plain table of text columns. */
export async function copyToPlainTable(
  url: string,
  file: string,
  columns: number,
): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  await client.query(
    `drop table if exists bench_plain; create table bench_plain (${names.map((name) => `${name} text`).join(', ')})`,
  );
  await client.end();
  return parseAndCopy(
    url,
    file,
    'copy bench_plain from stdin',
    (cells) => `${cells.map(copyCell).join('\t')}\n`,
  );
}

const loanColumns =
  'id, client_id, loan_number, customer_name, mobile_number, alternate_mobile_number, email, address, city, state, pincode, region, branch, product, bucket, dpd, loan_amount, emi_amount, principal_outstanding, interest_outstanding, penalty_amount, total_due_amount, disbursal_date, due_date, last_payment_date, last_payment_amount, latitude, longitude, other_columns';

const isoDay = (day: string) => `${day.slice(6)}-${day.slice(3, 5)}-${day.slice(0, 2)}`;

/** Seconds of papaparse + COPY alone into the loans table, its indexes and triggers included; nothing is checked. */
export async function copyToLoans(url: string, file: string, clientId: string): Promise<number> {
  return parseAndCopy(url, file, `copy loans (${loanColumns}) from stdin`, (cells, index) => {
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const fields = cells
      .slice(0, 26)
      .map((cell, at) => (at >= 20 && at <= 22 ? isoDay(cell) : copyCell(cell)));
    const other = JSON.stringify({ a: cells[26], b: cells[27], c: cells[28], d: cells[29] });
    return `${id}\t${clientId}\t${fields.join('\t')}\t${other.replace(special, '\\$&')}\n`;
  });
}

/** Seconds of exceljs reading all cells of a workbook, as a stream. */
export async function parseWithExceljs(file: string): Promise<number> {
  const start = performance.now();
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(file, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  let cells = 0;
  for await (const sheet of reader)
    for await (const row of sheet) {
      const values = row.values;
      cells += Array.isArray(values) ? values.length : 0;
    }
  if (cells === 0) throw new Error('exceljs read nothing.');
  return (performance.now() - start) / 1000;
}
