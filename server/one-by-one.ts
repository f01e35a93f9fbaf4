import { tooBusy } from './http/front-door.ts';

/** So many may wait or be served, and so many of one person: whoever waits holds a place at the door. */
const MOST = 4;
const MOST_OF_ONE = 2;

/** Answers that cost so much that this process makes one of them after the other. */
export class OneByOne<Answer> {
  readonly #asking: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Makes an answer in its turn. Throws 503 when too many wait, or the same person (`who`) asks for too many. */
  async ask(who: string, make: () => Promise<Answer>): Promise<Answer> {
    const own = this.#asking.filter((each) => each === who);
    if (this.#asking.length >= MOST || own.length >= MOST_OF_ONE) throw tooBusy();
    this.#asking.push(who);
    const made = this.#last.then(make).finally(() => {
      this.#asking.splice(this.#asking.indexOf(who), 1);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }
}
