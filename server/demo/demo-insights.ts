import { sql } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { uploadInsight } from '../data-insights/data-insight-upload-service.ts';
import { seededRandom } from '../random.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

const LOANS = 400;
const WORK = ['Salaried', 'Self-employed', 'Farmer', 'Daily wage', 'Retired'] as const;

/** What a bureau said of the lender's borrowers: some without a score, one income that can't be, two rows twice. */
function bureauFile(numbers: readonly string[]): string {
  const random = seededRandom('bureau');
  const lines = numbers.map((number, at) => {
    const score = random.chance(0.06) ? '' : random.between(480, 790);
    const income = at === 57 ? 9_900_000 : random.between(9, 75) * 1000;
    return [number, score, random.pick(WORK), income, random.between(0, 6)].join(',');
  });
  return [
    'Loan Account No,Bureau Score,Occupation,Monthly Income,Other Loans',
    ...lines,
    ...lines.slice(10, 12),
  ].join('\n');
}

/** A file that is not loans, for the admin and its managers to look into; it is read in the background. */
export async function uploadDemoInsight(context: Context, admin: Actor): Promise<void> {
  const [lender] = DEMO_LENDERS;
  if (!lender) return;
  const known = await context.db.execute(sql`select 1 from data_insights limit 1`);
  if (known.rows.length > 0) return;
  const { rows } = await context.db.execute<{ number: string }>(sql`
    select l.loan_number as number from loans l join clients c on c.id = l.client_id
    where c.name = ${lender.name} and l.status = 'ACTIVE' order by l.loan_number limit ${LOANS}`);
  const folder = await mkdtemp(join(tmpdir(), 'recoup-demo-'));
  try {
    const name = 'bureau-scores.csv';
    const path = join(folder, name);
    await writeFile(path, bureauFile(rows.map(({ number }) => number)));
    const wanted = { Client_Name: lender.name, name: 'Bureau scores', isShared: true };
    await uploadInsight(context, admin, { name, path }, wanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
