import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { addDays, businessDay } from '../../server/clock.ts';
import { keepSchedulesDue } from '../../server/reports/report-delivery-jobs.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testPassword, testServer } from '../support/server.ts';
import { callOf, loanOf } from '../support/work.ts';

/*
 * A machine whose clock was a month ahead for a while, and is right again: what was noted then must not hold for a month.
 */

const MONTH = sql`interval '31 days'`;
const HOUR_MS = 3_600_000;
const server = testServer();
const { addLoan, proposed, withLetter, read } = settlementsOf(() => server);

beforeAll(async () => {
  await server.upkeep.stop();
});

it('a daily report is sent the next morning all the same', async () => {
  const { _id: viewId } = await server.taken<{ _id: string }>('POST', '/report-views', {
    as: 'admin',
    body: {
      report: 'callStatus',
      name: 'Mornings',
      look: { gte: '01-03-2026', lte: '31-03-2026' },
    },
  });
  const { _id: id } = await server.taken<{ _id: string }>('POST', '/report-schedules', {
    as: 'admin',
    body: {
      viewId,
      time: { rhythm: 'DAILY', at: '07:00' },
      recipientIds: [server.people.manager.id],
    },
  });
  const nextOf = async () => {
    const { rows } = await server.db.execute<{ next: string }>(
      sql`select next_at as next from report_schedules where id = ${id}`,
    );
    return new Date(rows[0]?.next ?? '').getTime();
  };
  const planned = await nextOf();
  await server.db.execute(
    sql`update report_schedules set next_at = next_at + ${MONTH} where id = ${id}`,
  );
  await keepSchedulesDue(server.context, new Date(planned - HOUR_MS));
  expect(await nextOf()).toBe(planned);
});

it('nobody stays locked out by failures of then', async () => {
  const { email } = server.people.collector2;
  const logIn = async (password: string) =>
    server.call('POST', '/login', { as: null, body: { email, password } });
  for (let nth = 0; nth < 10; nth += 1) await logIn('wrong');
  expect((await logIn(testPassword)).statusCode).toBe(429);
  await server.db.execute(sql`update login_failures set failed_at = failed_at + ${MONTH}`);
  expect((await logIn(testPassword)).json()).toMatchObject({ auth: true });
});

it('what was asked then does not count against who asks now, what was asked now does', async () => {
  const search = async () =>
    (await server.call('GET', '/loans', { as: 'manager', query: { search: 'Asha' } })).statusCode;
  expect(await search()).toBe(200);
  await server.db.execute(
    sql`update rate_limits set points = 1000, expire = expire + 31 * 86400000::bigint`,
  );
  expect(await search()).toBe(200);
  await server.db.execute(sql`update rate_limits set points = 1000`);
  expect(await search()).toBe(429);
});

it('a session that was used then idles out like any other', async () => {
  await server.db.execute(sql`update sessions set last_seen_at = now() + ${MONTH},
    expires_at = expires_at + ${MONTH} where user_id = ${server.people.fieldagent.id}`);
  await server.upkeep.runNow('logins and limits');
  const { rows } = await server.db.execute(sql`select 1 from sessions
    where user_id = ${server.people.fieldagent.id} and ended_at is null
      and (last_seen_at > now() or expires_at > now() + interval '12 hours')`);
  expect(rows).toEqual([]);
});

it('a promise that was found broken before its day is open again', async () => {
  const loanId = await loanOf(server, 'collector');
  await server.taken('POST', '/call-disposition', {
    as: 'collector',
    body: callOf(loanId, {
      disposition: 'PTP',
      date: addDays(businessDay('Asia/Kolkata'), 1),
      time: '10:00',
      promiseAmount: 700,
    }),
  });
  await server.db.execute(sql`update promises set state = 'BROKEN' where loan_id = ${loanId}`);
  await server.db.execute(
    sql`update loans set promise_broken_on = current_date where id = ${loanId}`,
  );
  await server.upkeep.runNow('promises still to come');
  await server.upkeep.runNow('promises');
  const { rows } = await server.db.execute(sql`select p.state, l.promise_broken_on as broken
    from promises p join loans l on l.id = p.loan_id where l.id = ${loanId}`);
  expect(rows).toEqual([{ state: 'OPEN', broken: null }]);
});

it('loans whose period is not over after all are back with who had them, others are not', async () => {
  const { collector, manager } = server.people;
  const periodEndsOn = addDays(businessDay('Asia/Kolkata'), 20);
  const add = async () => {
    const id = await server.addLoan({ collectorId: collector.id, managerId: manager.id });
    await server.db.execute(
      sql`update loans set period_ends_on = current_date - 2 where id = ${id}`,
    );
    return id;
  };
  const early = await add();
  const over = await add();
  await server.upkeep.runNow('loan periods');
  await server.db.execute(
    sql`update loans set period_ends_on = ${periodEndsOn}::date where id = ${early}`,
  );
  await server.upkeep.runNow('loan periods');
  const { rows } = await server.db.execute(sql`select l.id, l.status, l.collector_id as who,
    (select count(*)::int from allocations a where a.loan_id = l.id and a.ended_at is null) as open
    from loans l where l.id in (${early}, ${over}) order by l.id = ${over}`);
  expect(rows).toEqual([
    { id: early, status: 'ACTIVE', who: collector.id, open: 2 },
    { id: over, status: 'EXPIRED', who: null, open: 0 },
  ]);
});

it('a settlement with its letter that ended before its days stands again', async () => {
  const { loanId } = await addLoan();
  const made = await withLetter(loanId);
  const later = (days: number) =>
    server.db.execute(sql`update settlements set valid_until = valid_until + ${days}::int,
      offered_on = offered_on + ${days}::int, judge_on = judge_on + ${days}::int where id = ${made._id}`);
  await later(-20);
  await server.upkeep.runNow('settlements');
  expect(await read(made._id)).toMatchObject({ settlementStatus: 'EXPIRED' });
  await later(20);
  await server.db.execute(
    sql`update settlements set updated_at = now() + ${MONTH} where id = ${made._id}`,
  );
  await server.upkeep.runNow('settlements still to come');
  await server.upkeep.runNow('settlements');
  expect(await read(made._id)).toMatchObject({ settlementStatus: made.settlementStatus });
});

it('a manager who got a loan of a waiting offer while the clock was ahead is told once, when it is that time', async () => {
  const { loanId } = await addLoan();
  const { _id: settlementId } = await proposed(loanId);
  const { manager2 } = server.people;
  const body = [{ _id: loanId, managerId: manager2.id }];
  await server.taken('PUT', '/loans/assign/manager', { as: 'admin', body });
  const allocatedIn = (days: number) =>
    server.db
      .execute(sql`update allocations set allocated_at = now() + make_interval(days => ${days})
      where loan_id = ${loanId} and ended_at is null`);
  const told = async () => {
    for (let look = 0; look < 3; look += 1) await server.upkeep.runNow('settlements');
    const { rows } = await server.db.execute(sql`select 1 from notifications
      where settlement_id = ${settlementId} and user_id = ${manager2.id}`);
    return rows.length;
  };
  await allocatedIn(2);
  expect(await told()).toBe(0);
  await allocatedIn(0);
  expect(await told()).toBe(1);
});
