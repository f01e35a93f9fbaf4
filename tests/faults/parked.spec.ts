import { expect, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import { startAgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { fileDelivery, uploadStart } from './support/faults.ts';
import { openLab } from './support/lab.ts';
import type { Lab } from './support/lab.ts';
import { document, photo } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

let lab: Lab;

test.beforeAll(async () => {
  lab = await openLab();
});
test.afterAll(async () => lab?.close());

/** From now on the server wants a date with a locked door, which the phone does not know yet. */
const wantDate = (isWanted: boolean) =>
  lab.db.execute(sql`update disposition_codes set needs_date = ${isWanted}
    where code = 'FIELD_DOOR_LOCKED'`);

test(
  '39: files of a refused visit wait with it, and follow it once it is taken',
  SOAK,
  async () => {
    const phone = await startAgentPhone(lab);
    const [first, second] = phone.agent.loans;
    lab.proxy.cut();
    const files = { documents: [document(400_000), document(20_000)], photos: [await photo()] };
    const refused = await phone.saveVisit(first, files);
    const behind = await phone.saveVisit(first, { documents: [document(30_000)] });
    await wantDate(true);
    lab.proxy.restore();
    await phone.sync();
    await expect
      .poll(async () => (await phone.outbox()).operations.find(({ opId }) => opId === refused.opId))
      .toMatchObject({ state: 'parked' });
    // What has nothing to do with it is not held up, for all that the server still wants the date.
    await phone.saveEdit(second, '9822222222');

    const parked = [
      { opId: refused.opId, reason: /refused it/ },
      { opId: behind.opId, reason: /behind an item of this loan/ },
    ];
    await expectAllDelivered(lab, phone, { parked });
    const sent = [...lab.proxy.seen(fileDelivery), ...lab.proxy.seen(uploadStart)];
    expect(sent, 'no file goes before its visit').toEqual([]);

    await wantDate(false);
    await goInside(phone.page(), '/outbox');
    await phone.page().getByRole('button', { name: 'Try again' }).first().click();
    await expectAllDelivered(lab, phone);
    await phone.close();
  },
);
