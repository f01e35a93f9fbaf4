import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { MODEL_SIGNS } from '../../contract/prediction.ts';
import type { BasicPrediction } from '../../contract/prediction.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { OneByOne } from '../../server/one-by-one.ts';
import { monthsBehind } from '../../server/predictions/basic-predictor.ts';
import { readLoanMonths } from '../../server/predictions/loan-history.ts';
import type { LoanMonth } from '../../server/predictions/loan-history.ts';
import { logisticChance, trainInTurns, trainLogistic } from '../../server/predictions/logistic.ts';
import { areaUnderCurve, brierScore, shareOf } from '../../server/predictions/model-figures.ts';
import { suspectedSigns } from '../../server/predictions/model-training.ts';
import type { TrainingTask } from '../../server/predictions/model-training.ts';
import { payerAmounts } from '../../server/predictions/payer-amount.ts';
import { packRows } from '../../server/predictions/training-rows.ts';
import { trainInThread } from '../../server/predictions/training-thread.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const server = testServer();

const predict = async (as: PersonName, query: Record<string, string> = {}) =>
  server.call('GET', '/recovery/basic', { as, query });
const prediction = async (as: PersonName, query: Record<string, string> = {}) =>
  (await predict(as, query)).json<BasicPrediction>();

/** A number from 0 to 1 that is always the same for a seed. */
const chance = (seed: number) => {
  const value = Math.sin(seed * 127.1) * 43_758.545_3;
  return value - Math.floor(value);
};

/** What is known of a loan on a day. */
const known = ({ signs, stage, dueAmount }: LoanMonth) => ({ signs, stage, dueAmount });

