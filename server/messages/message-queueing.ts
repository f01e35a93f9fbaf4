import { sql } from 'drizzle-orm';
import type { Loan } from '../../contract/loan.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import type { Db } from '../database/connection.ts';
import { loanColumns, loanJoins } from '../loans/loan-rows-service.ts';
import type { LoanRow } from '../loans/loan-rows-service.ts';
import { fillTemplate, isTooLong, segmentsOf } from './message-filling.ts';

/** A loan with its lender's id: what a message is made of. */
export type MessageLoan = Loan & { readonly clientId: string };

/** The numbers of a loan that a message may go to: the borrower's own, each once. */
export function numbersOf(loan: Pick<Loan, 'Mobile_Number' | 'Alternate_Mobile_Number'>): string[] {
  const given = [loan.Mobile_Number, loan.Alternate_Mobile_Number];
  return [...new Set(given.filter((one): one is string => one !== null && one !== ''))];
}

/** Loans by id, as messages are made of them, those that are there. */
export async function readMessageLoans(
  db: Db,
  condition: ReturnType<typeof sql>,
): Promise<MessageLoan[]> {
  const { rows } = await db.execute<LoanRow & { clientId: string }>(
    sql`select ${loanColumns}, l.client_id as "clientId" from loans l ${loanJoins} where ${condition} order by l.id`,
  );
  return rows;
}

/** Why a loan can not get a message of a template, whatever the gate says; null: it can. */
export type FillingProblem = 'NOT_ACTIVE' | 'OTHER_LENDER' | 'NO_NUMBER' | 'NO_VALUE' | 'TOO_LONG';

/** What a template says of a loan, and why it can't be sent. */
export interface DraftMessage {
  readonly text: string;
  readonly segments: number;
  readonly number: string | null;
  readonly missing: readonly string[];
  readonly problem: FillingProblem | null;
}

function problemOf(
  template: MessageTemplate,
  loan: MessageLoan,
  number: string | null,
  filled: { text: string; missing: string[]; unknown: string[] },
): FillingProblem | null {
  if (loan.status !== 'ACTIVE') return 'NOT_ACTIVE';
  if (template.clientId !== null && template.clientId !== loan.clientId) return 'OTHER_LENDER';
  if (number === null) return 'NO_NUMBER';
  if (filled.missing.length > 0 || filled.unknown.length > 0) return 'NO_VALUE';
  return isTooLong(filled.text) ? 'TOO_LONG' : null;
}

/** Fills a template for a loan; the number is the loan's first unless one of its own is asked for. */
export function draftMessage(
  template: MessageTemplate,
  loan: MessageLoan,
  asked?: string,
): DraftMessage {
  const numbers = numbersOf(loan);
  const number = (asked === undefined ? numbers[0] : numbers.find((one) => one === asked)) ?? null;
  const filled = fillTemplate(template.body, loan);
  return {
    text: filled.text,
    segments: segmentsOf(template.channel, filled.text),
    number,
    missing: [...filled.missing, ...filled.unknown],
    problem: problemOf(template, loan, number, filled),
  };
}

/** A message to be stored; the gate has allowed it in the same transaction. */
export interface NewMessage {
  readonly id: string;
  readonly loan: MessageLoan;
  readonly template: MessageTemplate;
  readonly draft: DraftMessage;
  readonly runId: string | null;
  readonly createdBy: string | null;
}

/** Stores a message that waits to be sent. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<void> {
  const { id, loan, template, draft, runId, createdBy } = message;
  await tx.execute(sql`insert into messages (id, loan_id, client_id, channel, number, text, segments, language,
      template_id, version, registered_id, sender, run_id, created_by)
    values (${id}, ${loan._id}, ${loan.clientId}, ${template.channel}, ${draft.number}, ${draft.text},
      ${draft.segments}, ${template.language}, ${template._id}, ${template.version}, ${template.registeredId},
      ${template.sender}, ${runId}, ${createdBy})`);
}
