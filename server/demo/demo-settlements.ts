import { sql } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettlementTerms } from '../../contract/settlement.ts';
import { atOnce } from '../access/work-origin.ts';
import { sheetToPosted } from '../activity-sheets/whole-sheet-service.ts';
import { addDays, businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { draftLetter } from '../settlements/letter-draft-service.ts';
import { decideSettlement } from '../settlements/settlement-deciding-service.ts';
import { uploadLetter } from '../settlements/settlement-letters-service.ts';
import { proposeSettlement } from '../settlements/settlement-proposing-service.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

type Step =
  | { readonly action: 'APPROVE'; readonly by: string }
  | { readonly action: 'COUNTER'; readonly by: string; readonly percent: number }
  | { readonly action: 'REJECT' | 'WITHDRAW'; readonly by: string; readonly remarks: string }
  | { readonly action: 'LETTER' }
  | { readonly action: 'ACTIVATE'; readonly by: string }
  | { readonly action: 'PAY' };

interface Story {
  /** Percent of the due that is offered, in how many payments, why. */
  readonly percent: number;
  readonly payments: number;
  readonly reason: 'MEDICAL' | 'JOB_LOSS' | 'HARDSHIP' | 'DISPUTE' | 'DEATH_IN_FAMILY';
  readonly remarks: string;
  readonly steps: readonly Step[];
}

const approve = (by: string): Step => ({ action: 'APPROVE', by });
const agreed = [approve('manager'), approve('customer')];

/** A settlement in each state that a day of work can leave it in. */
const STORIES: readonly Story[] = [
  {
    percent: 90,
    payments: 1,
    reason: 'MEDICAL',
    remarks: 'Hospital bills shown, salary resumes next month.',
    steps: [],
  },
  {
    percent: 86,
    payments: 3,
    reason: 'HARDSHIP',
    remarks: 'Shop reopened after the flood.',
    steps: [],
  },
  {
    percent: 60,
    payments: 1,
    reason: 'JOB_LOSS',
    remarks: 'Brother pays, one payment only.',
    steps: [],
  },
  {
    percent: 88,
    payments: 2,
    reason: 'MEDICAL',
    remarks: 'Discharge papers attached to the file.',
    steps: [approve('manager')],
  },
  {
    percent: 85,
    payments: 1,
    reason: 'DISPUTE',
    remarks: 'Disputes two late fees.',
    steps: [approve('manager'), { action: 'COUNTER', by: 'customer', percent: 92 }],
  },
  {
    percent: 90,
    payments: 1,
    reason: 'DEATH_IN_FAMILY',
    remarks: 'Father passed away in October.',
    steps: agreed,
  },
  {
    percent: 87,
    payments: 1,
    reason: 'JOB_LOSS',
    remarks: 'New job from the first of the month.',
    steps: [...agreed, { action: 'LETTER' }],
  },
  {
    percent: 90,
    payments: 3,
    reason: 'HARDSHIP',
    remarks: 'Pays after each harvest sale.',
    steps: [...agreed, { action: 'LETTER' }, { action: 'ACTIVATE', by: 'collector' }],
  },
  {
    percent: 90,
    payments: 1,
    reason: 'MEDICAL',
    remarks: 'Family collected the money.',
    steps: [...agreed, { action: 'LETTER' }, { action: 'PAY' }],
  },
  {
    percent: 86,
    payments: 1,
    reason: 'DISPUTE',
    remarks: 'Says the account was closed.',
    steps: [
      { action: 'REJECT', by: 'manager', remarks: 'Statement shows the account open. Ask again.' },
    ],
  },
  {
    percent: 95,
    payments: 1,
    reason: 'JOB_LOSS',
    remarks: 'Asked for a discount.',
    steps: [
      { action: 'WITHDRAW', by: 'collector', remarks: 'Borrower wants to pay the full due.' },
    ],
  },
];

/** Days until the first payment, and between payments. */
const FIRST_DAYS = 7;
const STEP_DAYS = 30;

function termsOf(due: number, percent: number, payments: number, today: string): SettlementTerms {
  const offeredAmount = Math.ceil((due * percent) / 100);
  const validUntil = addDays(today, FIRST_DAYS);
  if (payments === 1) return { kind: 'ONE_TIME', offeredAmount, validUntil, instalments: [] };
  const each = Math.floor(offeredAmount / payments);
  const instalments = Array.from({ length: payments }, (_, at) => ({
    dueOn: addDays(validUntil, at * STEP_DAYS),
    amount: at === 0 ? offeredAmount - each * (payments - 1) : each,
  }));
  return { kind: 'INSTALMENTS', offeredAmount, validUntil, instalments };
}

interface SettledLoan extends Record<string, unknown> {
  id: string;
  number: string;
  due: number;
}

async function withFile(
  name: string,
  content: Buffer | string,
  work: (file: { name: string; path: string; size: number }) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-demo-'));
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    await work({ name, path, size: Buffer.byteLength(content) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Telling {
  readonly context: Context;
  readonly actors: DemoActors;
  readonly loan: SettledLoan;
  readonly story: Story;
  readonly id: string;
  readonly today: string;
}

async function letter({ context, actors, id, loan }: Telling): Promise<void> {
  const customer = demoActor(actors, 'customer');
  const asked = { id, kind: 'SETTLEMENT', language: 'en' } as const;
  const { bytes } = await draftLetter(context, customer, asked);
  await withFile(`settlement-${loan.number}.pdf`, bytes, async (file) =>
    uploadLetter(context, customer, id, [{ ...file, part: 'letter' }], undefined),
  );
}

async function pay({ context, actors, loan, story, today }: Telling): Promise<void> {
  const { offeredAmount } = termsOf(loan.due, story.percent, story.payments, today);
  const sheet = `Loan Account No,Amount Paid,Payment Date,Mode,UTR No\n${loan.number},${offeredAmount},${today},UPI,SETTLED1`;
  await withFile(`settled-${today}.csv`, sheet, async (file) =>
    sheetToPosted(context, demoActor(actors, 'admin'), file, {
      kind: 'PAYMENT',
      Client_Name: DEMO_LENDERS[0]?.name ?? '',
    }),
  );
}

async function take(telling: Telling, step: Step): Promise<void> {
  if (step.action === 'LETTER') return letter(telling);
  if (step.action === 'PAY') return pay(telling);
  const { context, actors, id, loan, story, today } = telling;
  const { rows } = await context.db.execute<{ revision: number }>(
    sql`select revision from settlements where id = ${id}`,
  );
  const { action, by } = step;
  await decideSettlement(context, demoActor(actors, by), {
    _id: id,
    revision: rows[0]?.revision ?? 0,
    action,
    ...('remarks' in step && { remarks: step.remarks }),
    ...('percent' in step && { terms: termsOf(loan.due, step.percent, story.payments, today) }),
  });
}

async function tell(telling: Telling): Promise<void> {
  const { context, actors, loan, story, id, today } = telling;
  const { businessTz } = context.settings;
  const { reason, remarks } = story;
  const terms = termsOf(loan.due, story.percent, story.payments, today);
  const collector = demoActor(actors, 'collector');
  await runCommand(context.db, collector, async (command) =>
    proposeSettlement(
      command,
      collector,
      { _id: id, loanId: loan.id, ...terms, reason, remarks },
      { businessTz, origin: atOnce },
    ),
  );
  for (const step of story.steps) await take(telling, step);
}

/** Settlements of the first lender's loans in every state, each on a loan of its own. */
export async function settleDemoLoans(context: Context, actors: DemoActors): Promise<void> {
  const known = await context.db.execute(sql`select 1 from settlements limit 1`);
  if (known.rows.length > 0) return;
  const today = businessDay(context.settings.businessTz);
  const collector = demoActor(actors, 'collector');
  const { rows } = await context.db.execute<SettledLoan>(sql`
    select l.id, l.loan_number as number, l.total_due_amount as due
    from loans l join clients c on c.id = l.client_id
    where c.name = ${DEMO_LENDERS[0]?.name ?? ''} and l.status = 'ACTIVE' and l.collector_id = ${collector.userId}
      and l.total_due_amount between 10000 and 300000 and l.unverified_amount = 0 and l.paid_amount = 0
    order by l.loan_number desc limit ${STORIES.length}`);
  for (const [at, story] of STORIES.entries()) {
    const loan = rows[at];
    if (loan !== undefined) await tell({ context, actors, loan, story, id: newId(), today });
  }
}
