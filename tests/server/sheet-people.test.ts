import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ActivityRow } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

test('people are known by their full names too, in any letter case; one that several have names nobody', async () => {
  const { people } = server;
  for (const loanNumber of ['N-1', 'N-2', 'N-3', 'N-4']) await server.addLoan({ loanNumber });
  await server.ownerDb.execute(sql`update users set full_name = 'Asha Rao'
    where id in (${people.collector2.id}, ${people.fieldagent.id})`);
  const sheets = [
    ['ALLOCATION', 'LAN,Collector', '', 'Collector: '],
    ['PAYMENT', 'LAN,Collected by,Amount,Paid on', ',500,01-11-2025', ''],
  ] as const;
  for (const [kind, head, rest, column] of sheets) {
    const names = ['TEST Collector', 'asha rao', 'Asha Raut', people.collector2.email];
    const lines = names.map((name, at) => `N-${at + 1},${name}${rest}`);
    const sheet = await sheetRead(server, kind, [head, ...lines].join('\n'));
    const { data } = await server.taken<Page<ActivityRow>>(
      'GET',
      `/activity-sheets/${sheet._id}/rows`,
      { as: 'admin', query: { outcome: 'UNKNOWN_PERSON' } },
    );
    expect(data).toMatchObject([
      {
        Loan_ID: 'N-2',
        reasons: [`${column}Several people are named "asha rao". Write the user name.`],
      },
      { Loan_ID: 'N-3', reasons: [expect.stringContaining(`${column}Nobody of this user name`)] },
    ]);
    expect((await sheetPosted(server, sheet)).state).toBe('DONE');
  }
  const { rows } = await server.db.execute(sql`
    select l.loan_number as loan, l.collector_id as holder, p.collector_id as credited
    from loans l left join payments p on p.loan_id = l.id where l.loan_number like 'N-%' order by l.loan_number`);
  const { id: first } = people.collector;
  const { id: second } = people.collector2;
  expect(rows).toEqual([
    { loan: 'N-1', holder: first, credited: first },
    { loan: 'N-2', holder: null, credited: null },
    { loan: 'N-3', holder: null, credited: null },
    { loan: 'N-4', holder: second, credited: second },
  ]);
});
