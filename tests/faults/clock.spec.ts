import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { deviceWatchCalls } from '../../contract/device-watch.ts';
import type { CallAnswer } from '../../contract/call.ts';
import { ask } from '../e2e/support/people.ts';
import { expectAllDelivered } from './support/check.ts';
import type { RecordedRequest } from './support/fault-proxy.ts';
import { pullPage } from './support/faults.ts';
import type { LedgerEntry } from './support/ledger.ts';
import { faultPassword } from './support/organisation.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { stopWorkers } from './support/worker-control.ts';
import { SOAK } from '../support/soak.ts';

ownLab();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The server has the visit at the time at which it was saved, by the right clock. */
async function expectSavedAt({ opId }: LedgerEntry, at: number): Promise<void> {
  const result = await lab.db.execute<{ at: string }>(
    sql`select recorded_at as at from dispositions where op_id = ${opId}`,
  );
  const recordedAt = new Date(result.rows[0]?.at ?? 0).getTime();
  expect(Math.abs(recordedAt - at)).toBeLessThan(MINUTE_MS);
}

/** What the manager's list of devices says of the phone's clock. */
async function listedClock(): Promise<{ isOff: boolean; offsetMs: number | null }> {
  const { url } = lab.product;
  const response = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: lab.organisation.managerEmail, password: faultPassword }),
  });
  const { token } = (await response.json()) as { token: string };
  type Devices = CallAnswer<(typeof deviceWatchCalls)['listDevices']>;
  const { data } = await ask<Devices>(url, token, '/devices/watched?pageSize=50');
  const own = data.find(({ userId }) => userId === phone.agent.id);
  return { isOff: own?.isClockOff ?? false, offsetMs: own?.clockOffsetMs ?? null };
}

for (const [name, aheadMs] of [
  ['fast', DAY_MS],
  ['slow', -DAY_MS],
] as const) {
  test(
    `34: on a clock a day ${name} work is kept at the right time, and the clock is flagged`,
    SOAK,
    async () => {
      const clock = { aheadMs };
      await startPhone({ hasSync: false, clock });
      // The worker's clock can't be moved: it must neither deliver nor compare clocks last.
      await stopWorkers(phone);
      const from = lab.proxy.requests.length;
      await phone.page().reload();
      const isPulled = ({ number, status }: RecordedRequest) => number >= from && status === 200;
      await expect.poll(() => lab.proxy.seen(pullPage).some(isPulled)).toBe(true);
      await expect(phone.page().getByText(/As of/)).toBeVisible();
      const [first, second] = phone.agent.loans;
      const online = await phone.saveVisit(first);
      const onlineAt = Date.now();
      await phone.drained();
      const listed = await listedClock();
      expect(listed.isOff).toBe(true);
      expect(Math.abs((listed.offsetMs ?? 0) - aheadMs)).toBeLessThan(MINUTE_MS);

      lab.proxy.cut();
      const offline = await phone.saveVisit(second);
      const offlineAt = Date.now();
      await expect.poll(async () => (await phone.outbox()).delivery?.attempts).toBeGreaterThan(0);
      // Somebody sets it right before there is a network again.
      await phone.kill();
      clock.aheadMs = 0;
      await phone.start();
      lab.proxy.restore();
      await expectAllDelivered(lab, phone);
      await expectSavedAt(online, onlineAt);
      await expectSavedAt(offline, offlineAt);
      expect(await listedClock()).toMatchObject({ isOff: false });
    },
  );
}
