import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import type { PersonName, TestServer } from './server.ts';

/** Any hour, as often as one likes. */
const FREE = {
  profile: 'OWN',
  from: '00:00',
  to: '23:59',
  perDay: null,
  perWeek: null,
  daysAfterTalk: 0,
  messagesPerDay: null,
  closedWeekdays: [],
  festivalDays: [],
  timeZone: null,
  allowsThirdParties: false,
  holdsOnDispute: true,
};

/** Lender X's policy, as its client admin sees it. */
export async function policyOfX(server: TestServer): Promise<{ revision: number }> {
  const answer = await server.call('GET', '/contact-policies', { as: 'clientadmin' });
  const { data } = answer.json<{ data: { revision: number; clientId: string }[] }>();
  expect(data.map(({ clientId }) => clientId)).toEqual([server.clients.X.id]);
  const [policy] = data;
  if (!policy) throw new Error('There is no policy.');
  return policy;
}

/** Gives lender X rules: no limits but those that are given. */
export async function setPolicy(server: TestServer, changes: object = {}): Promise<void> {
  const { revision } = await policyOfX(server);
  await server.taken('PUT', `/contact-policies/${server.clients.X.id}`, {
    as: 'clientadmin',
    body: { ...FREE, revision, ...changes },
  });
}

let phones = 0;

/** A loan of the first manager's people with a number of its own. */
export function gatedLoan(server: TestServer): Promise<string> {
  phones += 1;
  return server.addLoan({
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
    fieldAgentId: server.people.fieldagent.id,
    mobileNumber: String(7_000_000_000 + phones),
  });
}

/** Claims a contact with a loan. */
export const claimOf = (
  server: TestServer,
  loanId: string,
  body: object = {},
  as: PersonName = 'collector',
) =>
  server.call('POST', '/contact-gate/claim', {
    as,
    body: { attemptId: newId(), loanId, channel: 'CALL', ...body },
  });

/** How a contact stands in the ledger. */
export async function decisionOf(server: TestServer, id: string) {
  const { rows } = await server.db.execute<{
    decision: string;
    reason: string | null;
    override_by: string | null;
  }>(sql`select decision, reason, override_by from contact_attempts where id = ${id}`);
  return rows[0];
}
