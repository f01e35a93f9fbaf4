import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { REPORT_TITLES } from '../../contract/report-names.ts';
import { newId } from '../../server/ids.ts';
import { personNames, startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;

/** Loans whose people are under different managers, and whose lender somebody else than the partner made. */
beforeAll(async () => {
  server = await startTestServer();
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
});
afterAll(async () => server.close());

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
