import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { REPORT_TITLES } from '../../contract/report-names.ts';
import { businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { addPayment } from '../support/money.ts';
import { personNames, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

/** Loans whose people are under different managers, and whose lender somebody else than the partner made. */
beforeAll(async () => {
  const { people, db } = server;
  const loanId = await server.addLoan({
    managerId: people.manager.id,
    collectorId: people.collector3.id,
    fieldAgentId: people.fieldagent.id,
    totalDueAmount: 4000,
  });
  for (const [channel, who] of [
    ['CALL', 'collector'],
    ['FIELD', 'fieldagent'],
  ] as const)
    await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at)
      select ${newId()}, ${loanId}, ${channel}, ${people[who].id}, ${people.manager.id}, c.code, c.disposition_class, now()
      from disposition_codes c where c.channel = ${channel} and not c.needs_amount order by c.sort_order limit 1`);
  await addMovedLoan();
});

/** A loan of the first manager's people that is the other manager's and its people's now: work, promise and money stay theirs. */
async function addMovedLoan(): Promise<void> {
  const { people, db } = server;
  const loanId = await server.addLoan({
    managerId: people.manager2.id,
    collectorId: people.collector3.id,
  });
  for (const [kind, who] of [
    ['COLLECTOR', 'collector2'],
    ['FIELD', 'fieldagent'],
  ] as const)
    await db.execute(sql`insert into allocations (id, loan_id, kind, assignee_id, allocated_at, ended_at)
      values (${newId()}, ${loanId}, ${kind}, ${people[who].id}, now() - interval '70 days', now())`);
  await db.execute(sql`insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, told_at)
    values (${newId()}, ${loanId}, ${people.collector2.id}, 700, now(), current_date, current_date, now())`);
  const paid = { loanId, amount: 900, collectorId: people.collector2.id };
  await addPayment(server, { ...paid, paidOn: businessDay('Asia/Kolkata') });
}

const FIELDS = { client: 'clientName', agent: 'collectorId', manager: 'managerId' } as const;

const report = async (as: PersonName, name: string, query: Record<string, string>) =>
  server.call('GET', `/reports/${name}`, { as, query });

it('narrows every report to whom its rows name, for whoever reads it', async () => {
  const refused: string[] = [];
  let asked = 0;
  for (const as of personNames.filter((name) => !name.endsWith('admin')))
    for (const name of Object.keys(REPORT_TITLES))
      for (const by of ['client', 'agent', 'manager'] as const) {
        const whole = await report(as, name, { by });
        if (whole.statusCode !== 200) continue;
        for (const { group, label } of whole.json<ReportAnswer>().data) {
          if (label === null || group === '') continue;
          const value = by === 'client' ? label : group;
          const part = await report(as, name, { by, [FIELDS[by]]: value });
          asked += 1;
          if (part.statusCode !== 200) refused.push(`${as} ${name} ${by} ${part.body}`);
        }
      }
  expect(refused).toEqual([]);
  expect(asked).toBeGreaterThan(50);
  const foreign = { collectorId: server.people.collector2.id };
  expect((await report('partner', 'collections', foreign)).statusCode).toBe(403);
});

it('narrows loans as they stand to those that a field agent has, whoever else has them too', async () => {
  const fieldAgentId = server.people.fieldagent.id;
  const list = await server.call('GET', '/loans', { as: 'admin', query: { fieldAgentId } });
  const { totalCount } = list.json<{ totalCount: number }>();
  expect(totalCount).toBe(1);
  for (const name of ['lastInteraction', 'workable', 'performance', 'additional']) {
    const answer = await report('admin', name, { fieldAgentId });
    const { measures, totals } = answer.json<ReportAnswer>();
    expect(totals[measures.indexOf('loans')], name).toBe(totalCount);
  }
});

it('counts a deleted loan in nobody’s allocations; its payments are listed and can be reversed', async () => {
  const { people, db } = server;
  const loanId = await server.addLoan({ collectorId: people.collector2.id });
  await db.execute(sql`insert into allocations (id, loan_id, kind, assignee_id, allocated_at)
    values (${newId()}, ${loanId}, 'COLLECTOR', ${people.collector2.id}, now() - interval '70 days')`);
  const paid = { loanId, collectorId: people.collector2.id };
  await addPayment(server, { ...paid, amount: 4321, paidOn: businessDay('Asia/Kolkata') });
  const held = async (as: PersonName) => {
    const query = { collectorId: people.collector2.id };
    const [allocation, retain] = await Promise.all(
      ['allocation', 'retain'].map(async (name) => report(as, name, query)),
    );
    return [allocation, retain].map((answer) => answer?.json<ReportAnswer>().totals[0]);
  };
  const own = await held('collector2');
  await db.execute(sql`update loans set status = 'DELETED' where id = ${loanId}`);
  const [first = 0, second = 0] = own;
  expect(await held('collector2')).toEqual([(first ?? 0) - 1, (second ?? 0) - 1]);
  const list = await server.call('GET', '/payments', { as: 'admin', query: { loanId } });
  const [payment] = list.json<{ data: { _id: string; amount: number }[] }>().data;
  expect(payment?.amount).toBe(4321);
  await server.taken('PUT', `/payments/${payment?._id ?? ''}/reverse`, {
    as: 'admin',
    body: { reason: 'The cheque bounced.' },
  });
});

it('narrows reports to outcomes in whatever letter case an address names them', async () => {
  const { rows } = await server.db.execute<{ code: string }>(
    sql`select code from dispositions where channel = 'CALL' limit 1`,
  );
  const code = rows[0]?.code ?? '';
  for (const path of ['/reports/callStatus', '/reports/dailyCalls']) {
    const [stored, typed] = await Promise.all(
      [code, code.toLowerCase()].map(async (disposition) =>
        server
          .call('GET', path, { as: 'admin', query: { disposition } })
          .then((answer) => answer.json<ReportAnswer>()),
      ),
    );
    expect(typed?.totals, path).toEqual(stored?.totals);
    expect(typed?.totalCount, path).toBe(stored?.totalCount);
    expect(typed?.totalCount, path).toBeGreaterThan(0);
  }
});
