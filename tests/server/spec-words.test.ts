import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '../../contract/auth.ts';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import type { Person } from '../../contract/person.ts';
import { CLIENT_SIDE } from '../../contract/roles.ts';
import { wireDay } from '../../contract/values.ts';
import { addDays, businessDay, businessTime } from '../../server/clock.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { addressOf, fieldsOf, inputShape } from '../support/call-samples.ts';
import { PATIENCE } from '../support/patience.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { testPassword } from '../support/organisation.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { callOf, loanOf, visitOf } from '../support/work.ts';

/** The specification, sentence by sentence, where the answers of the server show it. */

const ZONE = 'Asia/Kolkata';
const server = testServer();

interface WireContact {
  _id: string;
  date: string | null;
  time: string | null;
  screenShot: { name: string }[];
  supportingDoc: { name: string }[];
}

const read = async (as: PersonName, path: string, query: Record<string, string> = {}) =>
  (await server.call('GET', path, { as, query })).json<Record<string, unknown>>();

const contactsIn = (list: unknown, id: string): WireContact[] =>
  (Array.isArray(list) ? list : []).filter((one: WireContact) => one._id === id);

/** What a phone brings of a contact. */
async function pulled(as: 'collector' | 'fieldagent', id: string): Promise<WireContact[]> {
  const { deviceId } = (await registerTestDevice(server, as)).grant;
  // A pull stops before the oldest transaction that runs, be it of another test's database of the same cluster.
  return vi.waitUntil(async () => {
    const { loans } = await read(as, '/device/pull', { deviceId });
    const told = (loans as { dispositions: WireContact[] }[]).flatMap((each) => each.dispositions);
    const found = contactsIn(told, id);
    return found.length > 0 ? found : null;
  }, PATIENCE);
}

/** The dialer has connected the collector to this borrower. */
async function connect(loanId: string): Promise<void> {
  const callId = newId();
  const { id } = server.people.collector;
  await server.db
    .execute(sql`insert into dialer_calls (id, source, loan_id, agent_id, number, state, placed_at,
      answered_at, connected_at)
    values (${callId}, 'ENGINE', ${loanId}, ${id}, '9811111111', 'CONNECTED', now(), now(), now())`);
  await server.db
    .execute(sql`insert into agent_spans (id, user_id, state, is_predictive, call_id, loan_id, started_at)
    values (${newId()}, ${id}, 'INCALL', true, ${callId}, ${loanId}, now())`);
}

/** A file that a contact announces. */
const announced = (kind: 'screenShot' | 'supportingDoc') => ({
  _id: newId(),
  kind,
  name: `${kind}.pdf`,
  contentType: 'application/pdf',
  size: 10,
  sha256: 'a'.repeat(64),
});

/** Every call that answers one contact or a loan's. */
const answersOf = async (as: 'collector' | 'fieldagent', loanId: string, id: string) => ({
  history: contactsIn((await read(as, '/call-disposition/caseHistory', { loanId })).data, id),
  one: [await read(as, `/call-disposition/id/${id}`)] as unknown as WireContact[],
  pull: await pulled(as, id),
});

