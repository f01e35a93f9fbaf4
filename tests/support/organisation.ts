import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { DatabaseAddresses } from '../../server/database/application-role.ts';
import type { Db } from '../../server/database/connection.ts';
import { clients, managerClients, users } from '../../server/database/tables/people.ts';
import { newId } from '../../server/ids.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { openSession } from '../../server/identity/session.ts';
import type { Part } from '../../server/lifecycle.ts';
import { readSettings } from '../../server/settings.ts';
import { prepareServer } from '../../server/start.ts';
import { databaseFrom } from './postgres.ts';
import type { TestDatabase } from './postgres.ts';

/** The password of everyone in the fixture organisation. */
export const testPassword = 'Recoup-test-2026';

interface PersonPlan {
  readonly role: Role;
  readonly manager?: 'manager' | 'manager2';
  readonly client?: ClientKey;
  readonly createdBy?: 'admin' | 'partner';
}

/** The fixture organisation's lenders. */
export type ClientKey = 'X' | 'Y';

/** Two lenders, two managers with their people, and one of every other role. E-mails are `NAME@test.recoup`. */
const plans = {
  admin: { role: 'ADMIN' },
  superadmin: { role: 'SUPER_ADMIN' },
  partner: { role: 'PARTNER', createdBy: 'admin' },
  manager: { role: 'MANAGER', createdBy: 'partner' },
  manager2: { role: 'MANAGER', createdBy: 'admin' },
  collector: { role: 'COLLECTOR', manager: 'manager' },
  collector2: { role: 'COLLECTOR', manager: 'manager' },
  /** The second manager's. */
  collector3: { role: 'COLLECTOR', manager: 'manager2' },
  fieldagent: { role: 'FIELD_AGENT', manager: 'manager' },
  /** The second manager's. */
  fieldagent2: { role: 'FIELD_AGENT', manager: 'manager2' },
  clientadmin: { role: 'CLIENT_ADMIN', client: 'X' },
  customer: { role: 'CUSTOMER', client: 'X' },
  client: { role: 'CLIENT', client: 'X' },
  customerOfY: { role: 'CUSTOMER', client: 'Y' },
} as const satisfies Record<string, PersonPlan>;

/** Who is in the fixture organisation. */
export type PersonName = keyof typeof plans;

/** Everyone's name in the fixture organisation. */
export const personNames = Object.keys(plans) as PersonName[];

/** A person of the fixture organisation, logged in. */
export interface TestPerson {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly fullName: string;
  /** Bearer token of an open session. */
  readonly token: string;
}

/** The fixture organisation as a test knows it. */
export interface Organisation {
  readonly people: Readonly<Record<PersonName, TestPerson>>;
  readonly clients: Readonly<Record<ClientKey, { id: string; name: string }>>;
}

const lenderNames = { X: 'Xenon Finance', Y: 'Yarrow Bank' } as const;

/** Makes the fixture organisation. Its lenders' borrowers may be contacted at any hour, as often as a test likes: tests run at night too. */
export async function insertOrganisation(db: Db): Promise<void> {
  const clientIds = { X: newId(), Y: newId() };
  for (const key of ['X', 'Y'] as const)
    await db.insert(clients).values({ id: clientIds[key], name: lenderNames[key] });
  await db.execute(sql`insert into contact_policies (client_id, profile, own_from, own_to)
    select id, 'OWN', '00:00', '23:59' from clients`);
  const passwordHash = await hashPassword(testPassword);
  const ids = Object.fromEntries(personNames.map((name) => [name, newId()]));
  const idOf = (name: PersonName | undefined) => (name && ids[name]) ?? null;
  for (const name of personNames) {
    const plan: PersonPlan = plans[name];
    await db.insert(users).values({
      id: ids[name] ?? '',
      role: plan.role,
      username: name.toLowerCase(),
      email: `${name}@test.recoup`.toLowerCase(),
      fullName: `Test ${name}`,
      passwordHash,
      managerId: idOf(plan.manager),
      clientId: plan.client ? clientIds[plan.client] : null,
      createdBy: idOf(plan.createdBy),
    });
  }
  await db.insert(managerClients).values([
    { managerId: ids['manager'] ?? '', clientId: clientIds.X },
    { managerId: ids['manager2'] ?? '', clientId: clientIds.Y },
  ]);
}

/** A server ran on the database once: its queues and its first key are there; the copies do not take themselves for restored. */
async function fill({ url, ownerUrl }: DatabaseAddresses): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-template-'));
  const parts: Part[] = [];
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: folder,
    DEMO: '0',
  });
  const { context } = await prepareServer(settings, (part) => parts.unshift(part));
  await insertOrganisation(context.db);
  for (const part of parts.slice(0, -1)) await part.stop();
  await context.db.execute(sql`update organisation set origin = null`);
  await parts.at(-1)?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A database with the fixture organisation, as a server left it that ran once. */
export async function organisationDatabase(): Promise<TestDatabase> {
  return databaseFrom('recoup_organisation', fill);
}

/** The organisation of a database, everyone logged in. */
export async function readOrganisation(db: Db): Promise<Organisation> {
  const lenders = await db.select({ id: clients.id, name: clients.name }).from(clients);
  const { id, username, email, fullName } = users;
  const rows = await db.select({ id, username, email, fullName }).from(users);
  const people: Partial<Record<PersonName, TestPerson>> = {};
  for (const name of personNames) {
    const found = rows.find((row) => row.username === name.toLowerCase());
    if (found === undefined) throw new Error(`${name} is not in the organisation.`);
    const user = { ...found, role: plans[name].role };
    people[name] = { ...user, ...(await openSession(db, user)) };
  }
  const lender = (key: ClientKey) => {
    const name = lenderNames[key];
    return { id: lenders.find((each) => each.name === name)?.id ?? '', name };
  };
  return {
    people: people as Record<PersonName, TestPerson>,
    clients: { X: lender('X'), Y: lender('Y') },
  };
}
