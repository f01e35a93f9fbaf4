import { expected } from './story-events.ts';
import type { LedgerEntry } from './story-events.ts';
import type { StoryPage } from './story-phone.ts';
import { visitOf } from './support.ts';

/**
 * Saves one begun visit in several tabs at once, with another text in each. Returns what was told to be saved: one text at
 * most, since a second one under its id must be told, not dropped.
 */
export async function saveInTabs(
  tabs: readonly StoryPage[],
  entry: LedgerEntry,
): Promise<LedgerEntry[]> {
  const { opId, loanId } = entry;
  const saved = await Promise.all(
    tabs.map(async (tab, at) => {
      const text = `${entry.text} of tab ${at}`;
      const answer = await tab.saveOperation({ ...visitOf(loanId, text), opId }).catch(expected);
      return answer === null ? null : { ...entry, text, isUncertain: false };
    }),
  );
  const told = saved.filter((each) => each !== null);
  if (told.length > 1) throw new Error('Two texts are one visit.');
  return told;
}
