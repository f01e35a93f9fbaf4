import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ChartAnswer, ChartMeasure } from '../../contract/visualization.ts';
import { newId } from '../../server/ids.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { dayFromNow } from '../support/work.ts';

/*
 * What was done under a partner's managers is the partner's, and only that, whoever has the loans since: its figures of days that are
 * over are those of its managers (here the first manager, not the second).
 */
const server = testServer();

const MEASURES = [
  'contacts',
  'promises',
  'promisedAmount',
  'loansContacted',
  'receipted',
  'verified',
  'collected',
  'movedLoans',
] as const satisfies readonly ChartMeasure[];

/** What a board tells somebody of the last 90 days. */
async function figuresOf(as: PersonName): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const measure of MEASURES) {
    const { total } = await server.taken<ChartAnswer>('POST', '/data-visualizations/answer', {
      as,
      body: { measure, by: 'manager', range: 'DAYS_90' },
    });
    figures[measure] = total;
  }
  return figures;
}

/** A loan that a manager led for months, with a promise, money taken in and a payment of last month. */
async function workedLoan(manager: 'manager' | 'manager2', amount: number): Promise<string> {
  const { db, people } = server;
  const { id: managerId } = people[manager];
  const { id: collectorId } = people[manager === 'manager' ? 'collector' : 'collector3'];
  const createdAt = `${dayFromNow(-120)}T06:00:00Z`;
  const loanId = await server.addLoan({ managerId, totalDueAmount: 90_000, createdAt });
  await db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
    values (gen_random_uuid(), ${loanId}, ${managerId}, 'MANAGER', ${createdAt}::timestamptz)`);
  const visit = newId();
  const at = `${dayFromNow(-30)}T06:00:00Z`;
  await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, call_status,
      promise_amount, recorded_at)
    values (${visit}, ${loanId}, 'FIELD', ${collectorId}, ${managerId}, 'FIELD_PTP', 'PTP', 'CALL_ENDED', ${amount}, ${at})`);
  await db.execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on, is_claim)
    select gen_random_uuid(), ${visit}, l.id, l.client_id, ${collectorId}, ${managerId}, ${amount}, ${dayFromNow(-30)}, false
    from loans l where l.id = ${loanId}`);
  await addPayment(server, {
    loanId,
    amount: amount * 2,
    paidOn: dayFromNow(-29),
    collectorId,
    managerId,
  });
  return loanId;
}

const giveTo = async (manager: 'manager' | 'manager2', loanId: string) =>
  server.taken('PUT', '/loans/assign/manager', {
    as: 'admin',
    body: [{ _id: loanId, managerId: server.people[manager].id }],
  });

let given: string;
let taken: string;
let ended: string;
beforeAll(async () => {
  given = await workedLoan('manager', 100);
  taken = await workedLoan('manager2', 3000);
  ended = await workedLoan('manager', 20);
});

it('are those of its managers, and stay so when loans go, come and end', async () => {
  const before = await figuresOf('partner');
  expect(before).toMatchObject({ contacts: 2, promisedAmount: 120, receipted: 120, verified: 240 });
  expect(before).toEqual(await figuresOf('manager'));
  await giveTo('manager2', given);
  await giveTo('manager', taken);
  await server.db
    .execute(sql`insert into loan_closures (id, command_id, loan_id, reason, manager_id, closed_by, closed_at)
    select gen_random_uuid(), gen_random_uuid(), l.id, 'WITHDRAWN', l.manager_id, ${server.people.admin.id}, now()
    from loans l where l.id = ${ended}`);
  await server.db.execute(
    sql`update loans set status = 'WITHDRAWN', manager_id = null where id = ${ended}`,
  );
  // Loans that are led now make the months' movements, as they do on their manager's board.
  const { movedLoans: _then, ...done } = before;
  const after = await figuresOf('partner');
  expect(after).toMatchObject(done);
  expect(after).toEqual(await figuresOf('manager'));
});

it('have what a manager of it did itself, on whosever loan, and nothing of its agents under others', async () => {
  const { db, people } = server;
  const before = await figuresOf('partner');
  await db.execute(
    sql`update users set created_by = ${people.partner.id} where id = ${people.collector3.id}`,
  );
  expect(await figuresOf('partner')).toEqual(before);
  const loanId = await workedLoan('manager2', 7);
  const ofManager = sql`agent_id = ${people.manager.id} where loan_id = ${loanId}`;
  await db.execute(sql`update dispositions set ${ofManager}`);
  await db.execute(sql`update receipts set ${ofManager}`);
  await db.execute(
    sql`update payments set collector_id = ${people.manager.id} where loan_id = ${loanId}`,
  );
  const after = await figuresOf('partner');
  expect(after).toEqual(await figuresOf('manager'));
  expect(after.contacts).toBe((before.contacts ?? 0) + 1);
  expect(after.receipted).toBe((before.receipted ?? 0) + 7);
  expect(after.verified).toBe((before.verified ?? 0) + 14);
});
