import { sql } from 'drizzle-orm';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Actor } from '../access/actor.ts';
import { addDays } from '../clock.ts';
import type { Context } from '../context.ts';
import { importToLoans, importToPending } from '../loan-imports/whole-import-service.ts';
import { sampleRows } from '../sample/sample-service.ts';
import type { SampleWish } from '../sample/sample-service.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

/** The same seed for every demo: its names and amounts are always the same, its dates follow the day it is made. */
const seed = 2026;
/** Rows of a lender's file that are refused, so that the upload list shows what that looks like. */
const faultyRows = 6;

async function writeFile(
  folder: string,
  name: string,
  format: 'csv' | 'xlsx',
  wish: SampleWish,
): Promise<{ name: string; path: string }> {
  const path = join(folder, name);
  const rows = sampleRows(wish);
  const bytes = format === 'csv' ? writeCsv(rows) : writeXlsx(rows, 'Loans');
  await pipeline(bytes, createWriteStream(path));
  return { name, path };
}

async function clientsWithUploads(context: Context): Promise<Set<string>> {
  const { rows } = await context.db.execute<{ name: string }>(sql`select distinct c.name
    from loan_imports i join clients c on c.id = i.client_id where i.state in ('DONE', 'PENDING')`);
  return new Set(rows.map((row) => row.name));
}

async function importLender(
  context: Context,
  actor: Actor,
  folder: string,
  lender: (typeof DEMO_LENDERS)[number],
  asOf: string,
): Promise<void> {
  const { name, format, loans, cities } = lender;
  const errors = format === 'csv' ? faultyRows : 0;
  const wish = { rows: loans + errors, client: name, seed, errors, cities, asOf };
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const file = await writeFile(folder, `${slug}-${asOf}.${format}`, format, wish);
  await importToLoans(context, actor, file, name);
}

/** A newer, smaller file that still waits to be verified: with updates, new loans and refused rows. */
async function leavePendingList(context: Context, actor: Actor, folder: string, asOf: string) {
  const lender = DEMO_LENDERS[0];
  if (!lender) return;
  const rows = lender.loans + 30;
  const wish = {
    rows,
    client: lender.name,
    seed,
    errors: 8,
    cities: lender.cities,
    asOf: addDays(asOf, 1),
  };
  const file = await writeFile(folder, `next-file-${asOf}.csv`, 'csv', wish);
  await importToPending(context, actor, file, lender.name);
}

/** Imports each lender's sample file as admin, through the same code as any upload; lenders that have one are passed over. */
export async function importDemoLoans(
  context: Context,
  admin: Actor,
  today: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-demo-'));
  try {
    const done = await clientsWithUploads(context);
    for (const lender of DEMO_LENDERS)
      if (!done.has(lender.name)) await importLender(context, admin, folder, lender, today);
    const pending = await context.db.execute(
      sql`select 1 from loan_imports where state = 'PENDING' limit 1`,
    );
    if (pending.rows.length === 0) await leavePendingList(context, admin, folder, today);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
