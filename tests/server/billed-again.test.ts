import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../server/ids.ts';
import { revenueOf } from '../support/revenue.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const { agree, draft, lines, sayWhoSends, sent } = revenueOf(() => server);

test('a settlement that fell, was credited and stands again is billed again, with its day too', async () => {
  const { Y } = server.clients;
  await sayWhoSends();
  await agree('2025-05-01', { rates: [], settlementFee: 500, visitFee: 150 }, Y.id);
  const loanId = await server.addLoan({ client: 'Y' });
  const agent = server.people.fieldagent2.id;
  const id = newId();
  const visit = async () =>
    server.db
      .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
      values (gen_random_uuid(), ${loanId}, 'FIELD', ${agent}, 'FIELD_DOOR_LOCKED', 'NOT_CONTACTED', '2025-05-20T06:00:00Z')`);
  const fulfilled = sql`state = 'FULFILLED', waits_for = null, waived_amount = 1000, fulfilled_at = now(),
    fulfilled_on = '2025-05-20'`;
  await server.db
    .execute(sql`insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount,
      valid_until, instalments, reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring,
      grace_days, letter_at, waits_for)
    values (${id}, ${loanId}, ${Y.id}, 'ACTIVE', 'ONE_TIME', 4000, 5000, '2025-07-01', '[]', 'OTHER', ${agent},
      now(), '2025-05-10', ${agent}, false, false, 3, now(), 'PAYMENT')`);
  const stands = async () => {
    await server.db.execute(sql`update settlements set ${fulfilled} where id = ${id}`);
    await visit();
  };
  const falls = async () => {
    await server.db
      .execute(sql`update settlements set state = 'ACTIVE', waits_for = 'PAYMENT', waived_amount = null,
      fulfilled_at = null, fulfilled_on = null where id = ${id}`);
    await server.db.execute(sql`delete from dispositions where loan_id = ${loanId}`);
  };
  const feesOf = async (month: string) => {
    const invoice = await draft(month, Y.id);
    const told = (await lines(invoice)).map(({ kind, fee }) => [kind, fee]);
    if (told.length > 0) await sent(invoice);
    return told;
  };
  const both = [
    ['VISIT', 15_000],
    ['SETTLEMENT', 50_000],
  ];
  const credits = [
    ['CREDIT', -15_000],
    ['CREDIT', -50_000],
  ];
  await stands();
  expect(await feesOf('2025-05-01')).toEqual(both);
  await falls();
  expect((await feesOf('2025-06-01')).toSorted((a, b) => Number(b[1]) - Number(a[1]))).toEqual(
    credits,
  );
  await stands();
  expect(await feesOf('2025-07-01')).toEqual(both);
  await falls();
  expect(await feesOf('2025-08-01')).toHaveLength(2);
  await stands();
  expect(await feesOf('2025-09-01')).toEqual(both);
  expect(await feesOf('2025-10-01')).toEqual([]);
});
