import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type {
  AttendanceDay,
  CollectorAllocation,
  LoginReportRow,
} from '../../contract/attendance.ts';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { seededRandom } from '../../server/random.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const server = testServer();

const at = (day: string, time: string) => instantOf(ZONE, day, time);

interface SessionPlan {
  from: string;
  seen?: string;
  ended?: string | null;
  reason?: string;
  expires?: string;
}

async function addSession(name: PersonName, plan: SessionPlan): Promise<void> {
  const expires = plan.expires ?? new Date(Date.parse(plan.from) + 12 * 3_600_000).toISOString();
  await server.db.execute(sql`insert into sessions
      (id, token_hash, user_id, role, created_at, last_seen_at, expires_at, ended_at, end_reason)
    values (${newId()}, decode(${newId().replaceAll('-', '')}, 'hex'), ${server.people[name].id},
      ${server.people[name].role}, ${plan.from}, ${plan.seen ?? plan.ended ?? plan.from}, ${expires},
      ${plan.ended ?? null}, ${plan.ended ? (plan.reason ?? 'logout') : null})`);
}

async function addBreak(name: PersonName, from: string, to: string | null): Promise<void> {
  await server.db.execute(sql`insert into agent_breaks (id, user_id, reason, started_at, ended_at)
    values (${newId()}, ${server.people[name].id}, 'tea', ${from}, ${to})`);
}

async function addContacts(name: PersonName, slot: string, contacts: number): Promise<void> {
  await server.db
    .execute(sql`insert into contact_sums (slot, channel, agent_id, contacts, connects, right_party, promises,
      talk_seconds, promised)
    values (${slot}, 'CALL', ${server.people[name].id}, ${contacts}, 0, 0, 0, 0, 0)`);
}

