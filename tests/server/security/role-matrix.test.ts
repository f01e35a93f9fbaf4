import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/calls.ts';
import type { Call } from '../../../contract/call.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { newId } from '../../../server/ids.ts';
import { addressOf, fieldsOf, inputShape, sampleOf } from '../../support/call-samples.ts';
import { testServer } from '../../support/server.ts';
import type { PersonName } from '../../support/server.ts';
import { registerTestDevice } from '../../support/test-device.ts';
import { callOf, dayFromNow, loanOf } from '../../support/work.ts';

/*
 * Security 1, 17, 18, 19, 24: made from the contract, over every call there is. A call added later is tested by being
 * added.
 */

const PERSON_OF_ROLE: Record<Role, PersonName> = {
  ADMIN: 'admin',
  SUPER_ADMIN: 'superadmin',
  PARTNER: 'partner',
  MANAGER: 'manager',
  COLLECTOR: 'collector',
  CLIENT_ADMIN: 'clientadmin',
  CUSTOMER: 'customer',
  CLIENT: 'client',
  FIELD_AGENT: 'fieldagent',
};

const server = testServer();
let secretLoan: string;
const SECRET = 'Zzyzx Qwerty';

beforeAll(async () => {
  const own = await loanOf(server, 'collector');
  await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(own) });
  // Another lender's, another manager's, another collector's: nobody below may see its name.
  secretLoan = await server.addLoan({
    client: 'Y',
    customerName: SECRET,
    collectorId: server.people.collector3.id,
    managerId: server.people.manager2.id,
    fieldAgentId: server.people.fieldagent2.id,
  });
  await server.taken('POST', '/call-disposition', {
    as: 'collector3',
    body: callOf(secretLoan, {
      disposition: 'CALLBACK',
      date: dayFromNow(30),
      time: '10:00',
      remarks: SECRET,
    }),
  });
});

const withSession = calls.filter((call) => call.access === 'session');
const mayCall = (call: Call, role: Role) => call.roles === 'any' || call.roles.includes(role);

const send = (call: Call, token: string | null, query: Record<string, string> = {}, id = newId()) =>
  server.app.inject({
    method: call.method,
    url: addressOf(call, id),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    query,
    ...(call.method === 'POST' || call.method === 'PUT' ? { payload: {} } : {}),
  });

describe('every call', () => {
  it('is served', async () => {
    const missing = [];
    for (const call of calls)
      if (
        !server.app.hasRoute({
          method: call.method,
          url: addressOf(call, 'x').replace(/\/x(?=\/|$)/g, '/:id'),
        })
      )
        missing.push(call.name);
    expect(missing).toEqual([]);
  });

  it('answers 401 without a token, with a made-up one, and with one for something else', async () => {
    const phone = await registerTestDevice(server, 'fieldagent');
    for (const call of calls.filter((each) => each.access !== 'public')) {
      const wrong =
        call.access === 'device' ? server.people.fieldagent.token : phone.grant.deliveryToken;
      for (const token of [null, 'A'.repeat(43), wrong]) {
        const answer = await send(call, token);
        expect(answer.statusCode, call.name).toBe(401);
        expect(answer.json(), call.name).toMatchObject({ code: 'SESSION_OVER' });
      }
    }
  });

  it('refuses every role that it does not name', async () => {
    const wrong = [];
    for (const call of withSession)
      for (const role of ROLES.filter((each) => !mayCall(call, each))) {
        const { statusCode } = await send(call, server.people[PERSON_OF_ROLE[role]].token);
        if (statusCode !== 403 && statusCode !== 404) wrong.push([call.name, role, statusCode]);
      }
    expect(wrong).toEqual([]);
  });
});

/**
 * A fingerprint of everything but what notes the contact itself (sessions, devices, the audit of denials and exports), the
 * engine's lease, and what upkeep sums up at its own time.
 */
