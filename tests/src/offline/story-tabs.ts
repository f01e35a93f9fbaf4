import { expected } from './story-events.ts';
import type { LedgerEntry } from './story-events.ts';
import type { StoryPage } from './story-phone.ts';
import type { Random } from './story-random.ts';
import { visitOf } from './support.ts';

/** A moment: what is under way goes on by a step. */
export const tick = () => new Promise((resolve) => setImmediate(resolve));

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

/** Steps of a person who taps on while the app is at work: each begins some moments after the others. */
export async function atOnce(
  random: Random,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  await Promise.all(
    steps.map(async (step) => {
      const moments = Math.floor(random.next() * 30);
      for (let count = 0; count < moments; count += 1) await tick();
      await step();
    }),
  );
}

/** A pull in each tab that is open to anybody then. */
export const pulls = (...tabs: readonly StoryPage[]): (() => Promise<void>)[] =>
  tabs.map((tab) => async () => {
    if (tab.isUnlocked()) await tab.pull().catch(expected);
  });
