import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { allocate } from '../allocations/allocation-service.ts';
import { addDays } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { DEMO_LENDERS, DEMO_PEOPLE } from './demo-plan.ts';

interface LoanRow extends Record<string, unknown> {
  id: string;
  city: string;
}

/** Of seven loans one stays with the manager, for somebody to allocate. */
const sharesPerCollectorRound = 7;
const loansPerFieldAgent = 70;

/** None once the team has its share: making the demo may have been broken off later, when loans of the past were there. */
async function loansOf(context: Context, managerId: string): Promise<LoanRow[]> {
  const { rows } = await context.db
    .execute<LoanRow>(sql`select id, coalesce(city, '') as city from loans
    where manager_id = ${managerId} and status = 'ACTIVE'
      and not exists (select 1 from loans l where l.manager_id = ${managerId} and l.collector_id is not null)
    order by loan_number, id`);
  return rows;
}

async function allocateToManagers(
  context: Context,
  admin: Actor,
  actors: DemoActors,
): Promise<void> {
  for (const lender of DEMO_LENDERS) {
    const { rows } = await context.db.execute<{ id: string }>(sql`select l.id from loans l
      join clients c on c.id = l.client_id where c.name = ${lender.name} and l.manager_id is null and l.status = 'ACTIVE'`);
    const assigneeId = demoActor(actors, lender.manager).userId;
    const orders = rows.map(({ id }) => ({ loanId: id, assigneeId }));
    if (orders.length > 0)
      await runCommand(context.db, admin, (command) =>
        allocate(command, admin, 'MANAGER', { orders }),
      );
  }
}

/** Visit days: some today, some missed yesterday, the rest over the coming days, a few without a day. */
function visitDay(today: string, index: number): string | null {
  if (index % 9 === 8) return null;
  if (index % 9 < 2) return today;
  return addDays(today, index % 9 === 2 ? -1 : (index % 9) - 2);
}

async function allocateToAgents(
  context: Context,
  manager: Actor,
  actors: DemoActors,
  today: string,
): Promise<void> {
  const team = DEMO_PEOPLE.filter((person) => person.manager === manager.username);
  const collectors = team.filter((person) => person.role === 'COLLECTOR');
  const loans = await loansOf(context, manager.userId);
  const toCollectors = loans.flatMap(({ id }, index) => {
    const collector = collectors[Math.floor(index / sharesPerCollectorRound) % collectors.length];
    if (!collector || index % sharesPerCollectorRound === 0) return [];
    return [{ loanId: id, assigneeId: demoActor(actors, collector.name).userId }];
  });
  const toField = team
    .filter((person) => person.role === 'FIELD_AGENT')
    .flatMap((agent) => {
      const near = loans.filter(({ city }) => agent.cities?.includes(city));
      return near
        .filter((_, index) => index % Math.ceil(near.length / loansPerFieldAgent) === 0)
        .map(({ id }, index) => ({
          loanId: id,
          assigneeId: demoActor(actors, agent.name).userId,
          visitDate: visitDay(today, index),
        }));
    });
  if (loans.length === 0) return;
  await runCommand(context.db, manager, async (command) => {
    await allocate(command, manager, 'COLLECTOR', { orders: toCollectors });
    await allocate(command, manager, 'FIELD', { orders: toField });
  });
}

/** Gives the lenders' loans to their managers, and most of those to collectors and field agents near them. */
export async function allocateDemoLoans(
  context: Context,
  actors: DemoActors,
  today: string,
): Promise<void> {
  const admin = demoActor(actors, 'admin');
  await allocateToManagers(context, admin, actors);
  // Allocating freshly allocated loans takes the manager's word: nobody else is at work yet.
  for (const name of ['manager', 'manager2'])
    await allocateToAgents(context, demoActor(actors, name), actors, today);
}
