import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { PromiseState } from '../../contract/promise.ts';
import { addDays, instantOf } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { packageRoot } from '../../server/package-root.ts';
import { refreshPromises } from '../../server/promises/promise-service.ts';
import { judgeDuePromises } from '../../server/promises/promise-upkeep.ts';
import { casesOf } from '../support/cases.ts';
import { statesOf } from '../support/promise-oracle.ts';
import type { PromiseStory, StoryRule } from '../support/promise-oracle.ts';
import { testServer } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';
const FIRST_DAY = '2026-03-01';
const DAYS = 20;
const LOANS = casesOf(200);

const server = testServer();

beforeAll(async () => {
  // It judges as of today; these stories are told as of their own days.
  await server.upkeep.stop();
});

/** Numbers that look random and are the same for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const dayOf = (day: number): string => addDays(FIRST_DAY, day);
const instant = (day: number, minute: number): string =>
  new Date(
    new Date(instantOf(ZONE, dayOf(day), '00:00')).getTime() + minute * 60_000,
  ).toISOString();

/** One loan with all that happens to it: each step can be told to the database at any time. */
interface Tale {
  loanId: string;
  story: PromiseStory;
  steps: (() => Promise<unknown>)[];
}

async function contact(loanId: string, id: string, at: string, more: object): Promise<void> {
  const row = { code: 'PTP', kind: 'PTP', amount: null, on: null, ...more };
  await server.db
    .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class,
      promise_amount, on_date, recorded_at)
    values (${id}, ${loanId}, 'CALL', ${server.people.collector.id}, ${row.code}, ${row.kind}, ${row.amount}, ${row.on}, ${at})`);
}

async function pay(loanId: string, id: string, day: string, amount: number): Promise<void> {
  await server.db
    .execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount,
      paid_on, payment_key, created_by)
    values (${id}, ${server.clients.X.id}, ${loanId}, 'PAYMENT', ${newId()}, 1, ${amount}, 0, ${day}, ${id},
      ${server.people.admin.id})`);
}

/** Money on a day in both ways, some of it taken back later. */
function moneySteps(tale: Tale, roll: (below: number) => number): void {
  const { loanId, story, steps } = tale;
  for (let count = roll(4); count > 0; count -= 1) {
    const [id, isSaid, minute] = [newId(), roll(3) === 0, 350 + roll(400)];
    const money = { day: roll(DAYS), amount: 100 * (1 + roll(12)), isUndone: roll(4) === 0 };
    const one = { ...money, minute: isSaid ? minute : null };
    (isSaid ? story.said : story.paid).push(one);
    const table = isSaid ? sql`receipts` : sql`payments`;
    const undo = isSaid ? sql`cancelled_at = now()` : sql`reversed_at = now()`;
    let isTold = false;
    const tell = async () => {
      if (isTold) return;
      isTold = true;
      if (!isSaid) return pay(loanId, id, dayOf(one.day), one.amount);
      const visit = newId();
      await contact(loanId, visit, instant(one.day, minute), {
        code: 'BUSY',
        kind: 'NOT_CONTACTED',
      });
      await server.db
        .execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, amount, collected_on)
        values (${id}, ${visit}, ${loanId}, ${server.clients.X.id}, ${server.people.collector.id}, ${one.amount},
          ${dayOf(one.day)})`);
    };
    steps.push(tell);
    if (one.isUndone)
      steps.push(async () => {
        await tell();
        await server.db.execute(sql`update ${table} set ${undo} where id = ${id}`);
      });
  }
}

function closingSteps({ loanId, story, steps }: Tale, roll: (below: number) => number): void {
  if (roll(3) > 0) return;
  const [id, day, isReopened] = [newId(), roll(DAYS), roll(2) === 0];
  story.closedOn = isReopened ? null : day;
  let isTold = false;
  const close = async () => {
    if (isTold) return;
    isTold = true;
    await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${loanId}`);
    await server.db
      .execute(sql`insert into loan_closures (id, command_id, loan_id, reason, former_status, closed_at)
      values (${id}, ${newId()}, ${loanId}, 'WITHDRAWN', 'ACTIVE', ${instant(day, 600)})`);
  };
  steps.push(close);
  if (isReopened)
    steps.push(async () => {
      await close();
      await server.db.execute(sql`update loans set status = 'ACTIVE' where id = ${loanId}`);
      await server.db.execute(sql`update loan_closures set reopened_at = now() where id = ${id}`);
    });
}

async function taleOf(roll: (below: number) => number): Promise<Tale> {
  const loanId = await server.addLoan({ collectorId: server.people.collector.id });
  const story: PromiseStory = { promises: [], paid: [], said: [], refusals: [], closedOn: null };
  const tale: Tale = { loanId, story, steps: [] };
  for (let count = 1 + roll(4); count > 0; count -= 1) {
    const [day, minute] = [roll(DAYS), 400 + roll(300)];
    const promise = { id: newId(), day, minute, amount: 50 + roll(950), due: day + roll(7) };
    story.promises.push(promise);
    tale.steps.push(() =>
      contact(loanId, promise.id, instant(day, minute), {
        amount: promise.amount,
        on: dayOf(promise.due),
      }),
    );
  }
  if (roll(3) === 0) {
    const refusal = { day: roll(DAYS), minute: 400 + roll(300) };
    story.refusals.push(refusal);
    const at = instant(refusal.day, refusal.minute);
    const words = { code: 'REFUSED_TO_PAY', kind: 'REFUSED' };
    tale.steps.push(() => contact(loanId, newId(), at, words));
  }
  moneySteps(tale, roll);
  closingSteps(tale, roll);
  return tale;
}

