import { describe, expect, it } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { newId } from '../../../src/offline/id.ts';
import { FakeServer, loadPage, logIn, newPhone, newUser, visitOf } from './support.ts';
import type { Fault, Page } from './support.ts';

const RUNS = Number(process.env.INTERLEAVINGS ?? 6);
const STEPS = 40;
const FAULTS: Fault[] = [
  'lostRequest',
  'lostAnswer',
  'html200',
  'truncated',
  'redirect',
  'portal401',
  '500',
  '500afterCommit',
  '429',
  '413proxy',
  '401',
];

/** A small seeded generator (mulberry32): the same seed, the same story. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What was saved, kept outside the engine. */
interface LedgerEntry {
  opId: string;
  loanId: string;
  author: string;
  fileIds: string[];
}

class Story {
  readonly server = new FakeServer();
  readonly ledger: LedgerEntry[] = [];
  readonly users: LoggedInUser[] = [newUser('asha'), newUser('bala')];
  readonly loans = [newId(), newId(), newId()];
  readonly random: () => number;
  page: Page;
  current: LoggedInUser | null = null;

  constructor(seed: number, page: Page) {
    this.random = randomOf(seed);
    this.page = page;
    // Now and then the server fails at a single operation.
    this.server.refuse = () => (this.random() < 0.15 ? 500 : null);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  async step(): Promise<void> {
    const dice = this.random();
    if (dice < 0.4) await this.save();
    else if (dice < 0.65) await this.deliver();
    else if (dice < 0.75) await this.reload();
    else if (dice < 0.85) await this.switchUser();
    else if (dice < 0.92) await this.twoTabs();
    else if (dice < 0.96) this.server.epoch = newId();
    else this.server.largestBatch = 1 + Math.floor(this.random() * 5);
  }

  /** A new page on the same phone, and with the old one's work still running: as after a kill. */
  async reload(): Promise<void> {
    this.page = await loadPage();
    await this.page.restoreSession();
  }

  async save(): Promise<void> {
    if (this.current === null) return;
    const loanId = this.pick(this.loans);
    const author = this.current._id;
    const hasPhoto = this.random() < 0.3;
    const bytes = new Uint8Array(50).fill(Math.floor(this.random() * 255)).buffer;
    const photo = { kind: 'photo' as const, name: 'p.jpg', contentType: 'image/jpeg', bytes };
    const saved = await this.page.saveOperation({
      ...visitOf(loanId, `visit ${this.ledger.length}`),
      files: hasPhoto ? [photo] : [],
    });
    this.ledger.push({ ...saved, loanId, author });
  }

  async deliver(): Promise<void> {
    this.server.nextFault = () => (this.random() < 0.6 ? this.pick(FAULTS) : 'none');
    await (this.random() < 0.5 ? this.page.sendNow() : this.page.deliverAfresh());
  }

  async twoTabs(): Promise<void> {
    const second = await loadPage();
    this.server.nextFault = () => (this.random() < 0.3 ? this.pick(FAULTS) : 'none');
    await Promise.all([this.page.sendNow(), second.sendNow()]);
  }

  async switchUser(): Promise<void> {
    if (this.current !== null) await this.page.onLogout();
    this.current = this.random() < 0.3 ? null : this.pick(this.users);
    if (this.current === null) return;
    this.server.nextFault = () => 'none';
    await logIn(this.page, this.current);
  }

  async heal(): Promise<void> {
    this.server.largestBatch = 100;
    this.server.nextFault = () => 'none';
    this.server.refuse = () => null;
    for (const user of this.users) await logIn(this.page, user);
    for (let round = 0; round < 4; round += 1) await this.page.sendNow();
  }
}

const line = (entry: LedgerEntry) => `${entry.loanId} ${entry.author}`;

/** Everything saved is on the server once, in the order of its loan and author, under its author's name, files too. */
function check({ ledger, server }: Story): void {
  const byId = new Map(server.operations.map((operation) => [operation.opId, operation]));
  expect(server.operations).toHaveLength(ledger.length);
  for (const { opId, author, fileIds } of ledger) {
    expect(server.tokens.get(byId.get(opId)?.userToken ?? '')).toBe(author);
    for (const fileId of fileIds) expect(server.files.has(fileId)).toBe(true);
  }
  for (const key of new Set(ledger.map(line))) {
    const saved = ledger.filter((entry) => line(entry) === key).map((entry) => entry.opId);
    const wanted = new Set(saved);
    const stored = server.operations.map((one) => one.opId).filter((opId) => wanted.has(opId));
    expect(stored).toEqual(saved);
  }
}

const first = Number(process.env.SEED ?? 1);
const seeds = Array.from({ length: RUNS }, (_, at) => first + at);

describe(
  'any interleaving of saving, faults, reloads, people and tabs',
  { timeout: 120_000 },
  () => {
    it.each(seeds)('seed %i ends with everything delivered once, in order', async (seed) => {
      const story = new Story(seed, await newPhone());
      story.server.install();
      for (const user of story.users) await logIn(story.page, user);
      story.current = story.users.at(-1) ?? null;
      for (let count = 0; count < STEPS; count += 1) await story.step();
      await story.heal();
      check(story);
      expect(await story.page.outboxSummary()).toMatchObject({ unsent: 0, othersUnsent: 0 });
    });
  },
);
