import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { moveAgent } from '../../server/agent-states/agent-state-service.ts';
import { hangUpCall } from '../../server/dialer-engine/dialer-engine-service.ts';
import { newId } from '../../server/ids.ts';
import { countOf, faultsOf, makeFloor, NO_FAULTS, workFloor } from '../support/call-floor.ts';
import type { CallFloor } from '../support/call-floor.ts';
import { testServer } from '../support/server.ts';

const LONG = 90_000;
let floor: CallFloor;
let work: { stop(): Promise<void> } | null = null;

const calls = (where = sql`true`) =>
  countOf(server.db, sql`from dialer_calls where campaign_id = ${floor.campaignId} and ${where}`);
const leads = (where: ReturnType<typeof sql>) =>
  countOf(server.db, sql`from campaign_leads where campaign_id = ${floor.campaignId} and ${where}`);
const stateOf = async (agentId: string) => {
  const { rows } = await server.db.execute<{ state: string; call_id: string | null }>(
    sql`select state, call_id from agent_spans where user_id = ${agentId} and ended_at is null`,
  );
  return rows[0];
};
const among = (ids: readonly string[]) => sql`loan_id = any(${sql.param(ids)}::uuid[])`;
const isOver = async () =>
  (await leads(sql`state = 'READY' and next_at <= now()`)) + (await calls(sql`state <> 'ENDED'`));

/** The campaign rests: what it still has goes to its end. */
async function rest(): Promise<void> {
  await work?.stop();
  work = null;
  await server.db.execute(sql`update campaigns set state = 'ENDED'`);
  await server.db.execute(sql`update agent_spans set ended_at = now() where ended_at is null`);
  await expect.poll(() => calls(sql`state <> 'ENDED'`)).toBe(0);
}

const server = testServer({ SIM_SPEED: '30', SIM_TALK_SECONDS: '20', SIM_MACHINE_PERCENT: '15' });

afterEach(rest);

