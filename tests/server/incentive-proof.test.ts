import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkMonth, keepMonth } from '../../server/incentives/incentive-closing.ts';
import { attributedPayments } from '../../server/payments/attribution-service.ts';
import { monthAfter } from '../../server/targets/target-service.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { OracleBooks } from '../support/incentive-books.ts';
import type { OracleFix } from '../support/incentive-books.ts';
import { grossOf } from '../support/incentive-oracle.ts';
import type { OracleMonth } from '../support/incentive-oracle.ts';
import { IncentiveWorld } from '../support/incentive-world.ts';
import { payableIn } from '../support/payout.ts';
import { testServer } from '../support/server.ts';

const SEED = String(givenSeed ?? Date.now() % 2 ** 31);
const MONTHS = casesOf(200);
const ZONE = 'Asia/Kolkata';

const server = testServer();

interface Kept extends Record<string, unknown> {
  key: string;
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** What the product kept of a month, in the oracle's words. */
async function keptOf(month: string) {
  const key = sql`concat_ws(' ', t.person_id, t.client_id, t.role_type)`;
  const totals = await server.db.execute<Kept>(sql`
    select ${key} as key, (t.lines + t.team + t.fixed)::int as gross, t.fixed::int as fixed, t.failed, t.total::int as total
    from incentive_totals t where t.month = ${month}::date`);
  const lines = await server.db.execute<Kept>(sql`
    select ${key} as key, t.kind, a.payment_id as "paymentId", a.amount::int as amount, a.sum::int as sum
    from incentive_cells t cross join lateral unnest(t.payment_ids, t.amounts, t.sums) as a(payment_id, amount, sum)
    where t.month = ${month}::date and (t.kind = 'PAYMENT' or a.sum > 0)`);
  const fixes = await server.db.execute<OracleFix & Record<string, unknown>>(sql`
    select t.of_month as "ofMonth", ${key} as key, t.kind, t.payment_id as "paymentId", t.gross::int as gross, t.sum::int as sum
    from incentive_corrections t where t.month = ${month}::date`);
  return { totals: totals.rows, lines: lines.rows, fixes: fixes.rows };
}

/** The same of the oracle's month. */
function toldOf(months: ReadonlyMap<string, OracleMonth>) {
  const all = [...months].map(([key, month]) => ({ key, month }));
  return {
    totals: all.map(({ key, month }) => ({
      key,
      gross: grossOf(month),
      fixed: month.fixed,
      failed: month.failed,
      total: month.total,
    })),
    lines: all.flatMap(({ key, month: { paid, team } }) =>
      [
        ...paid.map((line) => ({ kind: 'PAYMENT', ...line })),
        ...team.map((line) => ({ kind: 'TEAM', ...line })),
      ]
        .filter(({ kind, sum }) => kind === 'PAYMENT' || sum > 0)
        .map(({ kind, paymentId, amount, sum }) => ({ key, kind, paymentId, amount, sum })),
    ),
  };
}

/** Keeps a month as its closing does, at a simulated instant. */
async function closeMonth(month: string, lastClosed: string | null): Promise<number> {
  return server.db.transaction(async (tx) => {
    const { total } = await keepMonth(
      tx,
      { month, closedAt: null, lastClosed, closable: month },
      ZONE,
    );
    const at = `${monthAfter(month, 1).slice(0, 8)}05T06:00:00Z`;
    await tx.execute(sql`insert into incentive_months (month, closed_at, closed_by, total)
      values (${month}, ${at}, ${server.people.admin.id}, ${total})`);
    return total;
  });
}

const fingerprint = async () => {
  const { rows } = await server.db.execute<{ mark: string }>(sql`
    select md5(concat((select string_agg(t::text, ',' order by t::text) from incentive_totals t where t.month < '2012-01-01'),
      (select string_agg(t::text, ',' order by t::text) from incentive_cells t where t.month < '2010-06-01'),
      (select string_agg(t::text, ',' order by t::text) from incentive_corrections t where t.month < '2010-06-01'))) as mark`);
  return rows[0]?.mark;
};

test(
  `${MONTHS} months come out as docs/money.md says, to the rupee (seed ${SEED})`,
  async () => {
    const world = new IncentiveWorld(server, SEED);
    await world.begin();
    const books = new OracleBooks(world);
    const closed: string[] = [];
    let total = 0;
    for (let count = 0; count < MONTHS; count += 1) {
      const month = monthAfter('2010-01-01', count);
      await world.setStructures(month, count === 0 ? 0.9 : 0.3);
      if (count % 4 === 1) await world.setRule(month);
      const { lates, reversals } = await world.live(month, closed);
      const facts = await world.facts(month);
      for (const { id, at } of lates) books.late(await world.shares({ ids: [id] }), at);
      for (const reversal of reversals) books.reversed(reversal);
      const { months, fixes } = books.close(month, facts, await world.shares({ month }));
      total = await closeMonth(month, closed.at(-1) ?? null);
      closed.push(month);
      const kept = await keptOf(month);
      const told = toldOf(months);
      expect(sorted(kept.totals), `${month}: totals, seed ${SEED}`).toEqual(sorted(told.totals));
      expect(sorted(kept.lines), `${month}: lines, seed ${SEED}`).toEqual(sorted(told.lines));
      expect(sorted(kept.fixes), `${month}: corrections, seed ${SEED}`).toEqual(
        sorted(
          fixes.map(({ ofMonth, key, kind, paymentId, gross, sum }) => ({
            ofMonth,
            key,
            kind,
            paymentId,
            gross,
            sum,
          })),
        ),
      );
      const sum = [
        ...[...months.values()].map((each) => each.total),
        ...fixes.map((fix) => fix.sum),
      ].reduce((a, b) => a + b, 0);
      expect(total, `${month}: seed ${SEED}`).toBe(sum);
    }
    // What happened since changed nothing in them.
    const before = await fingerprint();
    for (const month of closed.filter((_, place) => place % 5 === 0 || place > closed.length - 3)) {
      const again = await checkMonth(server.context, month);
      expect(again, `${month}: seed ${SEED}`).toMatchObject({ isSame: true, differing: 0 });
      const query = { month };
      const file = await server.call('GET', '/incentive-months/payout', { as: 'admin', query });
      const { amounts, total: paid } = await payableIn(file.rawPayload);
      expect([paid, amounts.reduce((a, b) => a + b, 0)], `${month}: payout, seed ${SEED}`).toEqual([
        again.total,
        again.total,
      ]);
    }
    expect(await fingerprint()).toBe(before);
    const broken = await server.db.execute(sql`
      select x.id from payments x left join (select p.id, sum(p.amount) as amount from ${attributedPayments} p group by 1) y
        on y.id = x.id where x.reversed_at is null and y.amount is distinct from x.amount`);
    expect(broken.rows).toEqual([]);
  },
  MONTHS * 20_000,
);
