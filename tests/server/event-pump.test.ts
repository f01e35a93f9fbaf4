import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { EventPump } from '../../server/dialer-engine/event-pump.ts';
import { newId } from '../../server/ids.ts';
import { openSimulator } from '../../server/telephony/simulator.ts';
import { startTestServer } from '../support/server.ts';

it('an event of a call that cannot be ours holds up no other', async () => {
  const server = await startTestServer({ LOG_LEVEL: 'silent' });
  const holder = newId();
  // The server's own engine is deposed: nobody else ends the call.
  const { rows } = await server.db.execute<{ epoch: number }>(sql`update dialer_engine
    set holder = ${holder}, epoch = epoch + 1, expires_at = 'infinity' returning epoch`);
  const lease = { holder, epoch: rows[0]?.epoch ?? 0, validUntilMs: Number.POSITIVE_INFINITY };
  const telephony = openSimulator(server.context.settings.simulator);
  const pump = new EventPump({
    db: server.db,
    telephony,
    lease: () => lease,
    businessTz: 'UTC',
    graceMs: 1000,
  });
  const callId = newId();
  await server.db
    .execute(sql`insert into dialer_calls (id, source, loan_id, number, state, placed_at)
    values (${callId}, 'ENGINE', ${await server.addLoan()}, '9800000001', 'DIALING', now())`);
  pump.take({ callId: 'channel-17', kind: 'BUSY', at: new Date() });
  pump.take({ callId, kind: 'BUSY', at: new Date() });
  const resultOf = async () =>
    (await server.db.execute(sql`select result from dialer_calls where id = ${callId}`)).rows;
  await expect.poll(resultOf, { timeout: 20_000 }).toEqual([{ result: 'BUSY' }]);
  await pump.stop();
  await telephony.close();
  await server.close();
});
