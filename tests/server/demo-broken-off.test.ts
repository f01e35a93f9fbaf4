import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Actor } from '../../server/access/actor.ts';
import { businessDay } from '../../server/clock.ts';
import { allocateDemoLoans } from '../../server/demo/demo-allocation.ts';
import { DEMO_LENDERS, DEMO_PEOPLE } from '../../server/demo/demo-plan.ts';
import type { DemoPerson } from '../../server/demo/demo-plan.ts';
import { actorOfUser } from '../../server/identity/actor-service.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

/** Who of the fixture organisation stands for one of the demo's people. */
function standInFor({ name, role, manager }: DemoPerson): PersonName {
  if (role === 'COLLECTOR') return manager === 'manager' ? 'collector' : 'collector3';
  if (role === 'FIELD_AGENT') return manager === 'manager' ? 'fieldagent' : 'fieldagent2';
  return name === 'manager' || name === 'manager2' ? name : 'admin';
}

it('a demo that was broken off after its loans were shared out goes on, past loans there or not', async () => {
  const { db, clients } = server;
  const actors = new Map<string, Actor>();
  for (const person of DEMO_PEOPLE) {
    const actor = await actorOfUser(db, server.people[standInFor(person)].id);
    if (actor !== null) actors.set(person.name, actor);
  }
  const today = businessDay('Asia/Kolkata');
  await db.execute(
    sql`update clients set name = ${DEMO_LENDERS[0]?.name} where id = ${clients.X.id}`,
  );
  for (let nth = 0; nth < 8; nth += 1) await server.addLoan({ city: 'Pune' });
  const shares = async () => {
    const { rows } = await db.execute(sql`select collector_id as agent, count(*)::int as loans
      from loans where status = 'ACTIVE' group by 1 order by 1`);
    return rows;
  };
  await allocateDemoLoans(server.context, actors, today);
  const shared = await shares();
  expect(shared).toHaveLength(2);

  await server.addLoan({ status: 'EXPIRED', managerId: server.people.manager.id });
  await server.addLoan({ status: 'EXPIRED' });
  await allocateDemoLoans(server.context, actors, today);
  expect(await shares()).toEqual(shared);
});
