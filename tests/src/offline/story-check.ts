import { expect } from 'vitest';
import type { LedgerEntry } from './story-events.ts';
import type { Story } from './story.ts';

const line = (entry: LedgerEntry) => `${entry.loanId} ${entry.author}`;

/**
 * After healing: everything saved is on the server once, in the order of its loan and author, under its author's name,
 * with what it said and the receipt number that was told; files' bytes are equal; nothing is left, parked or unseen; what the system cleared is known to be
 * missing; the phone holds exactly the loans it should.
 */
export async function checkStory(story: Story): Promise<void> {
  checkOperations(story);
  checkOrder(story);
  checkReceiptNumbers(story);
  if (!story.wasRestored) checkMissing(story);
  const summary = await story.page.outboxSummary();
  expect(summary, 'nothing waits').toMatchObject({ unsent: 0, attention: 0, othersUnsent: 0 });
  await checkLoans(story);
}

function checkOperations({ ledger, server }: Story): void {
  const known = new Set(ledger.map((entry) => entry.opId));
  const strangers = [...server.operations.keys()].filter((opId) => !known.has(opId));
  expect(strangers, 'nothing is there that nobody saved').toEqual([]);
  for (const entry of ledger) {
    const stored = server.operations.get(entry.opId);
    if (stored === undefined) {
      expect(entry.isUncertain || entry.isEvicted, `${entry.text} is on the server`).toBe(true);
      continue;
    }
    expect(stored.author, 'under its author').toBe(entry.author);
    expect(stored.loanId, 'of its loan').toBe(entry.loanId);
    expect(JSON.parse(stored.text), 'what it said').toMatchObject({
      body: { remarks: entry.text },
    });
    if (entry.isEvicted) continue;
    for (const [fileId, hash] of entry.files)
      expect(server.files.get(fileId), `the file of ${entry.text}`).toBe(hash);
  }
}

/** No receipt number is used twice, by whomever, and each one is what its agent was told. */
function checkReceiptNumbers({ ledger, server }: Story): void {
  const used: number[] = [];
  for (const { opId, text, receiptNumber: told } of ledger) {
    const stored = server.operations.get(opId);
    if (stored === undefined) continue;
    const { body } = JSON.parse(stored.text) as { body: { receiptNumber?: number } };
    if (body.receiptNumber !== undefined) used.push(body.receiptNumber);
    if (told !== undefined) expect(body.receiptNumber ?? null, `the number of ${text}`).toBe(told);
  }
  expect(used.length, 'every number once').toBe(new Set(used).size);
}

function checkOrder({ ledger, server }: Story): void {
  const stored = [...server.operations.keys()];
  for (const key of new Set(ledger.map(line))) {
    const saved = ledger.filter((entry) => line(entry) === key).map((entry) => entry.opId);
    const wanted = new Set(saved);
    const present = saved.filter((opId) => server.operations.has(opId));
    const order = stored.filter((opId) => wanted.has(opId));
    expect(order, 'in order').toEqual(present);
  }
}

function checkMissing({ ledger, server, users }: Story): void {
  for (const { _id } of users) {
    const lost = ledger.filter((entry) => entry.author === _id && entry.isLost);
    const certain = lost.filter(
      (entry) => !entry.isUncertain && !server.operations.has(entry.opId),
    );
    const missing = server.missing.get(_id)?.length ?? 0;
    expect(missing, 'what was cleared is missed').toBeGreaterThanOrEqual(certain.length);
    expect(missing, 'nothing else is missed').toBeLessThanOrEqual(lost.length);
  }
}

async function checkLoans({ page, server, who }: Story): Promise<void> {
  if (who === null) throw new Error('Nobody is logged in.');
  const shown = (await page.searchLoans()).map(({ loan }) => [loan._id, loan.Customer_Name]);
  const held = [...(server.loans.get(who._id) ?? [])].map(([id, at]) => [id, `${who._id} ${at}`]);
  expect(Object.fromEntries(shown), 'exactly the loans it should').toEqual(
    Object.fromEntries(held),
  );
}
