import { expect, test } from '@playwright/test';
import { expectAllDelivered } from './support/check.ts';
import { fault, tooMany, uploadPart, uploadStart } from './support/faults.ts';
import type { Fault, RequestMatch } from './support/faults.ts';
import { document } from './support/sample-files.ts';
import { sharePhone } from './support/shared-phone.ts';
import { SOAK } from '../support/soak.ts';

/* The same faults for files that go in parts: from 256 KiB up. */

const always = { times: Infinity };
const shared = sharePhone();

/** Saves a visit with a large file, lets the fault happen until the phone has noticed, and heals. */
async function uploadThrough(match: RequestMatch, what: Fault): Promise<void> {
  const injected = shared.lab.proxy.inject({ ...match, ...always }, what);
  const { files } = await shared.phone.saveVisit(shared.phone.freshLoan(), {
    documents: [document(700_000)],
  });
  await injected.happened();
  await shared.phone.failedToSend();
  const states = async () => {
    const kept = await shared.phone.outbox();
    return kept.files.filter(({ fileId }) => fileId === files[0]?.fileId).map(({ state }) => state);
  };
  // Its next try may be under way when one looks.
  await expect.poll(states).toEqual(['waiting']);
  injected.remove();
  await expectAllDelivered(shared.lab, shared.phone);
}

const cases: readonly { name: string; match: RequestMatch; what: Fault }[] = [
  {
    name: 'fault 5: the answer to its beginning is lost',
    match: uploadStart,
    what: fault.answerLost,
  },
  {
    name: 'fault 5: the answer to its last part is lost after it was stored',
    match: uploadPart,
    what: fault.answerLost,
  },
  {
    name: 'fault 6: a 500 comes in place of its last answer',
    match: uploadPart,
    what: fault.serverErrorAfterCommit,
  },
  {
    name: 'fault 14: its last answer is cut to half its length',
    match: uploadPart,
    what: fault.truncatedJson,
  },
  {
    name: 'fault 14: its last answer is broken off',
    match: uploadPart,
    what: fault.brokenAnswer,
  },
  { name: 'fault 22: a 429 stops its parts', match: uploadPart, what: tooMany(2) },
];

for (const { name, match, what } of cases)
  test(`${name}, and the upload ends with the file there once`, SOAK, async () => {
    await uploadThrough(match, what);
  });

test(
  'fault 4: the connection breaks in the middle of a part, and the upload goes on where it stopped',
  SOAK,
  async () => {
    const before = shared.lab.proxy.requests.length;
    const secondPart = { ...uploadPart, nth: 2 };
    const broken = shared.lab.proxy.inject(secondPart, { kind: 'broken-midway', bytes: 100_000 });
    await shared.phone.saveVisit(shared.phone.freshLoan(), { documents: [document(700_000)] });
    await expectAllDelivered(shared.lab, shared.phone);
    expect(broken.hits()).toBe(1);
    const since = (match: RequestMatch) =>
      shared.lab.proxy.seen(match).filter(({ number }) => number >= before);
    expect(since(uploadStart), 'begun once').toHaveLength(1);
    const offsets = since(uploadPart).map(({ headers }) => headers['upload-offset']);
    expect(
      offsets.filter((offset) => offset === '0'),
      'nothing is sent anew',
    ).toHaveLength(1);
  },
);

test('fault 7: beginnings and parts that arrive twice at once make one file', SOAK, async () => {
  const parts = shared.lab.proxy.inject({ ...uploadPart, times: 2 }, fault.sentTwice);
  const starts = shared.lab.proxy.inject({ ...uploadStart, times: 2 }, fault.sentTwice);
  await shared.phone.saveVisit(shared.phone.freshLoan(), {
    documents: [document(300_000), document(700_000)],
  });
  await expectAllDelivered(shared.lab, shared.phone);
  expect(parts.hits()).toBe(2);
  expect(starts.hits()).toBe(2);
});

test(
  'fault 8: a part that arrives long after the file was stored changes nothing',
  SOAK,
  async () => {
    const late = shared.lab.proxy.inject({ ...uploadPart, ...always }, fault.late);
    await shared.phone.saveVisit(shared.phone.freshLoan(), { documents: [document(300_000)] });
    await shared.phone.failedToSend();
    late.remove();
    await shared.phone.drained();
    expect((await shared.lab.proxy.deliverLate()).length).toBeGreaterThan(0);
    await expectAllDelivered(shared.lab, shared.phone);
  },
);
