import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimContact } from '../../server/contact-gate/contact-gate-service.ts';
import { giveUpLine } from '../../server/dialer-engine/call-ending.ts';
import { cutForbidden } from '../../server/dialer-engine/engine-upkeep.ts';
import { newId } from '../../server/ids.ts';
import { openSimulator } from '../../server/telephony/simulator.ts';
import { makeFloor } from '../support/call-floor.ts';
import type { CallFloor } from '../support/call-floor.ts';
import { engineLease } from '../support/engine-lease.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const TZ = 'Asia/Kolkata';
let server: TestServer;
let floor: CallFloor;
let hungUp: string[];

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
});
afterAll(async () => server.close());

/** A call that rings for a loan of the floor, counted at the gate as the engine does. */
async function ring(loanId: string, override?: string): Promise<string> {
  const callId = newId();
  const { rows } = await server.db.execute<{ number: string }>(sql`
    insert into dialer_calls (id, source, campaign_id, lead_id, loan_id, number, state, placed_at)
    select ${callId}, 'ENGINE', d.campaign_id, d.id, d.loan_id, right(d.number, 10), 'DIALING', now()
    from campaign_leads d where d.loan_id = ${loanId} returning number`);
  const claim = { loanId, number: rows[0]?.number ?? null, channel: 'DIALER' as const };
  await server.db.transaction((tx) =>
    claimContact(
      tx,
      {
        ...claim,
        attemptId: callId,
        agentId: null,
        ...(override && { override: { reason: override, byId: server.people.admin.id } }),
      },
      TZ,
    ),
  );
  return callId;
}

const hold = (loanId: string) =>
  server.db.execute(
    sql`insert into contact_holds (id, loan_id, kind) values (${newId()}, ${loanId}, 'DO_NOT_CALL')`,
  );

/** One look of an engine that has the lease, while no other has. */
async function look(): Promise<void> {
  const lease = await engineLease(server.db);
  const telephony = openSimulator(server.context.settings.simulator);
  hungUp = [];
  telephony.hangUp = async (callId) => void hungUp.push(callId);
  await cutForbidden({ db: server.db, lease, businessTz: TZ }, telephony);
  await telephony.close();
}

it('a call that became forbidden while it rings is hung up; every other rings on', async () => {
  floor = await makeFloor(server.db, { agents: 0, leads: 6 });
  await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
  const [paid = '', held = '', blocked = '', free = '', allowed = '', talked = ''] = floor.loanIds;
  await hold(allowed);
  const calls = {
    paid: await ring(paid),
    held: await ring(held),
    blocked: await ring(blocked),
    free: await ring(free),
    allowed: await ring(allowed, 'The borrower asked for this call.'),
    talked: await ring(talked),
  };
  await look();
  expect(hungUp).toEqual([]);
  await server.db.execute(sql`update loans set status = 'PAID' where id = ${paid}`);
  await hold(held);
  await server.db.execute(sql`insert into contact_numbers (id, number, created_by)
    select ${newId()}, number, ${server.people.admin.id} from dialer_calls where id = ${calls.blocked}`);
  // Its agent is in the talk: that ends as people end it.
  await server.db.execute(
    sql`update dialer_calls set state = 'CONNECTED', result = 'ANSWERED' where id = ${calls.talked}`,
  );
  await server.db.execute(sql`update loans set status = 'WITHDRAWN' where id = ${talked}`);
  await look();
  expect(hungUp.toSorted()).toEqual([calls.paid, calls.held, calls.blocked].toSorted());
  const { rows } = await server.db.execute(sql`select id, state, result from dialer_calls
    where campaign_id = ${floor.campaignId} and state <> 'ENDED' order by id`);
  expect(rows).toEqual([
    { id: calls.free, state: 'DIALING', result: null },
    { id: calls.allowed, state: 'DIALING', result: null },
    { id: calls.talked, state: 'CONNECTED', result: 'ANSWERED' },
  ]);
  const ended = await server.db.execute(
    sql`select distinct result from dialer_calls where state = 'ENDED'`,
  );
  expect(ended.rows).toEqual([{ result: 'CANCELLED' }]);
});

it('a call rings no longer once its list is off or removed, its campaign over or its loan said to be paid', async () => {
  const stops = [
    ['LIST_OFF', sql`update campaign_lists set is_active = false where campaign_id = `],
    [
      'LIST_REMOVED',
      sql`update campaign_lists set is_active = false, removed_at = now() where campaign_id = `,
    ],
    [null, sql`update campaigns set state = 'ENDED' where id = `],
    [
      null,
      sql`update loans set disposition_class = 'PAID', disposition_at = now() + interval '1 second'
        where id in (select loan_id from campaign_leads where campaign_id = `,
    ],
  ] as const;
  for (const [reason, stop] of stops) {
    floor = await makeFloor(server.db, { agents: 0, leads: 1 });
    await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
    const call = await ring(floor.loanIds[0] ?? '');
    await server.db.execute(sql`update campaign_leads set state = 'CALLING', attempts = 1
      where campaign_id = ${floor.campaignId}`);
    await look();
    expect(hungUp).toEqual([]);
    const isOpen = stop === stops[3][1];
    await server.db.execute(sql`${stop}${floor.campaignId}${isOpen ? sql`)` : sql``}`);
    await look();
    expect(hungUp).toEqual([call]);
    const { rows } = await server.db.execute(sql`select state, stop_reason from campaign_leads
      where campaign_id = ${floor.campaignId}`);
    expect(rows).toEqual([{ state: reason === null ? 'READY' : 'STOPPED', stop_reason: reason }]);
  }
});

