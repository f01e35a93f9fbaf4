import { sql } from 'drizzle-orm';
import {
  callDispositionInputSchema,
  fieldDispositionInputSchema,
} from '../../contract/disposition.ts';
import { isMoreThanLeft } from '../../contract/loan.ts';
import type { Actor } from '../access/actor.ts';
import { atOnce } from '../access/work-origin.ts';
import { addDays, businessDay, businessTime, instantOf } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import {
  recordCallDisposition,
  recordFieldDisposition,
} from '../dispositions/disposition-service.ts';
import { newId } from '../ids.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { CALL_OUTCOMES, pickOutcome, VISIT_OUTCOMES } from './demo-contacts.ts';
import type { DemoOutcome } from './demo-contacts.ts';
import { settleDemoAlerts } from './demo-alerts.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { DEMO_PEOPLE } from './demo-plan.ts';

interface WorkedLoan extends Record<string, unknown> {
  id: string;
  emi: number;
  due: number;
  latitude: number | null;
  longitude: number | null;
  mobile: string | null;
}

/** A contact to be made up: which loan, when (days before today), how it ended. */
interface Plan {
  readonly loan: WorkedLoan;
  readonly daysAgo: number;
  readonly outcome: DemoOutcome;
  /** Days from the contact to the promise or callback. */
  readonly inDays: number;
}

/** Weeks of work behind the demo. */
const historyDays = 24;
const loansWorkedByCollector = 24;
const loansWorkedByFieldAgent = 18;
const contactHours = { from: 9, to: 17 } as const;

async function loansOf(context: Context, agent: Actor, most: number): Promise<WorkedLoan[]> {
  const mine = agent.role === 'FIELD_AGENT' ? sql`field_agent_id` : sql`collector_id`;
  const { rows } = await context.db.execute<WorkedLoan>(sql`select id,
    coalesce(emi_amount, 1000) as emi, greatest(coalesce(total_due_amount, 1000) - unverified_amount, 0) as due, latitude, longitude,
    mobile_number as mobile
    from loans where ${mine} = ${agent.userId} order by md5(loan_number) limit ${most}`);
  return rows;
}

/** Contacts of one loan, oldest first: the last ones land near today, so that promises fall due around it. */
function plansFor(random: Random, loan: WorkedLoan, outcomes: readonly DemoOutcome[]): Plan[] {
  const plans: Plan[] = [];
  for (let left = random.between(1, 3), ago = random.between(2, historyDays); left > 0; left -= 1) {
    const outcome = pickOutcome(random, outcomes);
    // A third of the promises is due today, the others lie around it; one of today is for another day, whatever the hour.
    const inDays = random.chance(0.35) ? Math.max(ago, 1) : random.between(1, 9);
    plans.push({ loan, daysAgo: ago, outcome, inDays });
    ago = Math.floor(ago / random.between(2, 4));
  }
  return plans;
}

/** When a contact of some days ago took place; one of today was a while ago. */
function contactInstant(random: Random, zone: string, daysAgo: number, now: Date): string {
  const hour = random.between(contactHours.from, contactHours.to);
  const minute = random.between(0, 59);
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const instant = instantOf(zone, addDays(businessDay(zone, now), -daysAgo), time);
  const latest = now.getTime() - random.between(2, 90) * 60_000;
  return Date.parse(instant) > latest ? new Date(latest).toISOString() : instant;
}

const paymentOf = (amountCollected: number, due: number) => ({
  amountCollected,
  ...(isMoreThanLeft(amountCollected, due) ? { excessReason: 'Advance of the next EMI' } : {}),
});

