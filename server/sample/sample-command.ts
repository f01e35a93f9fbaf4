import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runCommandLine, say } from '../command-line.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { sampleRows } from './sample-service.ts';

const usage =
  'npm run sample -- --rows 5000 --client "Suryodaya Housing" --format xlsx|csv [--seed N] [--out FILE] [--errors N]';

const count = (least: number, most: number) => {
  const error = `Give a whole number from ${least} to ${most}.`;
  return z.coerce
    .number({ error })
    .pipe(z.int({ error }).min(least, { error }).max(most, { error }));
};

const wishSchema = z.object({
  rows: count(1, 1_000_000).default(5000),
  client: z.string().trim().min(1).max(200).default('Suryodaya Housing'),
  format: z.enum(['xlsx', 'csv'], { error: 'Give xlsx or csv.' }).default('xlsx'),
  seed: count(0, 2_147_483_647).default(1),
  errors: count(0, 1_000_000).default(0),
  out: z.string().optional(),
});

/** Writes a sample of a lender's file and says where. Throws for wrong options. */
async function writeSample(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      client: { type: 'string' },
      format: { type: 'string' },
      seed: { type: 'string' },
      errors: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { format, out, ...wish } = wishSchema.parse(values);
  const slug = wish.client
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const file = out ?? `sample-${slug}-${wish.rows}.${format}`;
  const rows = sampleRows({ ...wish, errors: Math.min(wish.errors, wish.rows) });
  const bytes = format === 'csv' ? writeCsv(rows) : writeXlsx(rows, 'Loans');
  await pipeline(bytes, createWriteStream(file));
  say(`${wish.rows} rows for ${wish.client} are in ${file}.`);
  return 0;
}

runCommandLine(writeSample, { usage });
