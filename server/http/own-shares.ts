import type { GiveBack } from './admission.ts';

/** Waiting takes no place at the door, so more may wait than a page asks; a page that comes back asks it all again. */
const MOST_WAITING = 60;
const PATIENCE_MS = 10_000;

interface Share {
  inside: number;
  readonly waiting: Set<() => void>;
}

/** What each person may have of the door's places: their calls beyond that wait for their own, not for those of others. */
export class OwnShares {
  readonly #shares = new Map<string, Share>();
  readonly #most: () => number;

  /** `most`: how many of one person at once, asked anew each time, at least 1. */
  constructor(most: () => number) {
    this.#most = most;
  }

  /** Whether one more call of theirs has to wait. */
  isFull(who: string): boolean {
    return (this.#shares.get(who)?.inside ?? 0) >= this.#most();
  }

  /** A place of their own, now or when one of their calls ends; null: too many wait, or none ended in time. */
  async take(who: string, onGone: (leave: () => void) => void): Promise<GiveBack | null> {
    const share = this.#shares.get(who) ?? { inside: 0, waiting: new Set() };
    this.#shares.set(who, share);
    if (share.inside < this.#most()) share.inside += 1;
    else if (share.waiting.size >= MOST_WAITING || !(await this.#wait(share, onGone))) return null;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      share.inside -= 1;
      for (const next of share.waiting) {
        if (share.inside >= this.#most()) break;
        share.inside += 1;
        next();
      }
      if (share.inside === 0) this.#shares.delete(who);
    };
  }

  async #wait({ waiting }: Share, onGone: (leave: () => void) => void): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isIn: boolean) => {
        clearTimeout(late);
        waiting.delete(next);
        resolve(isIn);
      };
      const next = () => end(true);
      const late = setTimeout(() => end(false), PATIENCE_MS).unref();
      waiting.add(next);
      onGone(() => end(false));
    });
  }
}