async function attendance(as: PersonName, query: Record<string, string>) {
  const answer = await server.call('GET', '/collector/attendance', { as, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{
    person: { _id: string };
    data: AttendanceDay[];
    totals: { dayCount: number; activeSeconds: number; loggedInSeconds: number };
  }>();
}

describe("a person's days", () => {
  it('count two sessions at once once, breaks apart, an idled-out one to its last sign of life', async () => {
    const day = '2026-03-02';
    await addSession('collector', { from: at(day, '09:00'), ended: at(day, '11:00') });
    await addSession('collector', { from: at(day, '10:00'), ended: at(day, '12:00') });
    await addSession('collector', { from: at(day, '14:00'), seen: at(day, '15:00') });
    await addBreak('collector', at(day, '10:30'), at(day, '10:45'));
    await addBreak('collector', at(day, '12:50'), at(day, '14:10'));
    const { data, totals } = await attendance('collector', { gte: day, lte: '02-03-2026' });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      day,
      loginCount: 3,
      firstLoginAt: at(day, '09:00'),
      lastLogoutAt: at(day, '15:00'),
      loggedInSeconds: 4 * 3600,
      breakSeconds: 25 * 60,
      activeSeconds: 4 * 3600 - 25 * 60,
      breakCount: 2,
    });
    expect(data[0]?.sessions.map((one) => one.endReason)).toEqual(['logout', 'logout', 'idle']);
    expect(totals).toMatchObject({ dayCount: 1, loggedInSeconds: 4 * 3600 });
  });

  it('split a night shift at midnight of the business zone', async () => {
    await addSession('collector', {
      from: at('2026-03-05', '21:00'),
      ended: at('2026-03-06', '03:00'),
    });
    await addBreak('collector', at('2026-03-05', '23:50'), at('2026-03-06', '00:20'));
    const { data } = await attendance('collector', { gte: '2026-03-05', lte: '2026-03-06' });
    expect(data).toMatchObject([
      { day: '2026-03-06', loginCount: 0, loggedInSeconds: 3 * 3600, breakSeconds: 20 * 60 },
      { day: '2026-03-05', loginCount: 1, loggedInSeconds: 3 * 3600, breakSeconds: 10 * 60 },
    ]);
    const second = await attendance('collector', { gte: '2026-03-06', lte: '2026-03-06' });
    expect(second.data).toHaveLength(1);
  });

  it('count a session that goes on up to now', async () => {
    const today = businessDay(ZONE);
    const { data } = await attendance('collector', { gte: addDays(today, -1) });
    const open = data.at(0);
    expect(open?.lastLogoutAt).toBeNull();
    expect(open?.sessions.at(-1)).toMatchObject({ logoutAt: null, endReason: null });
    expect(open?.loggedInSeconds).toBeGreaterThanOrEqual(0);
  });

  it('agree with counting every minute one by one, whatever the sessions and breaks', async () => {
    const random = seededRandom('attendance');
    const days = ['2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'];
    const zero = Date.parse(at('2026-04-10', '00:00'));
    const minutes = days.length * 1440;
    const instant = (minute: number) => new Date(zero + minute * 60_000).toISOString();
    for (let round = 0; round < 6; round += 1) {
      await server.db
        .execute(sql`delete from sessions where user_id = ${server.people.collector3.id}
        and created_at < '2026-05-01'`);
      await server.db.execute(
        sql`delete from agent_breaks where user_id = ${server.people.collector3.id}`,
      );
      const here = new Set<number>();
      const resting = new Set<number>();
      const logins = new Map<number, number>();
      for (let n = random.between(1, 12); n > 0; n -= 1) {
        const from = random.between(0, minutes - 1);
        const seen = Math.min(minutes, from + random.between(0, 400));
        const idles = random.chance(0.4);
        const until = idles ? seen : Math.min(minutes, seen + random.between(0, 9));
        await addSession('collector3', {
          from: instant(from),
          seen: instant(seen),
          // Ended long after it had run out counts no longer than one that nobody ended.
          ended: idles ? (random.chance(0.5) ? instant(seen + 500) : null) : instant(until),
        });
        logins.set(Math.floor(from / 1440), (logins.get(Math.floor(from / 1440)) ?? 0) + 1);
        for (let minute = from; minute < until; minute += 1) here.add(minute);
      }
      for (let n = random.between(0, 8); n > 0; n -= 1) {
        const from = random.between(0, minutes - 1);
        const until = Math.min(minutes, from + random.between(0, 120));
        await addBreak('collector3', instant(from), instant(until));
        for (let minute = from; minute < until; minute += 1) resting.add(minute);
      }
      const slots = new Set<number>();
      await server.db.execute(
        sql`delete from contact_sums where agent_id = ${server.people.collector3.id}`,
      );
      for (let n = random.between(0, 40); n > 0; n -= 1) {
        const slot = random.between(0, minutes / 30 - 1);
        // What was recorded and removed again adds up to nothing.
        const added = random.chance(0.2) ? [1, -1] : [1];
        for (const contacts of added) await addContacts('collector3', instant(slot * 30), contacts);
        if (added.length === 1) slots.add(slot);
      }
      const expected = days
        .map((day, place) => {
          const own = [...here].filter((minute) => Math.floor(minute / 1440) === place);
          const breakSeconds = own.filter((minute) => resting.has(minute)).length * 60;
          const loggedInSeconds = own.length * 60;
          const loginCount = logins.get(place) ?? 0;
          const activeSeconds = loggedInSeconds - breakSeconds;
          const idleSeconds =
            own.filter((minute) => !resting.has(minute) && !slots.has(Math.floor(minute / 30)))
              .length * 60;
          return { day, loginCount, loggedInSeconds, breakSeconds, activeSeconds, idleSeconds };
        })
        .filter((day) => day.loginCount > 0 || day.loggedInSeconds > 0)
        .toReversed();
      const { data } = await attendance('manager2', {
        collectorId: server.people.collector3.id,
        gte: '2026-04-10',
        lte: '2026-04-13',
      });
      expect(
        data.map(
          ({ day, loginCount, loggedInSeconds, breakSeconds, activeSeconds, idleSeconds }) => ({
            day,
            loginCount,
            loggedInSeconds,
            breakSeconds,
            activeSeconds,
            idleSeconds,
          }),
        ),
        `round ${round}`,
      ).toEqual(expected);
    }
  });

  it('are shown to the person, its manager and the admins only', async () => {
    const path = '/collector/attendance';
    const query = { collectorId: server.people.collector3.id };
    for (const [as, status] of [
      ['manager2', 200],
      ['admin', 200],
      ['manager', 403],
      ['collector', 403],
      ['customer', 403],
    ] as const)
      expect((await server.call('GET', path, { as, query })).statusCode, as).toBe(status);
    const gone = await server.call('GET', path, { as: 'admin', query: { collectorId: newId() } });
    expect(gone.statusCode).toBe(404);
    for (const [wrong, status] of [
      [{ gte: '2026-03-05', lte: '2026-03-04' }, 422],
      [{ gte: '2020-01-01', lte: '2026-03-04' }, 422],
      [{ gte: 'yesterday' }, 400],
    ] as const)
      expect((await server.call('GET', path, { as: 'admin', query: wrong })).statusCode).toBe(
        status,
      );
  });
});

