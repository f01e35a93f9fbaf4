import { sql } from 'drizzle-orm';
import type { Message } from '../../contract/message.ts';
import type { Role } from '../../contract/roles.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import { maskedPhone, seesMaskedPhones } from '../loans/loan-rows-service.ts';

/** A message as its columns give it. */
export interface MessageRow extends Message, Record<string, unknown> {}

/** Columns of `m` (messages), `l` (its loan), `lc` (its lender), `t` (its template), `mu` (who sent it). */
export const messageColumns = sql`m.id as "_id", m.loan_id as "loanId", l.loan_number as "Loan_ID",
  l.customer_name as "Customer_Name", lc.name as "Client_Name", m.channel, m.number, m.text, m.segments, m.language,
  t.name as "templateName", m.version, m.state, m.attempts,
  case when m.state = 'QUEUED' and m.attempts > 0 then m.next_at end as "nextAt", m.provider,
  m.provider_id as "providerId", m.error, m.reason, m.run_id as "runId", mu.full_name as "createdBy",
  m.created_at as "createdAt", m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt"`;

/** Where the columns come from. */
export const messageSource = sql`messages m join loans l on l.id = m.loan_id join clients lc on lc.id = m.client_id
  join message_templates t on t.id = m.template_id left join users mu on mu.id = m.created_by`;

/** The wire's shape of a row; the number masked for readers who have no need to call. */
export function toMessage(row: MessageRow, readerRole: Role): Message {
  return {
    ...row,
    number: seesMaskedPhones(readerRole) ? (maskedPhone(row.number) ?? '') : row.number,
    nextAt: isoInstantOrNull(row.nextAt),
    createdAt: isoInstant(row.createdAt),
    sentAt: isoInstantOrNull(row.sentAt),
    deliveredAt: isoInstantOrNull(row.deliveredAt),
    readAt: isoInstantOrNull(row.readAt),
  };
}
