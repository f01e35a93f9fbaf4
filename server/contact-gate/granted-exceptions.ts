import { sql } from 'drizzle-orm';
import type { ContactChannel } from '../../contract/contact-rules.ts';
import type { Db } from '../database/connection.ts';
import { askedRows } from '../database/prepared.ts';

/** A manager's leave to contact somebody against a rule. */
export interface Grant {
  readonly reason: string;
  readonly byId: string;
}

interface GrantRow extends Record<string, unknown> {
  place: number;
  reason: string;
  decided_by: string;
}

/** The leave under which each contact was made, in the order asked; null without one. */
export async function grantsOf(
  tx: Db,
  contacts: readonly {
    loanId: string;
    channel: ContactChannel;
    agentId: string | null;
    at: Date;
  }[],
): Promise<(Grant | null)[]> {
  const asked = contacts.map(({ loanId, channel, agentId, at }, place) => ({
    place,
    loan_id: loanId,
    channel,
    agent_id: agentId,
    at: at.toISOString(),
  }));
  const { rows } = await tx.execute<GrantRow>(sql`
    select /* prepared */ distinct on (r.place) r.place, x.reason, x.decided_by
    from ${askedRows(asked, 'r', 'place int, loan_id uuid, channel text, agent_id uuid, at timestamptz')}
      join contact_exceptions x on x.loan_id = r.loan_id and x.agent_id = r.agent_id and x.channel = r.channel
        and x.state = 'GRANTED' and x.decided_by is not null and x.decided_at <= r.at and r.at < x.ends_at
    order by r.place, x.decided_at desc`);
  const found = new Map(rows.map((row) => [row.place, row]));
  return contacts.map((_, place) => {
    const row = found.get(place);
    return row ? { reason: row.reason, byId: row.decided_by } : null;
  });
}
