import { array, assert, asyncProperty, constantFrom, nat, record, tuple } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { casesOf, givenSeed } from '../../support/cases.ts';
import { checkStory } from './story-check.ts';
import { EVENTS } from './story-events.ts';
import type { StoryEvent } from './story-events.ts';
import { heal } from './story-heal.ts';
import { Story } from './story.ts';

const STORIES = casesOf(1000);
/** A story that failed is told again by its seed (and the path that is printed with it). */
const SEED = Number(givenSeed ?? Date.now() % 2 ** 31);
const LIMIT_MS = Number(process.env.STORIES_LIMIT_MS ?? 120_000);
/** Far beyond what any story takes, also beside other work; in less than the time for all, which ends them in silence. */
const STUCK_MS = Math.min(LIMIT_MS / 2, 300_000);
/** Told side by side: while one waits for a key or a timer, another goes on. */
const TELLERS = 4;
const EVENTS_AT_MOST = 14;

const event: Arbitrary<StoryEvent> = record({
  kind: constantFrom(...EVENTS),
  dice: nat(),
});
const told = tuple(nat(), array(event, { minLength: 3, maxLength: EVENTS_AT_MOST }));

async function tell(seed: number, events: readonly StoryEvent[]): Promise<void> {
  const story = await Story.begin(seed);
  try {
    for (const one of events) {
      await story.happen(one);
      await story.look();
    }
    await heal(story);
    await checkStory(story);
  } finally {
    story.phone.killAll();
  }
}

let count = 0;

async function teller(seed: number): Promise<void> {
  await assert(
    asyncProperty(told, async ([first, events]) => {
      count += 1;
      await tell(first, events);
    }),
    {
      seed,
      ...(process.env.STORY_PATH === undefined ? {} : { path: process.env.STORY_PATH }),
      numRuns: Math.ceil(STORIES / TELLERS),
      interruptAfterTimeLimit: LIMIT_MS,
      // A story that never ends is one that failed.
      timeout: STUCK_MS,
      endOnFailure: process.env.SHRINK === '0',
    },
  );
}

beforeAll(() => {
  // Dexie says what it mends.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

it(
  'any interleaving of work, faults, kills, people, keys, backups, evictions and versions ends with everything once, in order',
  { timeout: LIMIT_MS * 2 + 60_000 },
  async () => {
    const tellers = process.env.STORY_PATH === undefined ? TELLERS : 1;
    const startedAt = Date.now();
    const cpuAtStart = process.cpuUsage();
    await Promise.all(Array.from({ length: tellers }, (_, at) => teller(SEED + at)));
    const cpuMs = Math.round(process.cpuUsage(cpuAtStart).user / 1000);
    const tookMs = Date.now() - startedAt;
    console.log(`${count} stories in ${tookMs} ms (${cpuMs} ms of processor), seeds from ${SEED}`);
    expect(count).toBeGreaterThan(0);
  },
);
