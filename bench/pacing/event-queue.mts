interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** What is to happen, earliest first; of the same moment, first added first. */
export class EventQueue {
  readonly #heap: Event[] = [];
  #added = 0;

  add(at: number, happen: () => void): void {
    const heap = this.#heap;
    const event = { at, order: (this.#added += 1), happen };
    let slot = heap.length;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, event)) break;
      heap[slot] = above;
      slot = parent;
    }
    heap[slot] = event;
  }

  /** The next event, taken out; null when nothing is left. */
  take(): Event | null {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(event: Event): void {
    const heap = this.#heap;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, left)) child += 1;
      const smaller = heap[child];
      if (smaller === undefined || isBefore(event, smaller)) break;
      heap[slot] = smaller;
      slot = child;
    }
    heap[slot] = event;
  }
}
