import { sql } from 'drizzle-orm';
import type { MessageState } from '../../contract/message.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { draftMessage, readMessageLoans } from './message-queueing.ts';

/** A message of the past: nothing is sent. */
export interface PastMessage {
  readonly loanId: string;
  readonly template: MessageTemplate;
  readonly state: Exclude<MessageState, 'QUEUED' | 'SENDING'>;
  readonly at: Date;
  readonly createdBy: string;
  readonly error?: string;
  readonly reason?: string;
}

const wasSent = new Set<MessageState>(['SENT', 'DELIVERED', 'READ']);
const wasDelivered = new Set<MessageState>(['DELIVERED', 'READ']);

/** Stores messages as they were sent in the past; loans that a template does not fit are left out. */
export async function storePastMessages(db: Db, past: readonly PastMessage[]): Promise<void> {
  const loans = await readMessageLoans(
    db,
    sql`l.id = any(${sql.param(past.map(({ loanId }) => loanId))}::uuid[])`,
  );
  const byId = new Map(loans.map((loan) => [loan._id, loan]));
  const rows = past.flatMap(({ loanId, template, state, at, createdBy, error, reason }) => {
    const loan = byId.get(loanId);
    if (!loan) return [];
    const draft = draftMessage(template, loan);
    if (draft.problem !== null) return [];
    const instant = at.toISOString();
    return [
      {
        id: newId(at.getTime()),
        loan_id: loanId,
        client_id: loan.clientId,
        channel: template.channel,
        number: draft.number,
        text: draft.text,
        segments: draft.segments,
        language: template.language,
        template_id: template._id,
        version: template.version,
        registered_id: template.registeredId,
        sender: template.sender,
        state,
        attempts: state === 'REFUSED' ? 0 : 1,
        next_at: instant,
        error: error ?? null,
        reason: reason ?? null,
        created_by: createdBy,
        created_at: instant,
        updated_at: instant,
        sent_at: wasSent.has(state) ? instant : null,
        delivered_at: wasDelivered.has(state) ? instant : null,
        read_at: state === 'READ' ? instant : null,
      },
    ];
  });
  await db.execute(
    sql`insert into messages select * from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb)`,
  );
}
