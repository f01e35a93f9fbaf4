import type { LoggedInUser } from '../../../contract/auth.ts';
import { expected } from './story-events.ts';
import type { StoryPage } from './story-phone.ts';
import type { Random } from './story-random.ts';

/** What a policy without a word of the server's allows. */
const TRIES = 5;
const WRONG = '999990';

interface Pin {
  pin: string;
  /** Wrong ones since the last right one, or password. */
  wrong: number;
  isErased: boolean;
}

interface Scene {
  page: StoryPage;
  who: LoggedInUser | null;
  users: readonly LoggedInUser[];
  random: Random;
}

/** The PINs of a phone's people, and what must hold of them. */
export class StoryPins {
  readonly #pins = new Map<string, Pin>();

  /** One of what can happen with PINs. Who is in after it; null: the phone is locked; undefined: nothing changed. */
  async happen(
    { page, who, users, random }: Scene,
    passwordOf: (userId: string) => string,
    killedIn: (work: () => Promise<unknown>) => Promise<void>,
  ): Promise<LoggedInUser | null | undefined> {
    const user = random.pick(users);
    const what = random.pick(['set', 'lock', 'open', 'open', 'wrong', 'killed'] as const);
    if (what === 'set' && who !== null && page.isUnlocked())
      await this.set(page, who, passwordOf(who._id), random.pick(['482915', '905317', '730164']));
    if (what === 'open') return (await this.open(page, user)) ?? undefined;
    if (what === 'wrong')
      for (let left = random.pick([1, 1, 2, 5]); left > 0; left -= 1)
        await this.tryWrong(page, user);
    const isRight = random.chance(0.5);
    if (what === 'killed')
      await killedIn(() => (isRight ? this.open(page, user) : this.tryWrong(page, user)));
    if (what !== 'lock') return undefined;
    await page.lock();
    return null;
  }

  async set(page: StoryPage, user: LoggedInUser, password: string, pin: string): Promise<void> {
    const set = page.setUpQuickUnlock({ kind: 'pin', pin }, password);
    // Killed or refused half-way, the old one may be gone or not.
    if ((await set.then(() => true).catch(expected)) === true)
      this.#pins.set(user._id, { pin, wrong: 0, isErased: false });
  }

  /** The right one: who comes in, or null. */
  async open(page: StoryPage, user: LoggedInUser): Promise<LoggedInUser | null> {
    const known = this.#pins.get(user._id);
    if (known === undefined) return null;
    const opened = await page.quickUnlock(user._id, { pin: known.pin }).catch(expected);
    if (opened === null) return null;
    if (opened._id !== user._id) throw new Error('A PIN opened somebody else’s vault.');
    if (known.isErased) throw new Error('A PIN opened after it was erased.');
    if (known.wrong >= TRIES) throw new Error('A PIN opened after too many wrong ones.');
    known.wrong = 0;
    return opened;
  }

  async tryWrong(page: StoryPage, user: LoggedInUser): Promise<void> {
    const tried = page.quickUnlock(user._id, { pin: WRONG }).catch((error: unknown) => {
      const { code } = error as { code?: string };
      const known = this.#pins.get(user._id);
      if (known !== undefined && code === 'WRONG_PIN') known.wrong += 1;
      if (known !== undefined && code === 'PIN_USED_UP') known.isErased = true;
      return expected(error);
    });
    if ((await tried) !== null) throw new Error('A wrong PIN opened the vault.');
  }

  passwordGiven(userId: string): void {
    const known = this.#pins.get(userId);
    if (known !== undefined) known.wrong = 0;
  }

  erased(userId: string): void {
    const known = this.#pins.get(userId);
    if (known !== undefined) known.isErased = true;
  }
}
