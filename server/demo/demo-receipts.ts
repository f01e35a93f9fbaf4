import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { createDeposits } from '../deposits/deposit-making-service.ts';
import { verifyDeposit } from '../deposits/deposit-settling-service.ts';
import { newId } from '../ids.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { DEMO_PEOPLE } from './demo-plan.ts';

/** Money older than so many days was brought to the bank; older than twice as many, it was counted too. */
const HELD_DAYS = 3;

/** The cash visits of an agent get the numbers of a range, as from its phone. Receipts are made by the history. */
async function numberReceipts({ db }: Context, agent: Actor): Promise<void> {
  await db.execute(sql`
    with range as (insert into receipt_ranges (id, user_id, device_id, first_number, last_number)
        select ${newId()}, ${agent.userId}, ${newId()}, n.first, n.first + 99
        from (select nextval('receipt_number') as first) n returning first_number),
      numbered as (select id, row_number() over (order by collected_on, created_at, id) - 1 as place from receipts
        where agent_id = ${agent.userId} and mode = 'CASH' and number is null)
    update receipts r set number = range.first_number + numbered.place
    from numbered, range where numbered.id = r.id and numbered.place < 100`);
}

async function heldBefore({ db }: Context, agent: Actor, day: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from receipts
    where agent_id = ${agent.userId} and mode = 'CASH' and deposit_id is null and cancelled_at is null
      and collected_on < ${day}::date order by collected_on, id limit 500`);
  return rows.map(({ id }) => id);
}

/** What field agents took in lately is in hand; the rest was deposited, the oldest of it verified by their manager. */
export async function depositDemoReceipts(context: Context, actors: DemoActors): Promise<void> {
  const today = businessDay(context.settings.businessTz);
  let slips = 0;
  for (const person of DEMO_PEOPLE.filter(({ role }) => role === 'FIELD_AGENT')) {
    const agent = demoActor(actors, person.name);
    await numberReceipts(context, agent);
    for (const [at, days] of [2 * HELD_DAYS, HELD_DAYS].entries()) {
      const day = addDays(today, -days);
      const receiptIds = await heldBefore(context, agent, day);
      if (receiptIds.length === 0) continue;
      slips += 1;
      const slip = { place: 'BANK' as const, reference: `SBI ${4100 + slips}` };
      const made = await createDeposits(context, agent, { receiptIds, ...slip, depositedOn: day });
      if (at > 0) continue;
      for (const { _id: depositId } of made)
        await verifyDeposit(context, demoActor(actors, 'admin'), { depositId });
    }
  }
}
