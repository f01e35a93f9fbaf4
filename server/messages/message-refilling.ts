import { sql } from 'drizzle-orm';
import { comparableNumber } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { draftMessage, isSettling, numbersOf, readMessageLoans } from './message-queueing.ts';
import type { DraftMessage, FillingProblem, MessageLoan } from './message-queueing.ts';
import { findAnyTemplateVersion } from './template-versions.ts';

/** A message that waits to be sent. */
export interface WaitingMessage {
  readonly loanId: string;
  readonly number: string;
  readonly templateId: string;
  readonly version: number;
  readonly runId: string | null;
}

/** What a waiting message says by now, or why it is not to be sent any more. */
export type Refilled =
  | { readonly problem: null; readonly text: string; readonly segments: number }
  | { readonly problem: FillingProblem | 'NOT_OF_LOAN' | 'SETTLEMENT' | 'OUT_OF_USE' };

function refill(
  { number, runId }: WaitingMessage,
  loan: MessageLoan | undefined,
  draftFor: (loan: MessageLoan, own: string) => DraftMessage,
): Refilled {
  if (!loan) return { problem: 'NOT_ACTIVE' };
  const own = numbersOf(loan).find((one) => comparableNumber(one) === comparableNumber(number));
  if (own === undefined) return { problem: 'NOT_OF_LOAN' };
  if (runId !== null && isSettling(loan)) return { problem: 'SETTLEMENT' };
  const { problem, text, segments } = draftFor(loan, own);
  return problem === null ? { problem, text, segments } : { problem };
}

/**
 * Judges and fills waiting messages anew, in their order: between queueing and sending agents take money in, numbers are
 * corrected, letters go out and templates out of use. Each keeps the version of its template.
 */
export async function refillMessages(
  db: Db,
  messages: readonly WaitingMessage[],
): Promise<Refilled[]> {
  const loanIds = messages.map(({ loanId }) => loanId);
  const found = await readMessageLoans(db, sql`l.id = any(${sql.param(loanIds)}::uuid[])`);
  const loans = new Map(found.map((loan) => [loan._id, loan]));
  const keyOf = ({ templateId, version }: WaitingMessage) => `${templateId} ${version}`;
  const templates = new Map<string, Awaited<ReturnType<typeof findAnyTemplateVersion>>>();
  for (const message of messages)
    if (!templates.has(keyOf(message)))
      templates.set(
        keyOf(message),
        await findAnyTemplateVersion(db, message.templateId, message.version),
      );
  return messages.map((message) => {
    const template = templates.get(keyOf(message));
    if (!template) throw new Error('A template was not read.');
    if (!template.isActive) return { problem: 'OUT_OF_USE' };
    return refill(message, loans.get(message.loanId), (loan, own) =>
      draftMessage(template, loan, own),
    );
  });
}
