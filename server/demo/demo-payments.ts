import { sql } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../access/actor.ts';
import { sheetToPending, sheetToPosted } from '../activity-sheets/whole-sheet-service.ts';
import type { Context } from '../context.ts';
import { addDays } from '../clock.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

/** Payments of the posted file, and loans of the bank's list that waits. */
const payments = 40;
const paidLoans = 15;
const modes = ['UPI', 'NEFT', 'CASH', 'CHEQUE'] as const;

interface OwingLoan extends Record<string, unknown> {
  loan_number: string;
  total_due_amount: number;
}

async function owingLoans(context: Context, lender: string, most: number): Promise<OwingLoan[]> {
  const { rows } = await context.db.execute<OwingLoan>(sql`
    select l.loan_number, l.total_due_amount from loans l join clients c on c.id = l.client_id
    where c.name = ${lender} and l.status = 'ACTIVE' and l.total_due_amount > 2000 and l.collector_id is not null
    order by l.loan_number limit ${most}`);
  return rows;
}

/** A part of the dues of some loans, over the last days, and two rows that are told as wrong. */
function paymentFile(loans: readonly OwingLoan[], today: string): string {
  const lines = loans.map(({ loan_number: number }, at) => {
    const day = addDays(today, -1 - (at % 9));
    return `${number},${500 + (at % 7) * 150},${day},${modes[at % modes.length]},TXN${260_000 + at}`;
  });
  const wrong = ['UNKNOWN-1,900,,UPI,TXN270001', `UNKNOWN-2,1200,${today},UPI,TXN270002`];
  return ['Loan Account No,Amount Paid,Payment Date,Mode,UTR No', ...lines, ...wrong].join('\n');
}

/** What the bank says is paid: most of it whole, some a part, one too much. */
function bankFile(loans: readonly OwingLoan[], today: string): string {
  const lines = loans.map(({ loan_number: number, total_due_amount: due }, at) => {
    const sum = at % 5 === 1 ? due - 700 : at % 7 === 2 ? due + 300 : due;
    return `${number},${sum},${today},BNK${880_000 + at}`;
  });
  return ['LAN,Amount Received,Value Date,Reference No', ...lines].join('\n');
}

/** A posted file of payments for the first lender, and a bank's list for the second that waits for confirmation. */
export async function postDemoPayments(
  context: Context,
  admin: Actor,
  today: string,
): Promise<void> {
  const [first, second] = DEMO_LENDERS;
  if (!first || !second) return;
  const known = await context.db.execute(sql`
    select 1 from activity_sheets s where not exists (
      select 1 from activity_sheet_rows r where r.sheet_id = s.id and r.payment_key like 'past %') limit 1`);
  // A demo whose making was broken off goes on behind what is there.
  if (known.rows.length > 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'recoup-demo-'));
  const file = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return { name, path };
  };
  try {
    const paid = paymentFile(await owingLoans(context, first.name, payments), today);
    await sheetToPosted(context, admin, await file(`payments-${today}.csv`, paid), {
      kind: 'PAYMENT',
      Client_Name: first.name,
    });
    const told = bankFile(await owingLoans(context, second.name, paidLoans), today);
    await sheetToPending(context, admin, await file(`bank-paid-${today}.csv`, told), {
      kind: 'BANK_PAID',
      Client_Name: second.name,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
