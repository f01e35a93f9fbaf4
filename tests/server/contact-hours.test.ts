import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { claimContact, decideContacts } from '../../server/contact-gate/contact-gate-service.ts';
import { newId } from '../../server/ids.ts';
import { gatedLoan, setPolicy } from '../support/gate.ts';
import { testServer } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';

const server = testServer();
let loanId: string;
let tomorrow: string;

beforeEach(async () => {
  await setPolicy(server);
  loanId = await gatedLoan(server);
  tomorrow = addDays(businessDay(ZONE), 1);
});

/** What the gate says of a call at a moment of tomorrow, by the clock of a zone. */
async function reasonAt(time: string, zone = ZONE): Promise<string | null> {
  const at = new Date(instantOf(zone, tomorrow, time));
  const [answer] = await decideContacts(server.db, [{ loanId, channel: 'CALL', at }], ZONE);
  return answer?.reason ?? null;
}

const hold = (untilDay: string) =>
  server.call('POST', '/contact-holds', {
    as: 'collector',
    body: { loanId, kind: 'BEREAVEMENT', untilDay },
  });

it('of the Indian profile the lender’s hours count to the minute', async () => {
  await setPolicy(server, { profile: 'INDIA', from: '09:00', to: '18:00' });
  expect(await reasonAt('08:59')).toBe('HOURS');
  expect(await reasonAt('09:00')).toBeNull();
  expect(await reasonAt('17:59')).toBeNull();
  expect(await reasonAt('18:00')).toBe('HOURS');
});

it('hours are those of the borrower’s own clock', async () => {
  await setPolicy(server, { profile: 'INDIA', from: '09:00', to: '18:00' });
  const timeZone = 'America/New_York';
  await server.taken('PUT', `/contact-gate/loans/${loanId}/time-zone`, {
    as: 'manager',
    body: { timeZone },
  });
  expect(await reasonAt('10:00')).toBe('HOURS');
  expect(await reasonAt('10:00', timeZone)).toBeNull();
});

it('a hold stands to the end of its last day', async () => {
  expect((await hold(addDays(tomorrow, -2))).statusCode).toBe(422);
  expect((await hold(tomorrow)).statusCode).toBe(200);
  expect(await reasonAt('23:59')).toBe('BEREAVEMENT');
  tomorrow = addDays(tomorrow, 1);
  expect(await reasonAt('00:00')).toBeNull();
});

it('an exception holds until it ends', async () => {
  await setPolicy(server, { from: '23:58', to: '23:59' });
  const at = new Date(instantOf(ZONE, tomorrow, '12:00'));
  const minutes = (count: number) => new Date(at.getTime() + count * 60_000).toISOString();
  const agentId = server.people.collector.id;
  await server.db
    .execute(sql`insert into contact_exceptions (id, loan_id, channel, rule, reason, agent_id, state,
      decided_by, decided_at, ends_at)
    values (${newId()}, ${loanId}, 'CALL', 'HOURS', 'Asked for it', ${agentId}, 'GRANTED',
      ${server.people.manager.id}, ${minutes(-10)}, ${minutes(0)})`);
  const claimAt = async (moment: string) =>
    claimContact(
      server.db,
      { attemptId: newId(), loanId, channel: 'CALL', agentId, at: new Date(moment) },
      ZONE,
    );
  expect(await claimAt(minutes(-11))).toMatchObject({ isAllowed: false, reason: 'HOURS' });
  expect(await claimAt(minutes(-1))).toMatchObject({ isAllowed: true, reason: 'HOURS' });
  expect(await claimAt(minutes(0))).toMatchObject({ isAllowed: false, reason: 'HOURS' });
});

it('a contact that was refused is judged anew, and not allowed by being asked for again', async () => {
  await setPolicy(server, { perDay: 1 });
  const claim = (attemptId: string) =>
    claimContact(server.db, { attemptId, loanId, channel: 'CALL', agentId: null }, ZONE);
  await claim(newId());
  const refused = newId();
  expect(await claim(refused)).toMatchObject({ isAllowed: false, reason: 'DAY_LIMIT' });
  expect(await claim(refused)).toMatchObject({ isAllowed: false, reason: 'DAY_LIMIT' });
});