it('a call rings no longer once somebody calls the borrower by hand', async () => {
  floor = await makeFloor(server.db, { agents: 0, leads: 2 });
  await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
  const [called = '', free = ''] = floor.loanIds;
  const call = await ring(called);
  await ring(free);
  await server.db.transaction((tx) =>
    claimContact(
      tx,
      {
        attemptId: newId(),
        loanId: called,
        channel: 'CALL',
        number: null,
        agentId: server.people.collector.id,
      },
      TZ,
    ),
  );
  await look();
  expect(hungUp).toEqual([call]);
});

it('nobody calls a borrower whom the dialer has on the line, on another loan neither; the agent who is in the call may', async () => {
  const shared = '+91 9812300077';
  floor = await makeFloor(server.db, { agents: 0, leads: 2, numbers: { 0: shared, 1: shared } });
  await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
  const [onLine = '', other = ''] = floor.loanIds;
  const call = await ring(onLine);
  const { collector, manager } = server.people;
  const byHand = (loanId: string, agentId: string) =>
    server.db.transaction((tx) =>
      claimContact(
        tx,
        { attemptId: newId(), loanId, channel: 'CALL', number: shared, agentId },
        TZ,
      ),
    );
  await server.db.execute(sql`update dialer_calls set state = 'CONNECTED', result = 'ANSWERED',
    agent_id = ${collector.id} where id = ${call}`);
  for (const loanId of [onLine, other])
    expect(await byHand(loanId, manager.id)).toMatchObject({ isAllowed: false, reason: 'IN_CALL' });
  expect(await byHand(onLine, collector.id)).toMatchObject({ isAllowed: true });
  await server.db.execute(sql`update dialer_calls set state = 'ENDED' where id = ${call}`);
  // The agent's own call by hand has no outcome yet: it may still be spoken in, for some minutes.
  expect(await byHand(other, manager.id)).toMatchObject({ isAllowed: false, reason: 'IN_CALL' });
  await server.db.execute(
    sql`update contact_attempts set at = at - interval '11 minutes' where loan_id = ${onLine}`,
  );
  expect(await byHand(other, manager.id)).toMatchObject({ isAllowed: true });
});

it('of two who call one borrower by hand the second waits for the outcome of the first', async () => {
  const shared = '+91 9812300078';
  floor = await makeFloor(server.db, { agents: 0, leads: 2, numbers: { 0: shared, 1: shared } });
  await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
  const [first = '', other = ''] = floor.loanIds;
  const { collector, manager } = server.people;
  const byHand = (loanId: string, agentId: string, attemptId = newId()) =>
    server.db.transaction((tx) =>
      claimContact(tx, { attemptId, loanId, channel: 'CALL', number: shared, agentId }, TZ),
    );
  const attemptId = newId();
  const both = await Promise.all([
    byHand(first, collector.id, attemptId),
    byHand(other, manager.id, attemptId.replace(/^./, 'f')),
  ]);
  const [mine] = both;
  expect(both.filter(({ isAllowed }) => isAllowed)).toHaveLength(1);
  const [open, waiting] = mine?.isAllowed ? [collector, manager] : [manager, collector];
  const openId = mine?.isAllowed ? attemptId : attemptId.replace(/^./, 'f');
  const of = mine?.isAllowed ? first : other;
  for (const loanId of [first, other])
    expect(await byHand(loanId, waiting.id)).toMatchObject({ isAllowed: false, reason: 'IN_CALL' });
  await server.db
    .execute(sql`insert into dispositions (id, loan_id, agent_id, channel, code, disposition_class, recorded_at)
    values (${openId}, ${of}, ${open.id}, 'CALL', 'RINGING', 'NOT_CONTACTED', now())`);
  expect(await byHand(of, waiting.id)).toMatchObject({ isAllowed: true });
});

it('a line is given up only when the call is over by its row, whoever says that it is', async () => {
  floor = await makeFloor(server.db, { agents: 0, leads: 2 });
  await server.db.execute(sql`update campaigns set state = 'PAUSED'`);
  const [talked = '', over = ''] = floor.loanIds;
  const [talk, ended] = [await ring(talked), await ring(over)];
  await server.db.execute(
    sql`update dialer_calls set state = 'ENDED', result = 'FAILED', ended_at = now() where id = ${ended}`,
  );
  hungUp = [];
  const telephony = { hangUp: async (callId: string) => void hungUp.push(callId) };
  for (const callId of [talk, ended]) await giveUpLine(server.db, telephony, callId);
  expect(hungUp).toEqual([ended]);
});
