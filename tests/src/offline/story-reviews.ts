import type { Stored } from './story-history.ts';

/** Delivered work that a manager has yet to decide on: it is on the server, and in no history. */
export class StoryReviews {
  /** Work that is delivered now waits. */
  isDoubtful = false;
  readonly #waiting = new Set<string>();

  /** Whether delivered work waits. */
  take(opId: string): boolean {
    if (this.isDoubtful) this.#waiting.add(opId);
    else this.#waiting.delete(opId);
    return this.isDoubtful;
  }

  /** All that waited counts from now on. */
  decide(): ReadonlySet<string> {
    const decided = new Set(this.#waiting);
    this.isDoubtful = false;
    this.#waiting.clear();
    return decided;
  }

  counted(operations: Iterable<Stored>): Stored[] {
    return [...operations].filter(({ opId }) => !this.#waiting.has(opId));
  }

  waitingOf(author: string, operations: ReadonlyMap<string, Stored>): string[] {
    return [...this.#waiting].filter((opId) => operations.get(opId)?.author === author);
  }
}
