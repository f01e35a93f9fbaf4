import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../server/context.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createPool } from '../../server/database/connection.ts';
import type { Db } from '../../server/database/connection.ts';
import { loans } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import type { Part } from '../../server/lifecycle.ts';
import { readSettings } from '../../server/settings.ts';
import { prepareServer } from '../../server/start.ts';
import type { RunningUpkeep } from '../../server/upkeep.ts';
import { engineLease } from './engine-lease.ts';
import { organisationDatabase, readOrganisation } from './organisation.ts';
import type { ClientKey, Organisation, PersonName } from './organisation.ts';

export { personNames, testPassword } from './organisation.ts';
export type { PersonName } from './organisation.ts';

/** What a test asks of the server; `as` null is without a token. */
export interface TestCall {
  readonly as: PersonName | null;
  readonly query?: Record<string, string | string[]>;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

type NewLoan = Partial<typeof loans.$inferInsert> & { client?: ClientKey };

/** The whole server over a database of its own, not listening, with a small organisation in it. */
export interface TestServer extends Organisation {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly db: Db;
  /** As the audit trail's owner: what the server itself may not. */
  readonly ownerDb: Db;
  readonly upkeep: RunningUpkeep;
  /** Sends `PUT /loans/assign/collector` (below /api/v1) or a whole `/api/v2/...` address as one of the people. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call: TestCall,
  ): Promise<LightMyRequestResponse>;
  /** Such a call that is taken (200): what it answers. When it is refused, the test says with which words. */
  taken<Answer>(...call: Parameters<TestServer['call']>): Promise<Answer>;
  /** Stores a loan (client X, 5,000 rupees due, nobody's unless told) and returns its id. */
  addLoan(loan?: NewLoan): Promise<string>;
  close(): Promise<void>;
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

function callsOn(
  app: FastifyInstance,
  people: TestServer['people'],
): Pick<TestServer, 'call' | 'taken'> {
  const call: TestServer['call'] = async (method, path, { as, query, body, headers }) => {
    const options: InjectOptions = {
      method,
      url: path.startsWith('/api/') ? path : `/api/v1${path}`,
      headers: { ...(as ? { authorization: `Bearer ${people[as].token}` } : {}), ...headers },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    };
    return app.inject(options);
  };
  return {
    call,
    taken: async (...given) => {
      const answer = await call(...given);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
  };
}

/**
 * Starts the server for one test file. Settings are the defaults plus what is given. Its dialer works where they say how the
 * exchange behaves.
 */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await organisationDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'recoup-server-'));
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder,
    DEMO: '0',
    PORT: '0',
    DATABASE_CONNECTIONS: '8',
    ...env,
  });
  const owner = createPool(database.ownerUrl, 1);
  const ownerDb: Db = drizzle({ client: owner });
  if (env['SIM_SPEED'] === undefined && env['TELEPHONY'] === undefined) await engineLease(ownerDb);
  const parts: Part[] = [];
  const { app, context, upkeep } = await prepareServer(settings, (part) => parts.unshift(part));
  const { db } = context;
  const organisation = await readOrganisation(db);
  return {
    app,
    context,
    db,
    ownerDb,
    upkeep,
    ...organisation,
    ...callsOn(app, organisation.people),
    addLoan: loanAdder({ db, ...organisation }),
    close: async () => {
      for (const part of parts) await part.stop();
      await owner.end();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The server of a test file: started before its tests, closed after them. It has nothing before that: what is made of it
 * when the file is read takes `() => server`.
 */
export function testServer(env: Record<string, string> = {}): TestServer {
  const server = {} as TestServer;
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await startTestServer(env);
    Object.assign(server, started);
  });
  afterAll(async () => started?.close());
  return server;
}
