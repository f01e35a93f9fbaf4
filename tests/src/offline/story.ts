import type { LoggedInUser } from '../../../contract/auth.ts';
import { isQuotaError } from '../../../src/offline/database-errors.ts';
import { newId } from '../../../src/offline/id.ts';
import { SENDING, expected } from './story-events.ts';
import type { LedgerEntry, StoryEvent } from './story-events.ts';
import { StoryPhone } from './story-phone.ts';
import type { StoryPage } from './story-phone.ts';
import { StoryPins } from './story-pins.ts';
import { Random } from './story-random.ts';
import { lookAt } from './story-look.ts';
import { maybePhoto } from './story-photo.ts';
import { StoryServer } from './story-server.ts';
import { atOnce, pulls, saveInTabs, tick } from './story-tabs.ts';
import { TAKING, WORLD, isOfWorld } from './story-world.ts';
import { newUser, visitOf } from './support.ts';

/** One phone, two agents and a server, and what happens to them. */
export class Story {
  readonly server: StoryServer;
  readonly phone: StoryPhone;
  readonly ledger: LedgerEntry[] = [];
  readonly users: readonly [LoggedInUser, LoggedInUser] = [newUser('asha'), newUser('bala')];
  readonly #passwords = new Map<string, string>();
  readonly #loans = [newId(), newId(), newId()];
  random: Random;
  page: StoryPage;
  who: LoggedInUser | null = null;
  wasRestored = false;
  wasFull = false;
  readonly #pins = new StoryPins();
  #isNext = false;
  /** Nothing came that may take from the phone what its author could look at. */
  #isWhole = true;

  private constructor(random: Random, server: StoryServer, phone: StoryPhone, page: StoryPage) {
    this.random = random;
    this.server = server;
    this.phone = phone;
    this.page = page;
    for (const user of this.users) {
      for (const loanId of this.#loans.slice(0, 2)) server.allocate(user._id, loanId);
      this.#passwords.set(user._id, 'secret-1');
    }
  }

  /** A phone with the first agent logged in. */
  static async begin(seed: number): Promise<Story> {
    const random = new Random(seed);
    const server = new StoryServer(random);
    const phone = new StoryPhone(server.fetch, random.chance(0.5));
    const story = new Story(random, server, phone, await phone.load());
    await story.logIn(story.users[0]);
    return story;
  }

  async happen({ kind, dice }: StoryEvent): Promise<void> {
    this.random = new Random(dice);
    this.server.faultRate = 0;
    this.server.refusalRate = 0;
    if (TAKING.has(kind)) this.#isWhole = false;
    try {
      if (isOfWorld(kind)) WORLD[kind](this.server);
      else await this[kind]();
    } catch (error) {
      // On a full phone anything may be refused but the sending: room is made, and the app opened anew.
      if (!isQuotaError(error) || SENDING.has(kind)) throw error;
      this.phone.quota.free();
      // What was refused before a kill is heard of after it.
      if (!this.phone.pages.has(this.page.kill)) await this.reload();
      await this.logout();
      await this.kill();
    }
  }

  // Saving

  async save(page = this.page, after?: string): Promise<void> {
    const entry = this.#entry();
    if (entry === null) return;
    const { files, sum } = maybePhoto(this.random);
    const more = after === undefined ? {} : { after };
    this.ledger.push(entry);
    const saved = await page
      .saveOperation({
        ...visitOf(entry.loanId, entry.text),
        opId: entry.opId,
        files,
        takesReceiptNumber: true,
        ...more,
      })
      .catch(expected);
    if (saved === null) this.ledger.splice(this.ledger.indexOf(entry), 1);
    else {
      entry.isUncertain = false;
      entry.receiptNumber = saved.receiptNumber;
      for (const fileId of saved.fileIds) entry.files.set(fileId, sum);
    }
  }

  async saveChild(): Promise<void> {
    const parent = this.ledger.findLast(
      (entry) => entry.author === this.who?._id && !entry.isEvicted && !entry.isUncertain,
    );
    await this.save(this.page, parent?.opId);
  }

  async killedSave(): Promise<void> {
    await this.#killedIn(() => this.save());
  }

  #entry(): LedgerEntry | null {
    if (this.who === null || !this.page.isUnlocked()) return null;
    return {
      opId: newId(),
      loanId: this.random.pick(this.#loans),
      author: this.who._id,
      text: `visit ${this.ledger.length}`,
      files: new Map(),
      isUncertain: true,
      isEvicted: false,
      isLost: false,
    };
  }

  // Delivery

  async deliver(): Promise<void> {
    await (this.random.chance(0.5) ? this.page.sendNow() : this.page.deliverAfresh());
  }

  async faultyDelivery(): Promise<void> {
    this.server.faultRate = 0.6;
    this.server.refusalRate = 0.2;
    await this.deliver();
  }

  async killedDelivery(): Promise<void> {
    this.server.faultRate = 0.2;
    await this.#killedIn(() => this.deliver());
  }

  async #besideTab(work: (second: StoryPage) => Promise<void>): Promise<void> {
    const second = await this.phone.load({ isNext: this.#isNext });
    await second.restoreSession();
    await work(second);
    second.kill();
  }

  async twoTabs(): Promise<void> {
    await this.#besideTab(async (second) => {
      this.server.faultRate = 0.3;
      if (this.who !== null && second.isUnlocked()) await this.save(second);
      await Promise.all([this.page.sendNow(), second.sendNow(), this.save()]);
    });
  }