async function ask(as: PersonName, query: Record<string, string>) {
  const answer = await server.call('GET', '/reports/logins', { as, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{
    data: LoginReportRow[];
    totalCount: number;
    totals: { personCount: number; loggedInSeconds: number };
  }>();
}

describe('the login report', () => {
  it("has a row per person and day of the manager's team, paged, with the totals of all", async () => {
    await addSession('fieldagent', {
      from: at('2026-03-02', '08:00'),
      ended: at('2026-03-02', '08:30'),
    });
    const march = { gte: '01-03-2026', lte: '31-03-2026' };
    const all = await ask('manager', march);
    expect(all.data.map((row) => `${row.day} ${row.fullName}`)).toEqual([
      '2026-03-06 Test collector',
      '2026-03-05 Test collector',
      '2026-03-02 Test collector',
      '2026-03-02 Test fieldagent',
    ]);
    expect(all.totals).toMatchObject({ personCount: 2, loggedInSeconds: 10.5 * 3600 });
    const second = await ask('manager', { ...march, pageSize: '3', page: '2' });
    expect(second).toMatchObject({ totalCount: 4, totals: all.totals });
    expect(second.data.map((row) => row.fullName)).toEqual(['Test fieldagent']);
    expect((await ask('manager', { ...march, search: 'FIELD' })).totalCount).toBe(1);
    expect((await ask('manager2', march)).totalCount).toBe(0);
    expect((await ask('admin', march)).totalCount).toBe(4);
  });

  it('keeps the days of a person who was deleted since, and its attendance behind them', async () => {
    const days = { gte: '2026-04-06', lte: '2026-04-06' };
    const { id } = server.people.collector2;
    await addSession('collector2', {
      from: at('2026-04-06', '09:00'),
      ended: at('2026-04-06', '17:00'),
    });
    const before = [await ask('manager', days), await ask('admin', days)];
    expect(before.map(({ totals }) => totals.loggedInSeconds)).toEqual([8 * 3600, 8 * 3600]);
    await server.taken('DELETE', `/collector/${id}`, { as: 'admin' });
    expect([await ask('manager', days), await ask('admin', days)]).toEqual(before);
    const { totals } = await attendance('manager', { ...days, collectorId: id });
    expect(totals.loggedInSeconds).toBe(8 * 3600);
    await server.db.execute(sql`update users set deleted_at = null where id = ${id}`);
  });
});

describe('what collectors hold', () => {
  it('counts loans, dues, worked ones and open promises of each collector in sight', async () => {
    const { collector, manager } = server.people;
    const tomorrow = addDays(businessDay(ZONE), 1);
    const worked = await server.addLoan({ managerId: manager.id, promiseDate: tomorrow });
    const fresh = await server.addLoan({ managerId: manager.id, totalDueAmount: 100 });
    await server.taken('PUT', '/loans/assign/collector', {
      as: 'manager',
      body: [worked, fresh].map((_id) => ({ _id, collectorId: collector.id })),
    });
    await server.db.execute(sql`update loans set disposition_at = now() where id = ${worked}`);
    const ask = async (as: PersonName, path: string, query: Record<string, string> = {}) =>
      (await server.call('GET', path, { as, query })).json<{ data: CollectorAllocation[] }>().data;
    const held = await ask('manager', '/activity/collector/allocations');
    expect(held).toMatchObject([
      { _id: collector.id, loanCount: 2, dueAmount: 5100, workedCount: 1, promiseCount: 1 },
      { _id: server.people.collector2.id, loanCount: 0, dueAmount: 0 },
    ]);
    const active = '/collector/active/by/manager';
    expect(await ask('manager', active, { Client_Name: 'Xenon Finance' })).toHaveLength(1);
    expect(await ask('admin', active, { Client_Name: 'Yarrow Bank' })).toEqual([]);
    expect(await ask('manager2', active)).toEqual([]);
  });
});
