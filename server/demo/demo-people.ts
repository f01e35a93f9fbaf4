import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { monthAfter } from '../targets/target-service.ts';
import { actorColumns, toActor } from '../identity/actor-service.ts';
import type { ActorRow } from '../identity/actor-service.ts';
import { addUser } from '../identity/user-service.ts';
import { addDemoClients } from './demo-clients.ts';
import { DEMO_LENDERS, DEMO_PEOPLE, demoEmail } from './demo-plan.ts';

/** The demo's people as actors, by name. */
export type DemoActors = ReadonlyMap<string, Actor>;

/** The demo dialer's campaign. */
export const DEMO_PREDICTIVE_PROCESS = 'Predictive bucket 1';

/** What the dialer calls for in both modes. */
const DEMO_PROCESSES = {
  manualProcess: 'Manual home loans',
  predictiveProcess: DEMO_PREDICTIVE_PROCESS,
};

/** Stores the lenders and everyone who can log in, in one transaction. */
export async function createDemoPeople({ db, settings }: Context, password: string): Promise<void> {
  const lastMonth = monthAfter(businessDay(settings.businessTz), -1);
  await runCommand(db, null, async ({ tx, audit }) => {
    const lenders = await addDemoClients({ tx, audit }, lastMonth);
    const ids = new Map<string, string>();
    for (const [place, person] of DEMO_PEOPLE.entries()) {
      const createdBy = person.createdBy ?? (ids.has('admin') ? 'admin' : 'superadmin');
      const id = await addUser(tx, {
        role: person.role,
        username: person.name,
        email: demoEmail(person.name),
        fullName: person.fullName,
        password,
        managerId: ids.get(person.manager ?? '') ?? null,
        clientId: lenders.get(person.lender ?? '') ?? null,
        location: person.location ?? null,
        // Made up, one for each.
        phone: `98000001${String(place + 10)}`,
        ...(person.location === 'D' && DEMO_PROCESSES),
        createdBy: ids.get(createdBy) ?? null,
      });
      ids.set(person.name, id);
    }
    for (const lender of DEMO_LENDERS)
      await tx.execute(sql`insert into manager_clients (manager_id, client_id)
        values (${ids.get(lender.manager)}, ${lenders.get(lender.name)})`);
    audit({ action: 'demo.people', details: { people: DEMO_PEOPLE.length } });
  });
}

/** The demo's people as they stand in the database. */
export async function readDemoActors(db: Db): Promise<DemoActors> {
  const { rows } = await db.execute<ActorRow>(sql`
    select ${actorColumns} from users u left join clients c on c.id = u.client_id where u.email like '%@demo.recoup'`);
  return new Map(rows.map((row) => [row.username, toActor(row)]));
}

/** One of the demo's people. Throws when it is not there. */
export function demoActor(actors: DemoActors, name: string): Actor {
  const actor = actors.get(name);
  if (!actor) throw new Error(`The demo organisation has no ${name}.`);
  return actor;
}
