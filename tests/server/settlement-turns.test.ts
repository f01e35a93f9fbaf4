import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { BorrowerProfile } from '../../contract/borrower-profile.ts';
import type { SettlementRule } from '../../contract/settlement-rule.ts';
import type { SettlementLimits } from '../../contract/settlement.ts';
import { addDays } from '../../server/clock.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
const of = settlementsOf(() => server);
const { addLoan, proposed, decide, decided, read, withLetter } = of;

const countOf = async (as: PersonName) =>
  (await server.call('GET', '/settlement/count', { as })).json<{ data: { mine: number } }>().data
    .mine;

async function changeRules(more: Partial<SettlementRule>): Promise<void> {
  const { data } = (await server.call('GET', '/settlement-rules', { as: 'clientadmin' })).json<{
    data: SettlementRule[];
  }>();
  await server.taken('PUT', `/settlement-rules/${server.clients.X.id}`, {
    as: 'clientadmin',
    body: { ...data[0], ...more },
  });
}

it('a reminder changes nothing: what the client saw before it is still what it decides on', async () => {
  const approved = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  await decided(approved, 'NUDGE', 'manager');
  expect((await decide(approved, 'NUDGE', 'admin')).json()).toMatchObject({
    code: 'NUDGED_LATELY',
  });
  const agreed = await decided(approved, 'APPROVE', 'customer');
  expect(of.stands(agreed)).toEqual(['APPROVED_BY_CLIENT', 'LETTER']);
  expect(
    (await decide(approved, 'REJECT', 'clientadmin', { remarks: 'Late' })).json(),
  ).toMatchObject({ code: 'STALE_SETTLEMENT' });
});

it('a letter is handed over by who has the loan, and waits for nobody else', async () => {
  const others = ['collector', 'client', 'partner'] as const;
  const counts = async () => Promise.all(others.map(countOf));
  const before = await counts();
  const { loanId } = await addLoan();
  const made = await withLetter(loanId);
  expect(await counts()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]]);
  const { collector3 } = server.people;
  await server.db.execute(
    sql`update loans set collector_id = ${collector3.id} where id = ${loanId}`,
  );
  expect(await counts()).toEqual(before);
  expect((await read(made._id, 'collector')).actions).toEqual([]);
  const refused = await decide(made, 'ACTIVATE', 'collector');
  expect(refused.json()).toMatchObject({ code: 'NOT_YOUR_TURN' });
  expect((await decided(made, 'ACTIVATE', 'collector3')).settlementStatus).toBe('ACTIVE');
});

it('what a client is asked to decide comes before the letters that it owes, however long these wait', async () => {
  const { loanId: agreedLoan } = await addLoan();
  const agreed = await decided(
    await decided(await proposed(agreedLoan), 'APPROVE', 'manager'),
    'APPROVE',
    'customer',
  );
  const asked = await decided(await proposed((await addLoan()).loanId), 'APPROVE', 'manager');
  const answer = await server.call('GET', '/settlement/getClientSettlement', {
    as: 'customer',
    query: { view: 'mine' },
  });
  const ids = answer.json<{ data: { _id: string }[] }>().data.map(({ _id }) => _id);
  expect(ids.indexOf(asked._id)).toBeGreaterThanOrEqual(0);
  expect(ids.indexOf(agreed._id)).toBeGreaterThan(ids.indexOf(asked._id));
});

it('the next step of a borrower who settles is what was agreed', async () => {
  const { loanId, number } = await addLoan();
  const instalments = [0, 31].map((days) => ({
    dueOn: addDays(of.today(), days),
    amount: 4500,
  }));
  await withLetter(loanId, { kind: 'INSTALMENTS', validUntil: of.today(), instalments });
  const next = async () => {
    const answer = await server.call('GET', '/borrowerProfile/getBorrowerProfile', {
      as: 'collector',
      query: { loanId },
    });
    return answer.json<BorrowerProfile>().nextAction;
  };
  const due = { reason: 'SETTLEMENT_DUE', date: of.today(), amount: 4500 };
  expect(await next()).toMatchObject({ action: 'CALL_NOW', reasons: [due] });
  await of.pay(number, 5000, of.today());
  // Nobody asks for the next instalment a month before its day.
  expect(await next()).toMatchObject({
    action: 'WAIT',
    reasons: [
      { reason: 'CONTACT_HELD' },
      { reason: 'SETTLEMENT_DUE', date: instalments[1]?.dueOn, amount: 4000 },
    ],
  });
});

it('of a letter that the agency writes itself its manager is reminded, too', async () => {
  await changeRules({ delegatedAmount: 2000 });
  const made = await proposed((await addLoan()).loanId, { validUntil: addDays(of.today(), 1) });
  const { waitsFor } = await decided(made, 'APPROVE', 'manager');
  expect(waitsFor).toBe('LETTER');
  await server.db.execute(
    sql`update settlements set waits_since = now() - interval '1 day' where id = ${made._id}`,
  );
  await server.upkeep.runNow('settlements');
  const { rows } = await server.db.execute<{ to: string }>(sql`
    select coalesce(user_id, recipient_client_id) as to from notifications
    where settlement_id = ${made._id} and kind = 'SETTLEMENT_WAITS'`);
  expect(new Set(rows.map(({ to }) => to))).toEqual(
    new Set([server.people.manager.id, server.clients.X.id]),
  );
});

const levelsOf = async (loanId: string) => {
  const answer = await server.call('GET', '/settlement/limits', {
    as: 'collector',
    query: { loanId },
  });
  return answer
    .json<{ data: SettlementLimits }>()
    .data.limits.map(({ level, leastAmount }) => [level, leastAmount]);
};

it('under the RBI’s framework a proposer sees that the client admin decides, before saving', async () => {
  await changeRules({ isRbi: true, sanctionAmount: 500_000 });
  const { loanId: usual } = await addLoan({ loanAmount: 499_999 });
  expect(await levelsOf(usual)).toEqual([
    ['MANAGER', 8500],
    ['ADMIN', 7000],
    ['CLIENT', 1],
    ['CLIENT_HEAD', 1],
  ]);
  const { loanId: large } = await addLoan({ loanAmount: 500_000 });
  expect(await levelsOf(large)).toEqual([
    ['MANAGER', 8500],
    ['ADMIN', 7000],
    ['CLIENT_HEAD', 1],
  ]);
});
