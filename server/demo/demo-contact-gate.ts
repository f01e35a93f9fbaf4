import { sql } from 'drizzle-orm';
import { addHold } from '../contact-gate/hold-service.ts';
import { addAvoidTime } from '../contact-gate/preference-service.ts';
import { askException } from '../contact-gate/exception-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';

/** The demo can be tried at any hour and a loan be worked again and again: rules of its own, wider than the law's. */
export async function widenDemoRules({ db }: Context): Promise<void> {
  await db.execute(sql`
    insert into contact_policies (client_id, profile, own_from, own_to, per_day, per_week, messages_per_day)
    select id, 'OWN', '00:00', '23:59', 30, 100, 30 from clients on conflict (client_id) do nothing`);
}

/** A hold, a time to avoid and a wish for an exception, on loans that the demo's people work last. */
export async function recordDemoStanding(context: Context, actors: DemoActors): Promise<void> {
  const { db } = context;
  const { businessTz } = context.settings;
  const agent = demoActor(actors, 'collector');
  const { rows } = await db.execute<{
    id: string;
  }>(sql`select id from loans where collector_id = ${agent.userId}
    and status = 'ACTIVE' order by total_due_amount nulls first, id limit 2`);
  const [held, avoided] = rows;
  if (!held || !avoided) return;
  await runCommand(db, agent, async (command) => {
    await addHold(
      command,
      agent,
      { loanId: held.id, kind: 'BEREAVEMENT', note: 'Her husband died last week.' },
      businessTz,
    );
    await addAvoidTime(
      command,
      agent,
      {
        loanId: avoided.id,
        weekdays: [0, 6],
        from: '12:00',
        to: '16:00',
        note: 'Prayers on weekends.',
      },
      businessTz,
    );
    await askException(
      command,
      agent,
      { loanId: held.id, channel: 'CALL', reason: 'Her son asked to be called back about it.' },
      businessTz,
    );
  });
}