const pay = async (loanId: string, paidOn: string, knownAt = `${paidOn}T12:00:00Z`) =>
  server.db
    .execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
      payment_key, created_by, created_at)
    select ${newId()}, l.client_id, l.id, 'PAYMENT', ${newId()}, 1, 500, 500, ${paidOn}::date, ${newId()}, ${server.people.admin.id},
      ${knownAt}::timestamptz from loans l where l.id = ${loanId}`);

const payer = (due: number, paid: number, stage = 'D0_30') => ({ stage, due, paid });

it('one answer of the predictor is made after the other, and who asks for too many is told to come again', async () => {
  const asked = await Promise.all(Array.from({ length: 12 }, async () => predict('manager')));
  const refused = asked.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBe(10);
  for (const { headers, json } of refused) {
    expect(json()).toMatchObject({ code: 'BUSY' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await predict('manager')).statusCode).toBe(200);
  let running = 0;
  const costly = new OneByOne<number>();
  const made = ['a', 'b', 'a', 'c', 'd'].map(async (who) =>
    costly.ask(who, async () => {
      running += 1;
      await setImmediate();
      const together = running;
      running -= 1;
      if (who === 'b') throw new Error('in vain');
      return together;
    }),
  );
  const ends = await Promise.allSettled(made);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([
    1,
    'Error: in vain',
    1,
    1,
    expect.stringContaining('Too many'),
  ]);
});

describe('the figures of a model', () => {
  it('expect of large dues what large dues paid, and an instalment of those who pay instalments', () => {
    const settled = [...Array(40)].flatMap(() => [payer(500, 500), payer(99_500, 2000)]);
    const brings = payerAmounts(settled);
    expect(brings('D0_30', 500)).toBeCloseTo(500, 0);
    expect(brings('D0_30', 99_500)).toBeCloseTo(2000, 0);
    expect(brings('D0_30', 0)).toBe(0);
    // What came beyond a due is not expected again, nor more than what is due.
    expect(payerAmounts([...settled, payer(100, 9_000_000)])('D0_30', 99_500)).toBeLessThan(2100);
    expect(brings('D0_30', 50)).toBeLessThanOrEqual(50);
    // All pay the same share, or owe the same: that share.
    const halves = payerAmounts([1000, 4000, 90_000].map((due) => payer(due, due / 2)));
    expect(halves('D0_30', 20_000)).toBeCloseTo(10_000, 0);
    expect(payerAmounts([payer(1000, 200), payer(1000, 400)])('D0_30', 2000)).toBeCloseTo(600, 6);
    expect(payerAmounts([])('D0_30', 1000)).toBe(0);
    // A stage of few payers is as all are.
    const both = payerAmounts([...settled, payer(99_500, 99_500, 'D181')]);
    expect(both('D181', 99_500)).toBeLessThan(9000);
  });

  it('find the chances that made the labels, and say how good they are', async () => {
    const rows = Array.from({ length: 4000 }, (_, at) => [chance(at) * 4 - 2, chance(at + 9999)]);
    const truth = rows.map(([x = 0]) => 1 / (1 + Math.exp(1 - 2 * x)));
    const labels = truth.map((p, at) => (chance(at + 55_555) < p ? 1 : 0));
    const model = trainLogistic(rows, labels);
    const found = rows.map((row) => logisticChance(model, row));
    const worst = Math.max(...found.map((p, at) => Math.abs(p - (truth[at] ?? 0))));
    expect(worst).toBeLessThan(0.06);
    expect(areaUnderCurve(truth, labels) ?? 0).toBeCloseTo(areaUnderCurve(found, labels) ?? 1, 2);
    expect(brierScore(found, labels)).toBeLessThan(0.2);
    expect(trainLogistic(rows, labels)).toEqual(model);
    // Others are served while it learns.
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    expect(await trainInTurns(rows, labels)).toEqual(model);
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
  });

  it('hold at their ends: one class, ties, none', () => {
    expect(areaUnderCurve([0.1, 0.9], [1, 1])).toBeNull();
    expect(areaUnderCurve([0.5, 0.5], [0, 1])).toBe(0.5);
    expect(areaUnderCurve([0.1, 0.9], [0, 1])).toBe(1);
    expect(brierScore([], [])).toBeNull();
    expect(shareOf(0, 0)).toEqual({ share: 0, low: 0, high: 1 });
    expect(shareOf(5, 10).low).toBeGreaterThan(0.2);
    const same = trainLogistic([[1], [1], [1]], [1, 0, 1]);
    expect(logisticChance(same, [1])).toBeCloseTo(2 / 3, 3);
  });

  it('rest on months whose 30 days are over', () => {
    expect(monthsBehind('2026-03-31')).toEqual([
      '2025-10-01',
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
    expect(monthsBehind('2026-03-30').at(-1)).toBe('2026-02-01');
  });
});

describe('the basic predictor', () => {
  it('says that there is too little history, and promises nothing', async () => {
    const loanId = await server.addLoan({ dpd: 20 });
    // What is paid today is no longer due.
    const paidOn = businessDay(ZONE);
    await addPayment(server, { loanId, amount: 700, paidOn });
    const { expected, segments } = await prediction('admin');
    expect(segments).toEqual([]);
    expect(expected[0]).toMatchObject({
      stage: 'D0_30',
      loans: 1,
      dueAmount: 5000,
      basis: 'NONE',
      chance: null,
    });
    for (const name of ['collector', 'fieldagent', 'customer', 'client', 'partner'] as const)
      expect((await predict(name)).statusCode, name).toBe(200);
  });

  it('knows on a day only what the database had before it', async () => {
    const today = businessDay(ZONE);
    const [day = ''] = monthsBehind(today).slice(-1);
    const before = addDays(day, -40);
    const loanId = await server.addLoan({
      dueDate: addDays(day, -100),
      createdAt: `${before}T00:00:00Z`,
    });
    const { people, db } = server;
    const read = async () =>
      (await readLoanMonths(db, ZONE, sql`l.id = ${loanId}`, [day], 1)).map(({ signs }) => signs);
    const clean = await read();
    // What follows is planted: it happened, or came in, on the day and after it.
    await pay(loanId, addDays(day, 2));
    await pay(loanId, addDays(day, -5), `${addDays(day, 3)}T12:00:00Z`);
    for (const [recorded, created] of [
      [addDays(day, 1), addDays(day, 1)],
      [addDays(day, -3), addDays(day, 1)],
    ])
      await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at, created_at)
        select ${newId()}, ${loanId}, 'CALL', ${people.collector.id}, c.code, c.disposition_class,
          ${`${recorded}T10:00:00Z`}::timestamptz, ${`${created}T10:00:00Z`}::timestamptz
        from disposition_codes c where c.code = 'PTP'`);
    const after = await read();
    const [withoutDue] = [after, clean].map((rows) => rows.map(([, ...rest]) => rest));
    expect(withoutDue).toEqual(clean.map(([, ...rest]) => rest));
    // The due of that day has the later payments added back; the fixture's loan was never lowered by them.
    expect(after[0]?.[0]).toBeCloseTo(Math.log1p(6000), 1);
    // And what was known is counted.
    await pay(loanId, addDays(day, -10), `${addDays(day, -9)}T12:00:00Z`);
    expect(await read()).not.toEqual(after);
  });

  it('knows on a day the due, due date and days past due that stood then, whatever a later file says', async () => {
    const [day = ''] = monthsBehind(businessDay(ZONE)).slice(-1);
    const { db } = server;
    const createdAt = `${addDays(day, -40)}T00:00:00Z`;
    const dated = await server.addLoan({ dueDate: addDays(day, -100), createdAt });
    const told = await server.addLoan({ dpd: 75, createdAt });
    const read = async () => {
      const months = await readLoanMonths(
        db,
        ZONE,
        sql`l.id in (${dated}, ${told})`,
        [day, businessDay(ZONE)],
        1,
      );
      return {
        past: months.filter((month) => month.day === day).map(known),
        now: months.filter((month) => month.day !== day).map(known),
      };
    };
    const clean = await read();
    expect(clean.past.map(({ stage }) => stage).toSorted()).toEqual(['D61_90', 'D91_180']);
    // What is planted tells the payer: a later file moves the due date on, lowers the due and says 0 days past due.
    for (const [due, days] of [
      [900, 5],
      [40, 0],
    ])
      await db.execute(sql`update loans set due_date = due_date + 90, dpd = ${days}, total_due_amount = ${due}
        where id in (${dated}, ${told})`);
    const after = await read();
    expect(after.past).toEqual(clean.past);
    expect(after.now.map(({ stage, dueAmount }) => [stage, dueAmount])).toEqual([
      [expect.any(String), 40],
      [expect.any(String), 40],
    ]);
    expect(after.now.map(({ stage }) => stage)).toContain('D0_30');
    // One row for a month, however often a file comes; money that comes in is no news about the past.
    const kept = sql`select 1 from loan_past_figures where loan_id in (${dated}, ${told})`;
    expect((await db.execute(kept)).rows).toHaveLength(2);
    await pay(dated, addDays(day, 1));
    await db.execute(sql`update loans set total_due_amount = total_due_amount - 500,
      paid_amount = paid_amount + 500 where id = ${dated}`);
    expect((await db.execute(kept)).rows).toHaveLength(2);
    const [before, paid] = [clean.past, (await read()).past];
    const sum = (months: typeof paid) => months.reduce((all, each) => all + each.dueAmount, 0);
    expect(sum(paid) - sum(before)).toBe(500);
  });

  it('learns who pays from earlier months, is tried on the latest, and tells why', async () => {
    const today = businessDay(ZONE);
    const days = monthsBehind(today);
    const { db, clients } = server;
    await db.execute(sql`insert into loans (id, loan_number, client_id, customer_name, product, total_due_amount, due_date, created_at)
      select gen_random_uuid(), 'H-' || n, ${clients.Y.id}, 'Borrower', case when n % 2 = 0 then 'Gold' else 'Home' end,
        4000 + n, ${addDays(today, -20)}::date - (n % 3) * 60, '2020-01-01'
      from generate_series(1, 300) n`);
    // Every third loan pays each month: who paid before pays again.
    for (const day of [addDays(days[0] ?? '', -20), ...days])
      await db.execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
          payment_key, created_by, created_at)
        select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 1, 500, 500, ${day}::date + 4,
          gen_random_uuid()::text, ${server.people.admin.id}, ${day}::date + 5
        from loans l where l.loan_number like 'H-%' and (substr(l.loan_number, 3)::int % 3 = 0
          or (substr(l.loan_number, 3)::int + extract(month from ${day}::date)::int) % 11 = 0)`);
    const found = await prediction('admin', { client: clients.Y.name });
    expect(found.months).toEqual(days);
    const whole = found.segments.find(({ stage }) => stage === null);
    expect(whole?.auc).toBeGreaterThan(0.8);
    expect(whole?.reasons.map(({ sign }) => sign)).toContain('paymentsBefore');
    expect(
      found.expected.every(({ expectedAmount, dueAmount }) => (expectedAmount ?? 0) < dueAmount),
    ).toBe(true);
    // The latest month by those before it: a hundred payers, and each eleventh of the others.
    expect(found.tried?.month).toBe(days.at(-1));
    const { rows } = await db.execute<{ paid: number }>(sql`select sum(p.amount)::int as paid
      from payments p join loans l on l.id = p.loan_id where l.loan_number like 'H-%'
        and p.paid_on >= ${days.at(-1)}::date and p.paid_on < ${days.at(-1)}::date + 30`);
    expect(found.tried?.paidAmount).toBe(rows[0]?.paid);
    expect((found.tried?.expectedAmount ?? 0) / (rows[0]?.paid ?? 1)).toBeGreaterThan(0.5);
    expect((found.tried?.expectedAmount ?? 0) / (rows[0]?.paid ?? 1)).toBeLessThan(1.5);
    for (const { count, outcomes } of found.rolls)
      expect(outcomes.reduce((sum, each) => sum + each.count, 0)).toBe(count);
    const gold = await prediction('customerOfY', { product: 'Gold' });
    expect(gold.expected.reduce((sum, { loans }) => sum + loans, 0)).toBe(150);
    expect(
      (await prediction('customer')).expected.reduce((sum, { loans }) => sum + loans, 0),
    ).toBeLessThan(5);
    expect((await predict('customer', { client: clients.Y.name })).statusCode).toBe(403);
  });
});

describe('the advanced predictor', () => {
  it('leaves a training at once when the process ends', async () => {
    const ending = new AbortController();
    const task: TrainingTask = {
      rows: packRows([]),
      months: [],
      groups: [],
      champion: null,
      sample: 1,
    };
    const begun = trainInThread(task, ending.signal);
    ending.abort();
    await expect(begun).rejects.toThrow('The server ends.');
    const killed = AbortSignal.abort(new Error('The server ends.'));
    await expect(trainInThread(task, killed)).rejects.toThrow('The server ends.');
  });
});

describe('what a model may know', () => {
  it('is not who a borrower is', () => {
    const words = /religion|caste|gender|sex|health|name|marital|city|pincode/i;
    expect(MODEL_SIGNS.filter((sign) => words.test(sign))).toEqual([]);
  });

  it('is not what came later: a planted sign is found, an honest one is not', () => {
    const leak = MODEL_SIGNS.indexOf('daysInStock');
    const rows = Array.from({ length: 400 }, (_, at) => {
      const isPayer = at % 3 === 0;
      const signs = MODEL_SIGNS.map((__, sign) => (at * (sign + 7)) % 11);
      signs[leak] = (isPayer ? 10 : 0) + (at % 7);
      const paidAmount = isPayer ? 100 : 0;
      return { signs, month: 0, stage: 'D0_30', dueAmount: 500, paidAmount, group: -1 } as const;
    });
    const all = rows.map((_, at) => at);
    expect(suspectedSigns(packRows(rows), all)).toEqual([leak]);
  });
});