  async atOnce(): Promise<void> {
    await this.#besideTab(async (second) => {
      this.server.faultRate = 0.3;
      const steps = [() => this.save(), () => this.deliver(), () => second.sendNow()];
      await atOnce(this.random, [...steps, ...pulls(this.page, second)]);
    });
  }

  async worker(): Promise<void> {
    const worker = await this.phone.load({ isWorker: true, isNext: this.#isNext });
    this.server.faultRate = 0.3;
    await Promise.all([worker.deliverAll(), this.random.chance(0.5) ? this.deliver() : null]);
    worker.kill();
  }

  async lateArrivals(): Promise<void> {
    this.server.arriveLate();
    await tick();
  }

  async smallBatches(): Promise<void> {
    this.server.largestBatch = 1 + Math.floor(this.random.next() * 4);
    await this.deliver();
  }

  // Pages

  async reload(): Promise<void> {
    this.page = await this.phone.load({ isNext: this.#isNext });
    this.who = await this.page.restoreSession();
  }

  async kill(): Promise<void> {
    this.phone.killAll();
    await this.reload();
  }

  async upgrade(): Promise<void> {
    // The old page may still be there, and has to let go.
    this.#isNext = true;
    await this.reload();
  }

  async rollBack(): Promise<void> {
    this.#isNext = false;
    await this.reload();
  }

  async #killedIn(work: () => Promise<unknown>): Promise<void> {
    const working = work().catch(expected);
    // What fails before the kill is heard by the race below.
    working.catch(() => undefined);
    const ticks = Math.floor(this.random.next() * 40);
    for (let count = 0; count < ticks; count += 1) await tick();
    this.phone.killAll();
    await Promise.race([working, tick()]);
    await this.reload();
  }

  // People

  async login(): Promise<void> {
    await this.logIn(this.who ?? this.random.pick(this.users));
  }

  async otherUser(): Promise<void> {
    const [one, other] = this.users;
    await this.logIn(this.who?._id === one._id ? other : one);
  }

  async logIn(user: LoggedInUser): Promise<void> {
    if (!this.server.isOnline) return;
    this.phone.local.set('recoup.token', user._id);
    this.phone.local.set('recoup.user', JSON.stringify(user));
    await this.page.onLogin({ user, password: this.#passwords.get(user._id) ?? '' });
    this.#pins.passwordGiven(user._id);
    this.who = user;
    if (this.random.chance(0.5)) await this.page.pull().catch(expected);
  }

  async logout(): Promise<void> {
    const leaving = this.page.isUnlocked() ? this.who : null;
    await this.page.onLogout();
    if (leaving !== null) this.#pins.erased(leaving._id);
    this.#forgetSession();
  }

  #forgetSession(): void {
    this.phone.local.delete('recoup.token');
    this.phone.local.delete('recoup.user');
    this.who = null;
  }

  async unlock(): Promise<void> {
    const user = this.random.pick(this.users);
    const password = this.#passwords.get(user._id) ?? '';
    const unlocked = await this.page.unlockOffline(user.username, password).catch(expected);
    if (unlocked === null) return;
    this.#pins.passwordGiven(user._id);
    this.#forgetSession();
    this.who = user;
  }

  async pin(): Promise<void> {
    const passwordOf = (userId: string) => this.#passwords.get(userId) ?? '';
    const come = await this.#pins.happen(this, passwordOf, (work) => this.#killedIn(work));
    if (come === undefined) return;
    // Another person's session isn't theirs.
    if (come !== null && this.phone.local.get('recoup.token') !== come._id) this.#forgetSession();
    this.who = come;
  }

  async wrongPassword(): Promise<void> {
    const { username } = this.random.pick(this.users);
    const unlocked = await this.page.unlockOffline(username, 'wrong').catch(expected);
    if (unlocked !== null) throw new Error('A wrong password opened the vault.');
  }

  async newPassword(): Promise<void> {
    const user = this.random.pick(this.users);
    this.#passwords.set(user._id, `secret-${this.random.next()}`);
    await this.logIn(user);
  }

  // Loans

  async pull(): Promise<void> {
    await this.page.pull().catch(expected);
  }

  async killedPull(): Promise<void> {
    await this.#killedIn(() => this.pull());
  }

  async allocate(): Promise<void> {
    this.server.allocate(this.random.pick(this.users)._id, this.random.pick(this.#loans));
  }

  async deallocate(): Promise<void> {
    this.server.deallocate(this.random.pick(this.users)._id, this.random.pick(this.#loans));
  }

  /** What is on the screen is who's logged in, and nobody else's; all of it, and once. */
  async look(): Promise<void> {
    if (this.who !== null) await lookAt(this.page, this.who, this.ledger, this.#isWhole);
  }

  // The world

  async restore(): Promise<void> {
    if (!this.wasFull && this.server.restore()) this.wasRestored = true;
  }

  /** A backup put back in silence. Receipt numbers that were given out since may come twice then, which a manager sorts out. */
  async putBack(): Promise<void> {
    if (!this.wasFull && this.server.putBack()) this.wasRestored = true;
  }

  /** One begun visit, saved with another text in each of two tabs: the second save is told, or was the first. */
  async sameVisit(): Promise<void> {
    await this.#besideTab(async (second) => {
      const entry = second.isUnlocked() ? this.#entry() : null;
      if (entry !== null) this.ledger.push(...(await saveInTabs([this.page, second], entry)));
    });
  }

  async fillUp(): Promise<void> {
    // What a phone without any room confirms leaves no receipt to offer to a restored server.
    this.wasFull = true;
    this.phone.quota.fill(this.random.chance(0.5) ? 0 : this.random.next() * 100_000);
  }

  async freeUp(): Promise<void> {
    this.phone.quota.free();
  }

  async turnClock(): Promise<void> {
    this.phone.clockOffsetMs = this.random.pick([0, -1000, -3, -1, 1, 3, 40]) * 86_400_000;
  }

  async wipe(): Promise<void> {
    this.server.wipes.add(this.random.pick(this.users)._id);
    await this.deliver();
  }

  async evict(): Promise<void> {
    if (!this.random.chance(0.5)) return;
    for (const entry of this.ledger) {
      entry.isEvicted = true;
      if (!this.server.operations.has(entry.opId)) entry.isLost = true;
    }
    this.phone.evict();
    this.#forgetSession();
    this.page = await this.phone.load({ isNext: this.#isNext });
  }
}
