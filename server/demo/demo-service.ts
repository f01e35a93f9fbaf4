import { sql } from 'drizzle-orm';
import { writeAudit } from '../audit/audit-trail.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { remark } from '../command-line.ts';
import { allocateDemoLoans } from './demo-allocation.ts';
import { recordDemoAttendance } from './demo-attendance.ts';
import { recordDemoHistory } from './demo-history.ts';
import { uploadDemoInsight } from './demo-insights.ts';
import { importDemoLoans } from './demo-loans.ts';
import { writeDemoMessages } from './demo-messages.ts';
import { ageDemoNotifications } from './demo-notifications.ts';
import { recordDemoStanding, widenDemoRules } from './demo-contact-gate.ts';
import { makeDemoPast } from './demo-past.ts';
import { createDemoPartners } from './demo-partners.ts';
import { createDemoCampaign } from './demo-campaigns.ts';
import { DEMO_PASSWORD_FILE, demoPassword } from './demo-password.ts';
import { createDemoPeople, demoActor, readDemoActors } from './demo-people.ts';
import { demoEmail } from './demo-plan.ts';
import { depositDemoReceipts } from './demo-receipts.ts';
import { writeDemoRules } from './demo-rules.ts';
import { postDemoPayments } from './demo-payments.ts';
import { expectDemoMonths, trainDemoModel, tryDemoOrder } from './demo-predictions.ts';
import { agreeDemoFees } from './demo-revenue.ts';
import { recordDemoSeats } from './demo-seats.ts';
import { judgeDemoPromises } from './demo-promises.ts';
import { settleDemoLoans } from './demo-settlements.ts';
import { setDemoTargets } from './demo-targets.ts';
import { holdSessionLock } from '../database/locks.ts';

interface DemoState extends Record<string, unknown> {
  has_people: boolean;
  has_demo: boolean;
  is_complete: boolean;
}

async function readState(context: Context): Promise<DemoState> {
  const { rows } = await context.db.execute<DemoState>(sql`select
    exists (select 1 from users) as has_people,
    exists (select 1 from users where email = ${demoEmail('admin')}) as has_demo,
    exists (select 1 from audit_log where action = 'demo.create') as is_complete`);
  return rows[0] ?? { has_people: true, has_demo: false, is_complete: true };
}

function isWanted(state: DemoState): boolean {
  return state.has_people ? state.has_demo && !state.is_complete : true;
}

async function makeDemo(context: Context, state: DemoState): Promise<void> {
  const { password, isNew } = await demoPassword(context.settings);
  remark('Making the demo organisation: clients, people, loans and months of work ...');
  if (!state.has_demo) await createDemoPeople(context, password);
  const actors = await readDemoActors(context.db);
  const today = businessDay(context.settings.businessTz);
  await importDemoLoans(context, demoActor(actors, 'admin'), today);
  await uploadDemoInsight(context, demoActor(actors, 'admin'));
  await allocateDemoLoans(context, actors, today);
  await widenDemoRules(context);
  await recordDemoHistory(context, actors);
  await tryDemoOrder(context, actors);
  await makeDemoPast(context, actors);
  await trainDemoModel(context, actors);
  await depositDemoReceipts(context, actors);
  await ageDemoNotifications(context);
  await recordDemoAttendance(context, actors);
  await recordDemoSeats(context, actors);
  await postDemoPayments(context, demoActor(actors, 'admin'), today);
  await judgeDemoPromises(context);
  await settleDemoLoans(context, actors);
  await setDemoTargets(context, actors);
  await agreeDemoFees(context, today);
  await writeDemoRules(context, actors);
  await writeDemoMessages(context, actors);
  await recordDemoStanding(context, actors);
  await createDemoPartners(context, actors, password);
  await createDemoCampaign(context, actors);
  await expectDemoMonths(context);
  // What the planner would else know only minutes later.
  await context.db.execute(sql`analyze`);
  await writeAudit(context.db, null, [{ action: 'demo.create' }]);
  if (isNew)
    remark(
      `The password of all demo users (such as ${demoEmail('admin')}) is ${password}. It is kept in ${DEMO_PASSWORD_FILE} in DATA_DIR.`,
    );
}

/**
 * Makes the demo organisation when the database is empty and the settings ask for it; a demo whose making was broken off
 * is completed. Does nothing on a database with other people in it. The import jobs must be running.
 */
export async function ensureDemo(context: Context): Promise<void> {
  if (!context.settings.isDemo) return;
  if (!isWanted(await readState(context))) return;
  const client = await context.database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await holdSessionLock(client, 'demo');
    const state = await readState(context);
    if (isWanted(state)) await makeDemo(context, state);
  } finally {
    // Ending the connection gives the lock back.
    client.release(true);
  }
}