describe('3, 9: a disposition on the wire', () => {
  const day = addDays(businessDay(ZONE), 3);
  const promise = {
    promiseAmount: 900,
    personMet: 'Borrower',
    date: wireDay(day),
    time: '04:15 PM',
    files: [announced('screenShot'), announced('supportingDoc')],
  };
  const today = businessDay(ZONE);
  const days = { gte: today, lte: today };

  const wire = {
    date: wireDay(day),
    time: '04:15 PM',
    screenShot: [{ name: 'screenShot.pdf' }],
    supportingDoc: [{ name: 'supportingDoc.pdf' }],
  };

  it('has a DD-MM-YYYY date, an hh:mm A time, and its lists of files, on every call that answers a call', async () => {
    const loanId = await loanOf(server, 'collector');
    await server.db.insert(allocations).values({
      id: newId(),
      loanId,
      assigneeId: server.people.collector.id,
      kind: 'COLLECTOR',
    });
    const files = promise.files.map((file) => ({ ...file, _id: newId() }));
    const body = callOf(loanId, { ...promise, files, disposition: 'PTP' });
    const made = await server.call('POST', '/call-disposition', { as: 'collector', body });
    const { _id } = body;
    await connect(loanId);
    const corrected = await server.call('PUT', '/call-disposition/single', {
      as: 'collector',
      body: { _id, remarks: 'Will pay at the branch' },
    });
    const answers: Record<string, WireContact[]> = {
      made: [made.json<WireContact>()],
      corrected: [corrected.json<WireContact>()],
      ...(await answersOf('collector', loanId, _id)),
      byLoan: contactsIn(
        (await read('collector', '/call-disposition/by/loan', { loanId })).data,
        _id,
      ),
      report: contactsIn(
        (await read('manager', '/call-disposition/daily-reports', days)).data,
        _id,
      ),
      active: contactsIn((await read('collector', '/loans/active/loans')).dispositions, _id),
      predictive: contactsIn(
        (await read('collector', '/predictive-call/get-loan/by/mobile')).history,
        _id,
      ),
    };
    for (const [name, [contact]] of Object.entries(answers))
      expect(contact, name).toMatchObject(wire);
  });

  it('and on every call that answers a visit', async () => {
    const loanId = await loanOf(server, 'fieldagent');
    await server.db.insert(allocations).values({
      id: newId(),
      loanId,
      assigneeId: server.people.fieldagent.id,
      kind: 'FIELD',
    });
    const body = visitOf(loanId, { ...promise, disposition: 'FIELD_PTP' });
    const made = await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
    const answers: Record<string, WireContact[]> = {
      made: [made.json<WireContact>()],
      ...(await answersOf('fieldagent', loanId, body._id)),
      report: contactsIn(
        (await read('manager', '/field-disposition/daily-reports', days)).data,
        body._id,
      ),
    };
    for (const [name, [contact]] of Object.entries(answers))
      expect(contact, name).toMatchObject(wire);
  });
});

describe('7.1: a login', () => {
  it.each([
    ['admin', '/admin/login', 'ADMIN'],
    ['superadmin', '/admin/login', 'ADMIN'],
    ['customer', '/client/login', 'CLIENT'],
    ['clientadmin', '/client/login', 'CLIENT'],
    ['fieldagent', '/login', 'FIELD_AGENT'],
    ['manager', '/login', 'MANAGER'],
    ['collector', '/login', 'STAFF'],
    ['collector', '/login', ''],
  ] as const)('of %s at %s may name the role %s', async (name, path, role) => {
    const { email } = server.people[name];
    const body = { email, password: testPassword, role };
    const answer = await server.call('POST', path, { as: null, body });
    expect(answer.json<LoginAnswer>()).toMatchObject({ auth: true });
  });

  it('under a role that is not its own learns its door', async () => {
    const { email } = server.people.collector;
    const body = { email, password: testPassword, role: 'FIELD_AGENT' };
    const answer = await server.call('POST', '/login', { as: null, body });
    expect(answer.json<LoginAnswer>()).toMatchObject({ auth: false, door: 'STAFF' });
  });

  it('under another role of its own door is told that, not sent to where it stands', async () => {
    const { email } = server.people.collector;
    const body = { email, password: testPassword, role: 'MANAGER' };
    const answer = await server.call('POST', '/login', { as: null, body });
    const { auth, door, error } = answer.json<LoginAnswer>();
    expect({ auth, door }).toEqual({ auth: false });
    expect(error).toContain('has another role');
  });
});

const ask = async (call: Call, query: Record<string, string>) => {
  const role = call.roles === 'any' ? 'ADMIN' : (call.roles[0] ?? 'ADMIN');
  const as = Object.entries(server.people).find(([, person]) => person.role === role)?.[0];
  const url = `${addressOf(call, newId())}?${new URLSearchParams(query).toString()}`;
  const token = server.people[(as ?? 'admin') as PersonName].token;
  return server.app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
  });
};

