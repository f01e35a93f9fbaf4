import { beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { noteContacts } from '../../server/contact-gate/contact-gate-service.ts';
import { newId } from '../../server/ids.ts';
import { claimOf, decisionOf, gatedLoan, setPolicy } from '../support/gate.ts';
import { callOf } from '../support/work.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let loanId: string;

beforeEach(async () => {
  await setPolicy(server);
  loanId = await gatedLoan(server);
});

const claim = (body: object = {}, as: PersonName = 'collector') =>
  claimOf(server, loanId, body, as);

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await server.db.execute<Row>(query)).rows;

it('a manager overrides with a reason, a collector can not; a closed loan nobody can', async () => {
  await server.call('POST', '/contact-holds', { as: 'manager', body: { loanId, kind: 'DISPUTE' } });
  const overrideReason = 'The borrower asked to be called back';
  expect((await claim({ overrideReason })).statusCode).toBe(403);
  const attemptId = newId();
  expect((await claim({ attemptId, overrideReason }, 'manager')).json()).toMatchObject({
    isAllowed: true,
    reason: 'DISPUTE',
  });
  expect(await decisionOf(server, attemptId)).toMatchObject({
    decision: 'OVERRIDDEN',
    override_by: server.people.manager.id,
  });
  const audited = await rows(
    sql`select 1 from audit_log where action = 'contact.override' and entity_id = ${attemptId}`,
  );
  expect(audited).toHaveLength(1);
  await server.db.execute(sql`update loans set status = 'PAID' where id = ${loanId}`);
  expect((await claim({ overrideReason }, 'manager')).json()).toMatchObject({
    isAllowed: false,
    reason: 'LOAN_CLOSED',
  });
});

it('an agent asks for an exception, its manager allows it for a while', async () => {
  await server.call('POST', '/contact-holds', {
    as: 'manager',
    body: { loanId, kind: 'HARDSHIP' },
  });
  expect((await claim()).json()).toMatchObject({ isAllowed: false, reason: 'HARDSHIP' });
  const body = { loanId, channel: 'CALL', reason: 'She wants to settle today' };
  const ask = () =>
    server.call('POST', '/contact-gate/override-requests', { as: 'collector', body });
  const { _id } = (await ask()).json<{ _id: string }>();
  // The same wish again is the same wish.
  expect((await ask()).json()).toEqual({ _id });
  const decide = (as: PersonName) =>
    server.call('PUT', `/contact-gate/override-requests/${_id}`, { as, body: { isGranted: true } });
  expect((await decide('collector')).statusCode).toBe(403);
  expect((await decide('manager2')).statusCode).toBe(404);
  const told = await rows(
    sql`select 1 from notifications where kind = 'CONTACT_EXCEPTION' and loan_id = ${loanId}
      and user_id = ${server.people.manager.id}`,
  );
  expect(told).toHaveLength(1);
  expect((await decide('manager')).statusCode).toBe(200);
  expect((await decide('manager')).statusCode).toBe(409);
  const answered = await rows(
    sql`select 1 from notifications where kind = 'EXCEPTION_GRANTED' and loan_id = ${loanId}
      and user_id = ${server.people.collector.id}`,
  );
  expect(answered).toHaveLength(1);
  const attemptId = newId();
  expect((await claim({ attemptId })).json()).toMatchObject({ isAllowed: true });
  expect(await decisionOf(server, attemptId)).toMatchObject({
    decision: 'OVERRIDDEN',
    reason: 'HARDSHIP',
  });
  // It is for calls, and for who asked.
  expect((await claim({ channel: 'SMS' })).json()).toMatchObject({ isAllowed: false });
  expect((await claim({}, 'manager')).json()).toMatchObject({ isAllowed: false });
});