describe('the dialer', () => {
  it(
    'calls every lead once, gives each answered call to one agent and asks the gate for each',
    async () => {
      floor = await makeFloor(server.db, { agents: 20, leads: 120 });
      work = workFloor(server.db);
      await expect.poll(isOver, { timeout: LONG }).toBe(0);
      expect(await faultsOf(server.db)).toEqual(NO_FAULTS);
      expect(await calls()).toBe(120);
      expect(await leads(sql`state = 'READY' and attempts = 0`)).toBe(0);
      expect(await calls(sql`result = 'ANSWERED' and agent_id is not null`)).toBeGreaterThan(5);
      for (const result of ['BUSY', 'NO_ANSWER', 'MACHINE'])
        expect(await calls(sql`result = ${result}`), result).toBeGreaterThan(0);
      // Who was spoken to is done; the others wait for their minutes.
      expect(await leads(sql`state = 'DONE'`)).toBe(await calls(sql`result = 'ANSWERED'`));
      expect(await leads(sql`state = 'READY' and next_at <= now() + interval '10 minutes'`)).toBe(
        0,
      );
      expect(
        await countOf(
          server.db,
          sql`from pacing_decisions where placed > 0 and figures ? 'why' and campaign_id = ${floor.campaignId}`,
        ),
      ).toBeGreaterThan(0);
      expect(await calls(sql`caller_id not in ('1600123456', '1600123457')`)).toBe(0);
    },
    LONG,
  );

  it(
    'stops at once at a hold and for a loan that is paid, and never calls one whose settlement is paid off',
    async () => {
      floor = await makeFloor(server.db, { agents: 10, leads: 90, settled: 8 });
      const [held, paid] = [floor.loanIds.slice(40, 65), floor.loanIds.slice(65)];
      const settled = floor.loanIds.slice(0, 8);
      work = workFloor(server.db);
      await expect.poll(() => calls(), { timeout: LONG }).toBeGreaterThan(10);
      await server.db.transaction(async (tx) => {
        for (const loanId of held)
          await tx.execute(
            sql`insert into contact_holds (id, loan_id, kind) values (${newId()}, ${loanId}, 'DO_NOT_CALL')`,
          );
        await tx.execute(
          sql`update loans set status = 'PAID' where id = any(${sql.param(paid)}::uuid[])`,
        );
      });
      const before = await calls(sql`${among(held)} or ${among(paid)}`);
      await expect.poll(isOver, { timeout: LONG }).toBe(0);
      expect(await calls(sql`${among(held)} or ${among(paid)}`)).toBe(before);
      await expect
        .poll(() => leads(sql`${among(paid)} and state = 'READY'`), { timeout: LONG })
        .toBe(0);
      expect(
        await leads(sql`${among(paid)} and state = 'STOPPED' and stop_reason = 'PAID'`),
      ).toBeGreaterThan(0);
      expect(
        await leads(
          sql`${among(held)} and state = 'READY' and attempts = 0 and stop_reason is null`,
        ),
      ).toBe(0);
      expect(await faultsOf(server.db)).toEqual(NO_FAULTS);
      expect(await calls(among(settled))).toBe(0);
      expect(await leads(sql`${among(settled)} and stop_reason = 'SETTLEMENT'`)).toBe(
        settled.length,
      );
    },
    LONG,
  );

  it(
    'calls no number that is not the loan’s any more',
    async () => {
      floor = await makeFloor(server.db, { agents: 4, leads: 40 });
      const corrected = floor.loanIds.slice(6);
      await server.db.execute(sql`update loans set alternate_mobile_number = mobile_number,
        mobile_number = '9700000001' where id = any(${sql.param(floor.loanIds.slice(0, 6))}::uuid[])`);
      await server.db.execute(sql`update loans set mobile_number = '9700000002'
        where id = any(${sql.param(corrected)}::uuid[])`);
      work = workFloor(server.db);
      await expect.poll(isOver, { timeout: LONG }).toBe(0);
      // What was placed before the correction stays as it was.
      expect(await leads(sql`${among(corrected)} and state = 'READY' and attempts = 0`)).toBe(0);
      expect(await calls(sql`${among(floor.loanIds.slice(0, 6))}`)).toBe(6);
      expect(await leads(sql`${among(corrected)} and stop_reason = 'NOT_OF_LOAN'`)).toBe(
        corrected.length - (await calls(among(corrected))),
      );
      expect(await leads(sql`stop_reason = 'NOT_OF_LOAN'`)).toBeGreaterThan(0);
    },
    LONG,
  );

  it(
    'gives an agent on break no call, and one in wrap-up none before its outcome',
    async () => {
      floor = await makeFloor(server.db, { agents: 3, leads: 60, pacing: 'PROGRESSIVE' });
      const [first = '', second = '', third = ''] = floor.agentIds;
      await server.db.transaction((tx) =>
        moveAgent(tx, second, { state: 'BREAK', breakReason: 'lunch' }),
      );
      // Nobody records an outcome: each of the two that are ready gets one call and stays in its wrap-up.
      await expect
        .poll(async () => [(await stateOf(first))?.state, (await stateOf(third))?.state], {
          timeout: LONG,
        })
        .toEqual(['DISPO', 'DISPO']);
      await expect.poll(() => calls(sql`state <> 'ENDED'`), { timeout: LONG }).toBe(0);
      expect(await calls(sql`result = 'ANSWERED'`)).toBe(2);
      expect((await stateOf(second))?.state).toBe('BREAK');
      const placed = await calls();
      const decided = () =>
        countOf(server.db, sql`from pacing_decisions where campaign_id = ${floor.campaignId}`);
      const decisions = await decided();
      await expect.poll(decided, { timeout: LONG }).toBeGreaterThan(decisions + 3);
      expect(await calls()).toBe(placed);
    },
    LONG,
  );

  it(
    'ends a call when its agent hangs up, once, and begins the wrap-up',
    async () => {
      floor = await makeFloor(server.db, { agents: 1, leads: 60 });
      const [agentId = ''] = floor.agentIds;
      await expect
        .poll(async () => (await stateOf(agentId))?.state, { timeout: LONG })
        .not.toBe('READY');
      const callId = (await stateOf(agentId))?.call_id ?? '';
      await Promise.all([hangUpCall(server.context, callId), hangUpCall(server.context, callId)]);
      expect(await stateOf(agentId)).toMatchObject({ state: 'DISPO', call_id: callId });
      expect(
        await calls(
          sql`id = ${callId} and state = 'ENDED' and result = 'ANSWERED' and talk_seconds >= 0`,
        ),
      ).toBe(1);
      await hangUpCall(server.context, newId());
      expect(await faultsOf(server.db)).toEqual(NO_FAULTS);
    },
    LONG,
  );

  it(
    'does not call the same number for two loans at once, nor a number that is none',
    async () => {
      const same = '098000 00000';
      const numbers = { 0: same, 1: same, 2: '+91-9800000000', 3: same, 5: '12345' };
      floor = await makeFloor(server.db, { agents: 5, leads: 20, numbers });
      work = workFloor(server.db);
      await expect
        .poll(() => leads(sql`position >= 4 and state = 'READY' and attempts = 0`), {
          timeout: LONG,
        })
        .toBe(0);
      expect(
        await leads(sql`position = 5 and state = 'STOPPED' and stop_reason = 'BAD_NUMBER'`),
      ).toBe(1);
      expect(await faultsOf(server.db)).toEqual(NO_FAULTS);
    },
    LONG,
  );

  it(
    'does not call a borrower whom somebody is calling by hand, on this loan or another',
    async () => {
      const numbers = { 0: '98000 22222', 1: '98000 33333' };
      // Nobody works this one: its loans only have the numbers.
      const { loanIds } = await makeFloor(server.db, { agents: 0, leads: 2, numbers });
      const begun = [newId(), newId()];
      for (const [place, number] of ['9800022222', '9800033333'].entries())
        await server.db
          .execute(sql`insert into contact_attempts (id, loan_id, channel, number, at, decision)
          values (${begun[place]}, ${loanIds[place]}, 'CALL', ${number}, now(), 'ALLOWED')`);
      await server.db
        .execute(sql`insert into dispositions (id, loan_id, agent_id, code, disposition_class, channel, recorded_at)
        values (${begun[1]}, ${loanIds[1]}, ${server.people.collector.id}, 'BUSY', 'NOT_CONTACTED', 'CALL', now())`);
      floor = await makeFloor(server.db, { agents: 4, leads: 12, numbers });
      work = workFloor(server.db);
      await expect
        .poll(() => leads(sql`state = 'READY' and attempts = 0 and stop_reason is null`), {
          timeout: LONG,
        })
        .toBe(0);
      expect(await calls(sql`number = '9800022222'`)).toBe(0);
      expect(await calls(sql`number = '9800033333'`)).toBe(1);
      expect(await leads(sql`position = 0 and stop_reason = 'NUMBER_IN_CALL'`)).toBe(1);
    },
    LONG,
  );
});
