import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { testServer } from '../support/server.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { callOf, loanOf, visitOf } from '../support/work.ts';

/*
 * What is recorded all day long costs the server and its database mostly by the number of statements: so many and no more.
 * Whoever adds one looks whether it can be asked together with another.
 */

/** Every statement of the process; from before the first connection, which keeps what it found. */
const sent = vi.spyOn(Client.prototype, 'query');

/** Hours that the zone where it is noon is behind UTC: outside of hours each contact is a breach, which is told of. */
const behind = new Date().getUTCHours() - 12;
const server = testServer({ BUSINESS_TZ: `Etc/GMT${behind < 0 ? '-' : '+'}${Math.abs(behind)}` });

/** The fewest of a few times: the first opens connections, and what the server does by itself may come in between. */
async function fewest(make: () => Promise<() => Promise<void>>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const work = await make();
    sent.mockClear();
    await work();
    counts.push(sent.mock.calls.length);
  }
  return Math.min(...counts);
}

it('takes a delivered visit in with 22 statements', async () => {
  const phone = await registerTestDevice(server, 'fieldagent');
  const count = await fewest(async () => {
    const loanId = await loanOf(server, 'fieldagent');
    const body = visitOf(loanId);
    const visit = await phone.seal({ call: 'createFieldDisposition', loanId, body });
    return async () => {
      const [receipt] = await phone.deliver([visit]);
      expect(receipt).toMatchObject({ outcome: 'DONE' });
    };
  });
  expect(count).toBeLessThanOrEqual(22);
});

it('records a call at the desk with 15 statements', async () => {
  const count = await fewest(async () => {
    const body = callOf(await loanOf(server, 'collector'));
    return async () => {
      await server.taken('POST', '/call-disposition', { as: 'collector', body });
    };
  });
  expect(count).toBeLessThanOrEqual(15);
});
