import { sql } from 'drizzle-orm';
import { comparableNumber } from '../../contract/contact-rules.ts';
import { leftToCollect } from '../../contract/loan.ts';
import type { Loan } from '../../contract/loan.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { businessDay } from '../clock.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { loanColumns, loanJoins } from '../loans/loan-rows-service.ts';
import type { LoanRow } from '../loans/loan-rows-service.ts';
import { fillTemplate, isTooLong, segmentsOf } from './message-filling.ts';

/** A loan with its lender's id: what a message is made of. */
export type MessageLoan = Loan & {
  readonly clientId: string;
  /** Numbers that nobody may reach for this loan, last ten digits. */
  readonly shutNumbers: readonly string[];
};

/** The borrower's own numbers, each once; those that nobody may reach come last, and the gate refuses them. */
export function numbersOf(
  loan: Pick<MessageLoan, 'Mobile_Number' | 'Alternate_Mobile_Number' | 'shutNumbers'>,
): string[] {
  const given = [loan.Mobile_Number, loan.Alternate_Mobile_Number];
  const isShut = (number: string) => loan.shutNumbers.includes(comparableNumber(number) ?? '');
  const own = [...new Set(given.filter((one): one is string => one !== null && one !== ''))];
  return own.toSorted((one, other) => Number(isShut(one)) - Number(isShut(other)));
}

/** Loans by id, as messages are made of them, those that are there. */
export async function readMessageLoans(
  db: Db,
  condition: ReturnType<typeof sql>,
): Promise<MessageLoan[]> {
  const { rows } = await db.execute<
    LoanRow & { clientId: string; shutNumbers: string[] }
  >(sql`select ${loanColumns}, l.client_id as "clientId", array(select n.number from contact_numbers n
      where n.number in (${comparableNumberSql('l.mobile_number')}, ${comparableNumberSql('l.alternate_mobile_number')})
        and (n.loan_id = l.id or n.loan_id is null) and n.ended_at is null) as "shutNumbers"
    from loans l ${loanJoins} where ${condition} order by l.id`);
  return rows;
}

/** Of some loans those whose borrower another sending wrote to with a template's words today, unless that message stayed here. */
export async function whoGotToday(
  db: Db,
  loanIds: readonly string[],
  template: Pick<MessageTemplate, '_id' | 'version'>,
  businessTz: string,
): Promise<Set<string>> {
  const { rows } = await db.execute<{
    id: string;
  }>(sql`select distinct m.loan_id as id from messages m
    where m.loan_id = any(${sql.param(loanIds)}::uuid[]) and m.template_id = ${template._id}
      and m.version = ${template.version} and m.run_id is not null
      and m.state not in ('REFUSED', 'FAILED')
      and m.created_at >= ${businessDay(businessTz)}::date::timestamp at time zone ${businessTz}`);
  return new Set(rows.map(({ id }) => id));
}

/** Why a loan can not get a message of a template, whatever the gate says; null: it can. */
export type FillingProblem =
  | 'NOT_ACTIVE'
  | 'OTHER_LENDER'
  | 'NOTHING_LEFT'
  | 'NO_NUMBER'
  | 'NO_VALUE'
  | 'TOO_LONG';

/** What a template says of a loan, and why it can't be sent. */
export interface DraftMessage {
  readonly text: string;
  readonly segments: number;
  readonly number: string | null;
  readonly missing: readonly string[];
  readonly problem: FillingProblem | null;
}

/** Who pays a settlement off is written to by a person, about the settlement: sendings to many ask for the full due. */
export const isSettling = ({ settlementStatus }: Pick<MessageLoan, 'settlementStatus'>): boolean =>
  settlementStatus === 'LETTER_ISSUED' || settlementStatus === 'ACTIVE';

function problemOf(
  template: MessageTemplate,
  loan: MessageLoan,
  number: string | null,
  filled: { text: string; missing: string[]; unknown: string[] },
): FillingProblem | null {
  if (loan.status !== 'ACTIVE') return 'NOT_ACTIVE';
  if (template.clientId !== null && template.clientId !== loan.clientId) return 'OTHER_LENDER';
  // Who has paid it all to an agent is not asked for it again while the bank's word is awaited.
  if (loan.Total_Due_Amount !== null && leftToCollect(loan) === 0) return 'NOTHING_LEFT';
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
  const filled = fillTemplate(template.body, loan, template.language);
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