describe('7: a query', () => {
  /** All reads with what their queries may name. A record that is not there is looked for after its query was read. */
  const reads: readonly (readonly [string, Call, string[]])[] = calls
    .filter(({ method, access }) => method === 'GET' && access === 'session')
    .map((call) => [`${call.method} ${call.path}`, call, fieldsOf(inputShape(call.query))] as const)
    .filter(([, , fields]) => fields.length > 0);
  it.each(reads)('counts an empty value as absent: %s', async (_, call, fields) => {
    const absent = await ask(call, {});
    const empty = await ask(call, Object.fromEntries(fields.map((field) => [field, ''])));
    expect(empty.statusCode, empty.body.slice(0, 300)).toBe(absent.statusCode);
  });
});

describe('4.3, 5: a promise or a callback', () => {
  it('in the past is refused at its field, by the business day and time', async () => {
    const loanId = await loanOf(server, 'collector');
    const before = new Date(Date.now() - 3_600_000);
    const wrong = async (more: object) => {
      const body = callOf(loanId, { disposition: 'CALLBACK', ...more });
      const answer = await server.call('POST', '/call-disposition', { as: 'collector', body });
      return {
        status: answer.statusCode,
        paths: answer.json<{ details?: { path: string }[] }>().details?.map(({ path }) => path),
      };
    };
    const day = businessDay(ZONE, before);
    const isYesterday = day < businessDay(ZONE);
    expect(await wrong({ date: day, time: businessTime(ZONE, before) })).toEqual({
      status: 422,
      paths: [isYesterday ? 'date' : 'time'],
    });
    expect(await wrong({ date: addDays(businessDay(ZONE), -1), time: '10:00 AM' })).toEqual({
      status: 422,
      paths: ['date'],
    });
    const soon = new Date(Date.now() + 3_600_000);
    expect(
      await wrong({ date: businessDay(ZONE, soon), time: businessTime(ZONE, soon) }),
    ).toMatchObject({ status: 200 });
  });
});

describe('8: a refusal', () => {
  it('names its fields in words, never as raw paths', async () => {
    const answer = await server.call('GET', '/collector/by/manager', {
      as: 'admin',
      query: { managerId: 'somebody' },
    });
    expect(answer.json()).toMatchObject({
      message: 'Choose one from the list.',
      details: [{ path: 'managerId', code: 'not-an-id' }],
    });
  });
});

/** Whose notifications a person reads: its own, or its lender's (spec 6). */
function notifiedAs(name: PersonName): string {
  const { id, role } = server.people[name];
  const isOfLender = (CLIENT_SIDE as readonly string[]).includes(role);
  return isOfLender ? server.clients[name === 'customerOfY' ? 'Y' : 'X'].id : id;
}

describe('2.4, 7.4: everybody', () => {
  it.each(['admin', 'manager', 'collector'] as const)(
    '%s reads the own profile by the call of its role too',
    async (as) => {
      const { id, role } = server.people[as];
      const path = `/${role.toLowerCase()}/id/${id}`;
      const named = await server.call('GET', path, { as });
      const profile = await server.call('GET', '/session/profile', { as });
      const { data } = profile.json<{ data: Person }>();
      // Either call may be what moves the instant at which the reader was last seen.
      const lastSeenAt = expect.any(String) as string;
      expect(named.json()).toEqual({ data: { ...data, lastSeenAt } });
    },
  );

  it('reads the own account, changes the own password and sees what it was told', async () => {
    for (const name of Object.keys(server.people) as PersonName[]) {
      const { id, role } = server.people[name];
      const profile = await server.call('GET', '/session/profile', { as: name });
      expect(profile.json(), name).toMatchObject({ data: { _id: id, role } });
      const told = await server.call('GET', `/api/v2/notifications/of/${notifiedAs(name)}`, {
        as: name,
      });
      expect(told.statusCode, name).toBe(200);
      const change = await server.call('PUT', '/session/password', {
        as: name,
        body: { currentPassword: 'not this', newPassword: 'Kestrel-over-Satara' },
      });
      expect(change.json(), name).toMatchObject({ code: 'WRONG_PASSWORD' });
    }
  });
});
