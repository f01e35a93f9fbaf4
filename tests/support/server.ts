import { sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../contract/roles.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/database/connection.ts';
import { loans } from '../../server/database/tables/loans.ts';
import { clients, managerClients, users } from '../../server/database/tables/people.ts';
import { newId } from '../../server/ids.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { openSession } from '../../server/identity/session.ts';
import type { Part } from '../../server/lifecycle.ts';
import { readSettings } from '../../server/settings.ts';
import { prepareServer } from '../../server/start.ts';
import type { RunningUpkeep } from '../../server/upkeep.ts';
import { testDatabase } from './postgres.ts';

/** The password of everyone in the fixture organisation. */
export const testPassword = 'Recoup-test-2026';

interface PersonPlan {
  readonly role: Role;
  readonly manager?: 'manager' | 'manager2';
  readonly client?: ClientKey;
  readonly createdBy?: 'admin' | 'partner';
}

type ClientKey = 'X' | 'Y';

/** Two lenders, two managers with their people, and one of every other role. E-mails are `NAME@test.recoup`. */
const organisation = {
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
export type PersonName = keyof typeof organisation;

/** Everyone's name in the fixture organisation. */
export const personNames = Object.keys(organisation) as PersonName[];

/** A person of the fixture organisation, logged in. */
export interface TestPerson {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly fullName: string;
  /** Bearer token of an open session. */
  readonly token: string;
}

/** What a test asks of the server; `as` null is without a token. */
export interface TestCall {
  readonly as: PersonName | null;
  readonly query?: Record<string, string | string[]>;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

type NewLoan = Partial<typeof loans.$inferInsert> & { client?: ClientKey };

/** The whole server over a database of its own, not listening, with a small organisation in it. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly db: Db;
  readonly upkeep: RunningUpkeep;
  readonly people: Readonly<Record<PersonName, TestPerson>>;
  readonly clients: Readonly<Record<ClientKey, { id: string; name: string }>>;
  /** Sends `PUT /loans/assign/collector` (below /api/v1) or a whole `/api/v2/...` address as one of the people. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call: TestCall,
  ): Promise<LightMyRequestResponse>;
  /** Stores a loan (client X, 5,000 rupees due, nobody's unless told) and returns its id. */
  addLoan(loan?: NewLoan): Promise<string>;
  close(): Promise<void>;
}

/** Both may be contacted at any hour and as often as a test likes: tests run at night too. */
async function insertClients(db: Db): Promise<TestServer['clients']> {
  const X = { id: newId(), name: 'Xenon Finance' };
  const Y = { id: newId(), name: 'Yarrow Bank' };
  await db.insert(clients).values([X, Y]);
  await db.execute(sql`insert into contact_policies (client_id, profile, own_from, own_to)
    select id, 'OWN', '00:00', '23:59' from clients`);
  return { X, Y };
}

async function insertPeople(db: Db, lenders: TestServer['clients']): Promise<TestServer['people']> {
  const passwordHash = await hashPassword(testPassword);
  const made: Partial<Record<PersonName, TestPerson>> = {};
  for (const name of personNames) {
    const plan: PersonPlan = organisation[name];
    const id = newId();
    const email = `${name}@test.recoup`.toLowerCase();
    const fullName = `Test ${name}`;
    const idOf = (other: PersonName | undefined) => (other && made[other]?.id) ?? null;
    await db.insert(users).values({
      id,
      role: plan.role,
      username: name.toLowerCase(),
      email,
      fullName,
      passwordHash,
      managerId: idOf(plan.manager),
      clientId: plan.client ? lenders[plan.client].id : null,
      createdBy: idOf(plan.createdBy),
    });
    const { token } = await openSession(db, { id, role: plan.role });
    made[name] = { id, role: plan.role, email, fullName, token };
  }
  return made as Record<PersonName, TestPerson>;
}

async function insertOrganisation(db: Db): Promise<Pick<TestServer, 'people' | 'clients'>> {
  const lenders = await insertClients(db);
  const people = await insertPeople(db, lenders);
  await db.insert(managerClients).values([
    { managerId: people.manager.id, clientId: lenders.X.id },
    { managerId: people.manager2.id, clientId: lenders.Y.id },
  ]);
  return { people, clients: lenders };
}

function loanAdder({ db, clients: lenders }: Pick<TestServer, 'db' | 'clients'>) {
  return async ({ client = 'X', ...fields }: NewLoan = {}): Promise<string> => {
    const id = newId();
    await db.insert(loans).values({
      id,
      loanNumber: `LN-${id.slice(-8)}`,
      clientId: lenders[client].id,
      customerName: 'Asha Verma',
      mobileNumber: '9876501234',
      totalDueAmount: 5000,
      ...fields,
    });
    return id;
  };
}

function caller(app: FastifyInstance, people: TestServer['people']): TestServer['call'] {
  return async (method, path, { as, query, body, headers }) => {
    const options: InjectOptions = {
      method,
      url: path.startsWith('/api/') ? path : `/api/v1${path}`,
      headers: { ...(as ? { authorization: `Bearer ${people[as].token}` } : {}), ...headers },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    };
    return app.inject(options);
  };
}

/** Starts the server for one test file. Settings are the defaults plus what is given. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'recoup-server-'));
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: '0',
    DATABASE_CONNECTIONS: '8',
    ...env,
  });
  const parts: Part[] = [];
  const { app, context, upkeep } = await prepareServer(settings, (part) => parts.unshift(part));
  const { db } = context;
  const made = await insertOrganisation(db);
  return {
    app,
    context,
    db,
    upkeep,
    ...made,
    call: caller(app, made.people),
    addLoan: loanAdder({ db, clients: made.clients }),
    close: async () => {
      for (const part of parts) await part.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
