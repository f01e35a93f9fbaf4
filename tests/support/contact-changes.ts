import { sql } from 'drizzle-orm';
import type { TestServer } from './server.ts';
import { callOf, dayFromNow } from './work.ts';

/** The body of a call that ended with a promise for in three days. */
export const promiseOf = (loanId: string) =>
  callOf(loanId, {
    disposition: 'PTP',
    promiseAmount: 900,
    date: dayFromNow(3),
    time: '10:00',
  });

/** The reminders of a loan that still stand. */
export async function openAlertsOf(
  { db }: TestServer,
  loanId: string,
): Promise<{ alert_type: string; due_at: string }[]> {
  const found = await db.execute<{ alert_type: string; due_at: string }>(
    sql`select alert_type, due_at from alerts where loan_id = ${loanId} and deactivated_at is null`,
  );
  return found.rows;
}

/** The receipts that a contact ever had, the first one first. */
export async function receiptsOf(
  { db }: TestServer,
  dispositionId: string,
): Promise<{ amount: number; open: boolean }[]> {
  const found = await db.execute<{ amount: number; open: boolean }>(sql`
    select amount, cancelled_at is null as open from receipts where disposition_id = ${dispositionId}
    order by created_at, cancelled_at is null`);
  return found.rows;
}

const BOUNDARY = 'form-part';

function part(name: string, value: string, more = ''): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}

/** A form's body with fields and one small PDF as a supporting document, and its content type. */
export function formWithPdf(fields: Record<string, string>): { type: string; body: string } {
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const file = '; filename="letter.pdf"\r\ncontent-type: application/pdf';
  const parts = Object.entries(fields).map(([name, value]) => part(name, value));
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: `${parts.join('')}${part('supportingDoc', pdf, file)}--${BOUNDARY}--\r\n`,
  };
}