async function fingerprint(): Promise<string> {
  const tables = await server.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in ('sessions', 'devices', 'audit_log', 'audit_reads', 'rate_limits', 'dialer_engine', 'loan_best_hours', 'contact_sums', 'kept_months', 'loan_months', 'loan_months_stale') order by 1`);
  const marks = [];
  for (const { name } of tables.rows) {
    const mark = await server.db.execute<{ mark: string | null }>(
      sql`select md5(string_agg(t::text, ',' order by t::text)) as mark from ${sql.identifier(name)} t`,
    );
    marks.push(`${name} ${mark.rows[0]?.mark ?? 'empty'}`);
  }
  return marks.join('\n');
}

const reading = withSession.filter(
  (call) => call.method === 'GET' && call.name !== 'logoutCollector',
);

/** What a call's query can't do without. */
const sampleQuery = (call: Call) =>
  sampleOf({ type: 'object', ...inputShape(call.query) }, '', { any: newId() }) as Record<
    string,
    string
  >;

const wideQuery = (as: PersonName) => ({
  loanId: secretLoan,
  ...(as.startsWith('manager') ? { managerId: server.people[as].id } : {}),
  gte: '01-01-2020',
  lte: '01-01-2030',
});

describe('reading', () => {
  it('changes nothing, whoever reads whatever', async () => {
    const before = await fingerprint();
    for (const call of reading)
      for (const role of ROLES.filter((each) => mayCall(call, each))) {
        const as = PERSON_OF_ROLE[role];
        const answer = await send(call, server.people[as].token, wideQuery(as), secretLoan);
        expect(answer.statusCode, `${call.name} as ${role}`).toBeLessThan(500);
      }
    expect(await fingerprint()).toBe(before);
  });

  it("shows nobody another lender's, manager's or collector's borrower, by list, count, id or file", async () => {
    const outsiders = [
      'manager',
      'collector',
      'collector2',
      'fieldagent',
      'partner',
      'clientadmin',
      'customer',
      'client',
    ] as const;
    const leaks = [];
    for (const call of reading)
      for (const as of outsiders.filter((name) => mayCall(call, server.people[name].role))) {
        for (const query of [{}, wideQuery(as)]) {
          const answer = await send(call, server.people[as].token, query, secretLoan);
          const text = answer.rawPayload.toString('latin1');
          if (text.includes(SECRET) || text.includes(server.clients.Y.name))
            leaks.push([call.name, as]);
        }
      }
    expect(leaks).toEqual([]);
    const own = await server.call('GET', '/loans', { as: 'manager2' });
    expect(own.body).toContain(SECRET);
  });

  it("refuses another lender's name in any filter", async () => {
    const wrong = [];
    for (const call of reading)
      for (const as of ['customer', 'clientadmin', 'manager', 'collector'] as const) {
        if (!mayCall(call, server.people[as].role)) continue;
        const known = fieldsOf(inputShape(call.query));
        for (const field of ['client', 'clientName', 'clientsName'].filter((f) =>
          known.includes(f),
        )) {
          const query = { ...wideQuery(as), [field]: server.clients.Y.name };
          const { statusCode } = await send(call, server.people[as].token, query);
          if (statusCode !== 403) wrong.push([call.name, field, as, statusCode]);
        }
      }
    expect(wrong).toEqual([]);
  });

  it("refuses another person's id in headers, wherever they are sent", async () => {
    for (const call of reading.filter((each) => mayCall(each, 'COLLECTOR')))
      for (const headers of [
        { collectorid: server.people.collector2.id },
        { managerid: server.people.manager2.id },
        { username: 'collector2' },
      ]) {
        const answer = await server.app.inject({
          method: 'GET',
          url: addressOf(call, newId()),
          headers: { authorization: `Bearer ${server.people.collector.token}`, ...headers },
          query: { loanId: newId(), ...sampleQuery(call) },
        });
        expect(answer.statusCode, `${call.name} ${JSON.stringify(headers)}`).toBe(403);
      }
  });
});
