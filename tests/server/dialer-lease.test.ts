import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { takeLease } from '../../server/dialer-engine/lease.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const [first, second] = [newId(), newId()];

it('a lease whose holder died is followed in its time, though the clock went back an hour', async () => {
  // The server's own dialer waits outside.
  await server.db.transaction(async (tx) => {
    const fromAnHourAhead = () =>
      tx.execute(sql`update dialer_engine set holder = ${first},
        expires_at = clock_timestamp() + interval '1 hour'`);
    await fromAnHourAhead();
    expect(await takeLease(tx, second)).toBeNull();
    // Who lives goes on.
    expect(await takeLease(tx, first)).not.toBeNull();
    await fromAnHourAhead();
    await expect.poll(() => takeLease(tx, second)).not.toBeNull();
  });
});
