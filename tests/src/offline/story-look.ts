import type { LoggedInUser } from '../../../contract/auth.ts';
import { expected } from './story-events.ts';
import type { LedgerEntry } from './story-events.ts';
import type { StoryPage } from './story-phone.ts';

/** What is on the screen is who's logged in, and nobody else's. */
export async function lookAt(
  page: StoryPage,
  who: LoggedInUser,
  ledger: readonly LedgerEntry[],
): Promise<void> {
  if (!page.isUnlocked()) return;
  const rows = (await page.searchLoans().catch(expected)) ?? [];
  if (rows.some(({ loan }) => !loan.Customer_Name.startsWith(who._id)))
    throw new Error("Somebody else's loans are shown.");
  const authors = new Map(ledger.map((entry) => [entry.opId, entry.author]));
  const items = (await page.listOutbox().catch(expected)) ?? [];
  if (items.some(({ opId }) => authors.get(opId) !== who._id))
    throw new Error("Somebody else's outbox is shown.");
}