async function storedStates(loanIds: readonly string[]): Promise<Record<string, PromiseState>> {
  const { rows } = await server.db.execute<{ id: string; state: PromiseState }>(
    sql`select id, state from promises where loan_id = any(${sql.param(loanIds)}::uuid[])`,
  );
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
}

async function setRule({ grace, tolerance }: StoryRule): Promise<void> {
  await server.db.execute(sql`insert into promise_rules (client_id, grace_days, tolerance_percent)
    values (${server.clients.X.id}, ${grace}, ${tolerance})
    on conflict (client_id) do update set grace_days = excluded.grace_days, tolerance_percent = excluded.tolerance_percent`);
}

test.for([
  [1, 0, 0],
  [20_26, 2, 10],
  [777, 5, 33],
])(
  'whatever comes in whatever order, promises stand where walking through the days says (seed %i)',
  async ([seed = 1, grace = 0, tolerance = 0]) => {
    const roll = dice(seed);
    await setRule({ grace, tolerance });
    const tales: Tale[] = [];
    for (let count = 0; count < LOANS; count += 1) tales.push(await taleOf(roll));
    const loanIds = tales.map(({ loanId }) => loanId);
    const steps = tales.flatMap(({ steps: own }) => own);
    // In any order of arrival, judged every now and then as of some day: nothing of that may leave a trace.
    for (let place = steps.length - 1; place > 0; place -= 1) {
      const other = roll(place + 1);
      [steps[place], steps[other]] = [steps[other] as never, steps[place] as never];
    }
    for (const [place, step] of steps.entries()) {
      await step();
      if (place % 40 === 39)
        await refreshPromises(server.db, loanIds, ZONE, dayOf(roll(DAYS + 12)));
    }
    for (const today of [3, 9, 14, DAYS, DAYS + 15]) {
      await refreshPromises(server.db, loanIds, ZONE, dayOf(today));
      const wanted = Object.assign(
        {},
        ...tales.map(({ story }) => statesOf(story, { grace, tolerance }, today)),
      );
      expect(await storedStates(loanIds)).toEqual(wanted);
    }
  },
);

/** Tells of an amount under a transaction number. */
async function claim(loanId: string, amount: number, reference: string): Promise<void> {
  const visit = newId();
  await contact(loanId, visit, instant(1, 700), { code: 'PAID', kind: 'PAID' });
  await server.db
    .execute(sql`insert into receipts (id, disposition_id, loan_id, client_id, agent_id, amount, collected_on, is_claim, reference)
    values (${newId()}, ${visit}, ${loanId}, ${server.clients.X.id}, ${server.people.collector.id}, ${amount}, ${dayOf(1)},
      true, ${reference})`);
}

async function standing(loanId: string) {
  const { rows } = await server.db.execute<{ state: string; said: number }>(
    sql`select state, said_amount::int as said from promises where loan_id = ${loanId}`,
  );
  return rows;
}

test('an amount that is told twice under one transaction number counts once', async () => {
  const loanId = await server.addLoan({ collectorId: server.people.collector.id });
  await setRule({ grace: 0, tolerance: 0 });
  await contact(loanId, newId(), instant(0, 600), { amount: 800, on: dayOf(5) });
  const judged = async () => {
    await refreshPromises(server.db, [loanId], ZONE, dayOf(2));
    return standing(loanId);
  };
  await claim(loanId, 400, 'QQ1');
  await claim(loanId, 400, 'qq1');
  expect(await judged()).toEqual([{ state: 'OPEN', said: 400 }]);
  await claim(loanId, 400, 'QQ2');
  expect(await judged()).toEqual([{ state: 'KEPT', said: 800 }]);
});

test('promises that were kept by such an amount before are judged anew after the upgrade, no others', async () => {
  await setRule({ grace: 0, tolerance: 0 });
  const kept = async (claims: readonly (readonly [amount: number, reference: string])[]) => {
    const loanId = await server.addLoan({ collectorId: server.people.collector.id });
    await contact(loanId, newId(), instant(0, 600), { amount: 800, on: dayOf(5) });
    for (const [amount, reference] of claims) await claim(loanId, amount, reference);
    await refreshPromises(server.db, [loanId], ZONE, dayOf(2));
    await server.db
      .execute(sql`update promises set state = 'KEPT', said_amount = 800, is_stale = false
      where loan_id = ${loanId}`);
    return loanId;
  };
  const doubled = await kept([
    [400, 'RR1'],
    [400, 'rr1'],
  ]);
  const others = [
    await kept([
      [400, 'RR2'],
      [400, 'RR3'],
    ]),
    await kept([
      [300, 'RR4'],
      [500, 'RR4'],
    ]),
  ];
  const cancelled = await kept([
    [800, 'RR5'],
    [800, 'RR5'],
  ]);
  await server.db.execute(sql`update receipts set cancelled_at = now()
    where id = (select max(id::text)::uuid from receipts where loan_id = ${cancelled})`);
  await server.db.execute(sql`update promises set is_stale = false where loan_id = ${cancelled}`);

  const file = 'server/database/migrations/0067_doubled_claims.sql';
  await server.db.execute(sql.raw(await readFile(join(packageRoot(), file), 'utf8')));
  const { rows } = await server.db.execute<{ loan_id: string }>(
    sql`select loan_id from promises where is_stale and loan_id in ${[doubled, ...others, cancelled]}`,
  );
  expect(rows.map((row) => row.loan_id)).toEqual([doubled]);
  await judgeDuePromises(server.context);
  expect(await standing(doubled)).toEqual([{ state: 'PART_KEPT', said: 400 }]);
  for (const loanId of [...others, cancelled])
    expect(await standing(loanId)).toEqual([{ state: 'KEPT', said: 800 }]);
});
