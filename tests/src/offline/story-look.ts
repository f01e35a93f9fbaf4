import type { LoggedInUser } from '../../../contract/auth.ts';
import { expected } from './story-events.ts';
import type { LedgerEntry } from './story-events.ts';
import type { StoryPage } from './story-phone.ts';

/**
 * What is on the screen is who's logged in, and nobody else's; no visit stands in a history twice, and (`isWhole`: nothing
 * came that takes away what can be looked at) none that was saved is missing.
 */
export async function lookAt(
  page: StoryPage,
  who: LoggedInUser,
  ledger: readonly LedgerEntry[],
  isWhole: boolean,
): Promise<void> {
  if (!page.isUnlocked()) return;
  const rows = (await page.searchLoans().catch(expected)) ?? [];
  if (rows.some(({ loan }) => !loan.Customer_Name.startsWith(who._id)))
    throw new Error("Somebody else's loans are shown.");
  const authors = new Map(ledger.map((entry) => [entry.opId, entry.author]));
  const items = (await page.listOutbox().catch(expected)) ?? [];
  if (items.some(({ opId }) => authors.get(opId) !== who._id))
    throw new Error("Somebody else's outbox is shown.");
  for (const { loan } of rows) await lookAtHistory(page, who, loan._id, { ledger, isWhole });
}

async function lookAtHistory(
  page: StoryPage,
  who: LoggedInUser,
  loanId: string,
  { ledger, isWhole }: { ledger: readonly LedgerEntry[]; isWhole: boolean },
): Promise<void> {
  const history = await page.loanHistory(loanId).catch(expected);
  const isHere = (await page.readLoan(loanId).catch(expected)) !== null;
  if (history === null || !isHere) return;
  const shown = history.map(({ disposition: { _id } }) => _id);
  if (new Set(shown).size < shown.length) throw new Error('A visit is shown twice.');
  const saved = ledger.filter((entry) => entry.author === who._id && entry.loanId === loanId);
  const missing = saved.filter((entry) => !entry.isUncertain && !shown.includes(entry.opId));
  if (isWhole && missing.length > 0) throw new Error(`${missing[0]?.text} is not shown.`);
}