function contactFields(random: Random, zone: string, plan: Plan, now: Date) {
  const { loan, outcome, daysAgo, inDays } = plan;
  const recordedAt = contactInstant(random, zone, daysAgo, now);
  const day = addDays(businessDay(zone, new Date(recordedAt)), inDays);
  const time = `${random.between(10, 17)}:${random.pick(['00', '15', '30'])}`;
  const recordedTime = businessTime(zone, new Date(recordedAt));
  const amount = Math.min(loan.due, random.chance(0.6) ? loan.emi : Math.round(loan.emi / 2));
  const isDated = outcome.asks === 'promise' || outcome.asks === 'callback';
  return {
    loanId: loan.id,
    disposition: outcome.code,
    remarks: random.pick(outcome.remarks),
    recordedAt,
    ...(outcome.personMet ? { personMet: random.pick(outcome.personMet) } : {}),
    // Of the same day it lies after the contact.
    ...(isDated
      ? { date: day, time: inDays === 0 && time < recordedTime ? recordedTime : time }
      : {}),
    ...(outcome.asks === 'promise' ? { promiseAmount: amount } : {}),
    ...(outcome.asks === 'payment' ? paymentOf(Math.max(1, amount), loan.due) : {}),
  };
}

function visitPosition(random: Random, loan: WorkedLoan, takenAt: string) {
  if (loan.latitude === null || loan.longitude === null || random.chance(0.06))
    return { missingReason: 'TIMEOUT' as const };
  const near = (degrees: number) => degrees + (random.next() - 0.5) * 0.0008;
  return {
    latitude: near(loan.latitude),
    longitude: near(loan.longitude),
    accuracyMetres: random.between(6, 48),
    takenAt,
  };
}

async function recordPlan(
  command: Command,
  agent: Actor,
  plan: Plan,
  random: Random,
  businessTz: string,
): Promise<void> {
  const fields = contactFields(random, businessTz, plan, new Date());
  const recording = { businessTz, origin: { ...atOnce, at: new Date(fields.recordedAt) } };
  if (agent.role === 'FIELD_AGENT') {
    const position = visitPosition(random, plan.loan, fields.recordedAt);
    // Now and then a borrower pays by UPI at the door.
    const paymentMode = plan.daysAgo % 4 === 0 ? 'UPI' : 'CASH';
    plan.loan.due -= fields.amountCollected ?? 0;
    const visit = { _id: newId(), ...fields, position, paymentMode };
    const input = fieldDispositionInputSchema.parse(visit);
    await recordFieldDisposition(command, agent, input, recording);
    return;
  }
  const duration = random.between(5, 320);
  const input = callDispositionInputSchema.parse({
    ...fields,
    call_status: 'CALL_ENDED',
    duration,
    ...(plan.loan.mobile === null ? {} : { dialledNumber: plan.loan.mobile }),
  });
  await recordCallDisposition(command, agent, input, recording);
}

async function workOf(context: Context, agent: Actor): Promise<void> {
  const isField = agent.role === 'FIELD_AGENT';
  const { businessTz } = context.settings;
  const random = seededRandom(`history/${agent.username}`);
  const known = await context.db.execute(
    sql`select 1 from dispositions where agent_id = ${agent.userId} limit 1`,
  );
  if (known.rows.length > 0) return;
  const most = isField ? loansWorkedByFieldAgent : loansWorkedByCollector;
  const loans = await loansOf(context, agent, most);
  const outcomes = isField ? VISIT_OUTCOMES : CALL_OUTCOMES;
  const plans = loans
    .flatMap((loan) => plansFor(random, loan, outcomes))
    .sort((left, right) => right.daysAgo - left.daysAgo);
  await runCommand(context.db, agent, async (command) => {
    for (const plan of plans) await recordPlan(command, agent, plan, random, businessTz);
    await settleDemoAlerts(command.tx, agent.userId);
  });
}

/**
 * Some weeks of calls and visits by everyone who works loans, through the same code as real ones; agents that have any
 * are passed over.
 */
export async function recordDemoHistory(context: Context, actors: DemoActors): Promise<void> {
  // People of one role share no loans, so they don't wait for each other.
  for (const role of ['COLLECTOR', 'FIELD_AGENT'] as const) {
    const agents = DEMO_PEOPLE.filter((person) => person.role === role);
    await Promise.all(agents.map(({ name }) => workOf(context, demoActor(actors, name))));
  }
}