it('a recorded contact is never refused: against a rule it is a breach, and its manager is told once', async () => {
  await server.call('POST', '/contact-holds', { as: 'manager', body: { loanId, kind: 'LEGAL' } });
  for (let calls = 0; calls < 2; calls += 1) {
    await server.taken('POST', '/call-disposition', {
      as: 'collector',
      body: callOf(loanId),
    });
  }
  const query = { reason: 'LEGAL', isReviewed: 'false' };
  const list = (as: PersonName) => server.call('GET', '/contact-breaches', { as, query });
  const found = (await list('manager')).json<{ data: { _id: string; loanId: string }[] }>();
  const ofLoan = found.data.filter((breach) => breach.loanId === loanId);
  expect(ofLoan).toHaveLength(2);
  for (const as of ['customer', 'clientadmin', 'admin'] as const)
    expect((await list(as)).json<{ totalCount: number }>().totalCount).toBeGreaterThanOrEqual(2);
  for (const as of ['manager2', 'customerOfY'] as const)
    expect((await list(as)).json()).toMatchObject({ totalCount: 0 });
  const told = await rows(
    sql`select 1 from notifications where kind = 'CONTACT_BREACH' and loan_id = ${loanId}`,
  );
  expect(told).toHaveLength(1);
  const audited = await rows(
    sql`select 1 from audit_log where action = 'contact.breach' and details->>'loanId' = ${loanId}`,
  );
  expect(audited).toHaveLength(2);
  const path = `/contact-breaches/${ofLoan[0]?._id}/review`;
  const body = { note: 'Spoke with the agent on 9123456789' };
  expect((await server.call('PUT', path, { as: 'manager2', body })).statusCode).toBe(404);
  expect((await server.call('PUT', path, { as: 'manager', body })).statusCode).toBe(200);
  const left = (await list('manager')).json<{ data: { loanId: string }[] }>();
  expect(left.data.filter((breach) => breach.loanId === loanId)).toHaveLength(1);
  // A lender's viewers read notes without whole numbers.
  const readBy = async (as: PersonName) =>
    (await server.call('GET', '/contact-breaches', { as, query: { isReviewed: 'true' } })).body;
  expect(await readBy('manager')).toContain('9123456789');
  expect(await readBy('customer')).toContain('6789');
  expect(await readBy('customer')).not.toContain('912345');
});

it('a breach under a manager who left is told once to those who stand in', async () => {
  const { manager, admin } = server.people;
  await server.call('POST', '/contact-holds', { as: 'manager', body: { loanId, kind: 'LEGAL' } });
  await server.db.execute(sql`update users set disabled_at = now() where id = ${manager.id}`);
  try {
    for (let calls = 0; calls < 2; calls += 1)
      await server.taken('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
  } finally {
    await server.db.execute(sql`update users set disabled_at = null where id = ${manager.id}`);
  }
  const told = await rows<{
    who: string;
    times: number;
  }>(sql`select user_id as who, count(*)::int as times
    from notifications where kind = 'CONTACT_BREACH' and loan_id = ${loanId} group by 1`);
  expect(told).toContainEqual({ who: admin.id, times: 1 });
  expect(told.filter(({ who, times }) => who === manager.id || times > 1)).toEqual([]);
});

it('who made or allowed a contact against a rule does not sign it off', async () => {
  await server.call('POST', '/contact-holds', { as: 'manager', body: { loanId, kind: 'DISPUTE' } });
  const attemptId = newId();
  await claim({ attemptId, overrideReason: 'The borrower asked for it' }, 'manager');
  const review = (as: PersonName) =>
    server.call('PUT', `/contact-breaches/${attemptId}/review`, { as, body: { note: 'Fine' } });
  expect((await review('manager')).json()).toMatchObject({ code: 'OWN_BREACH' });
  expect((await review('admin')).statusCode).toBe(200);
});

it('a contact that was claimed keeps its decision when its outcome arrives, however late', async () => {
  await setPolicy(server, { perDay: 1 });
  const attemptId = newId();
  await claim({ attemptId });
  const body = callOf(loanId, { _id: attemptId });
  expect(
    (await server.call('POST', '/call-disposition', { as: 'collector', body })).statusCode,
  ).toBe(200);
  expect(await decisionOf(server, attemptId)).toMatchObject({ decision: 'ALLOWED' });
  // One that was refused and made all the same is a breach.
  const refused = newId();
  expect((await claim({ attemptId: refused })).json()).toMatchObject({ isAllowed: false });
  await server.call('POST', '/call-disposition', {
    as: 'collector',
    body: callOf(loanId, { _id: refused }),
  });
  expect(await decisionOf(server, refused)).toMatchObject({
    decision: 'BREACH',
    reason: 'DAY_LIMIT',
  });
});

it('contacts that come together count for each other', async () => {
  await setPolicy(server, { perDay: 1 });
  const at = new Date();
  const contact = (more: object) => ({
    attemptId: newId(),
    loanId,
    channel: 'VISIT' as const,
    number: null,
    agentId: server.people.fieldagent.id,
    at,
    isConversation: false,
    isReplay: true,
    ...more,
  });
  const breaches = await server.db.transaction((tx) =>
    noteContacts(tx, [contact({}), contact({}), contact({ channel: 'SMS' })], 'Asia/Kolkata'),
  );
  expect(breaches.map(({ reason }) => reason)).toEqual(['DAY_LIMIT']);
});
