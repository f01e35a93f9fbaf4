import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Person } from '../../contract/person.ts';
import type { PersonName, TestServer } from './server.ts';

/** The password of every account that `newAccount` describes. */
export const newAccountPassword = 'Kestrel-over-Satara';

let counter = 0;

/** A new account's fields, its names never used before. */
export function newAccount(more: object = {}) {
  counter += 1;
  return {
    username: `New.Person${counter}`,
    email: `New${counter}@Test.recoup`,
    password: newAccountPassword,
    fullName: `New Person ${counter}`,
    ...more,
  };
}

/** Makes a collector of the first manager unless told otherwise. */
export async function addCollector(
  server: TestServer,
  as: PersonName = 'admin',
  more: object = {},
): Promise<Person> {
  const body = newAccount({ managerId: server.people.manager.id, ...more });
  return (await server.taken<{ data: Person }>('POST', '/collector', { as, body })).data;
}

/** Logs in at the staff's door. */
export async function logInStaff(server: TestServer, email: string, password: string) {
  const body = { email, password, role: '' };
  const answer = await server.call('POST', '/login', { as: null, body });
  return answer.json<{ auth: boolean; token?: string }>();
}

/** The status that a token's session answers with: 401 once it is over. */
export async function sessionStatus(server: TestServer, token: string): Promise<number> {
  const answer = await server.app.inject({
    url: '/api/v1/session',
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode;
}

/** Makes an account of any role, under a manager and of a lender where one is given. */
export async function addAccount(
  server: TestServer,
  role: Role,
  managerId: string | null = null,
  client: string | null = null,
): Promise<Person> {
  const body = { ...newAccount(), role, managerId, client };
  return (await server.taken<{ data: Person }>('POST', '/userData', { as: 'admin', body })).data;
}

/** Who has a loan. */
interface LoanHolders extends Record<string, unknown> {
  collector_id: string | null;
  manager_id: string | null;
  field_agent_id: string | null;
  visit_date: string | null;
}

/** Who has a loan now. */
export async function loanHolders(
  server: TestServer,
  loanId: string,
): Promise<LoanHolders | undefined> {
  const { rows } = await server.db.execute<LoanHolders>(
    sql`select collector_id, manager_id, field_agent_id, visit_date from loans where id = ${loanId}`,
  );
  return rows[0];
}

/** Who had a loan for a kind of work, the oldest first. */
export async function holdersSoFar(server: TestServer, loanId: string, kind: string) {
  const { rows } = await server.db.execute<{ who: string; over: boolean }>(sql`
    select assignee_id as who, ended_at is not null as over from allocations
    where loan_id = ${loanId} and kind = ${kind} order by allocated_at, over desc`);
  return rows;
}

/** Makes loans of the first manager and allocates them to one of its agents. */
export async function allocated(server: TestServer, to: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await server.addLoan({ managerId: server.people.manager.id }));
  const isField = to.role === 'FIELD_AGENT';
  await server.taken('PUT', `/loans/assign/${isField ? 'field-agent' : 'collector'}`, {
    as: 'manager',
    body: ids.map((_id) =>
      isField
        ? { _id, fieldAgentId: to._id, visitDate: '2030-01-15' }
        : { _id, collectorId: to._id },
    ),
  });
  return ids;
}
