/** Who is let in first: what phones deliver goes before what people look at. */
const CLASSES = ['delivery', 'usual'] as const;
export type AdmissionClass = (typeof CLASSES)[number];

/** How long each may wait for its turn, milliseconds: with the work itself an answer comes within two seconds. */
const PATIENCE_MS: Readonly<Record<AdmissionClass, number>> = { delivery: 1000, usual: 800 };
/** More than this many waiting could not be served within their patience anyway; fewer, once it shows how many are. */
const MOST_WAITING: Readonly<Record<AdmissionClass, number>> = { delivery: 400, usual: 200 };
const LEAST_WAITING = 16;
/** How many are served is known of the moment before: with so much of the patience counted on, few wait in vain. */
const SHARE_COUNTED_ON = 0.5;
/** How many are served is looked at so often, and forgotten when nobody looked for so long; milliseconds. */
const LOOK_MS = 500;
const FORGOTTEN_MS = 5000;

const SWEEP_MS = 100;

/** Where a turn takes longer than this on average, fewer at once are served no slower in all, and each of them sooner. */
const LONG_TURN_MS = 500;
/** One report of a minute says little about the rest. */
const LONGEST_COUNTED_MS = 2000;
/** How much the newest turn counts in the average. */
const NEWEST_SHARE = 0.05;
/** Never fewer at once than this, unless fewer were asked for. */
const LEAST_AT_ONCE = 8;
/** Calls of one person at once: half of the places at their fewest, and never more than half. */
const MOST_OF_ONE = 4;

/** A turn that was given: whoever holds it gives it back, once. */
export type GiveBack = () => void;

interface Waiting {
  readonly until: number;
  readonly admit: (giveBack: GiveBack) => void;
  readonly refuse: () => void;
}

/** Those of a class who wait, and how many of them can be served before they lose their patience. */
class Queue {
  readonly waiting: Waiting[] = [];
  readonly #patienceMs: number;
  readonly #most: number;
  #served = 0;
  #perMs: number | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(kind: AdmissionClass) {
    this.#patienceMs = PATIENCE_MS[kind];
    this.#most = MOST_WAITING[kind];
  }

  /** Whether one more would wait in vain: turned away after that costs many times what it costs at once. */
  isFull(at: number): boolean {
    this.#look(at);
    const most =
      this.#perMs === null ? this.#most : this.#perMs * this.#patienceMs * SHARE_COUNTED_ON;
    return this.waiting.length >= Math.min(this.#most, Math.max(LEAST_WAITING, most));
  }

  /** The one who has waited longest, to be served. */
  next(): Waiting | undefined {
    const first = this.waiting.shift();
    if (first === undefined) return undefined;
    this.#served += 1;
    if (this.waiting.length === 0) this.#lookedAt = Number.NEGATIVE_INFINITY;
    return first;
  }

  #look(at: number): void {
    const passed = at - this.#lookedAt;
    if (passed < LOOK_MS) return;
    this.#perMs = passed > FORGOTTEN_MS ? null : this.#served / passed;
    this.#served = 0;
    this.#lookedAt = at;
  }
}

/** How many are served at once: as many as were asked for, fewer while turns take long. */
class Room {
  readonly #most: number;
  readonly #least: number;
  #places: number;
  #averageMs = 0;
  #changedAt = 0;

  constructor(most: number) {
    this.#most = most;
    this.#least = Math.min(most, LEAST_AT_ONCE);
    this.#places = most;
  }

  get places(): number {
    return this.#places;
  }

  /** A turn took so long; it ended at `at`. */
  note(ms: number, at: number): void {
    this.#averageMs += (Math.min(ms, LONGEST_COUNTED_MS) - this.#averageMs) * NEWEST_SHARE;
    if (at - this.#changedAt < SWEEP_MS) return;
    this.#changedAt = at;
    const change = this.#averageMs > LONG_TURN_MS ? -1 : 1;
    this.#places = Math.min(this.#most, Math.max(this.#least, this.#places + change));
  }
}

/** The door of the server: so many are served at once, some wait, the rest hear at once that it is too much. */
export class Admission {
  readonly #room: Room;
  readonly #now: () => number;
  readonly #queues: Readonly<Record<AdmissionClass, Queue>> = {
    delivery: new Queue('delivery'),
    usual: new Queue('usual'),
  };
  /** Those who had a turn, gave it back while their body came, and go on: what was done for them is not to be in vain. */
  readonly #goingOn: Waiting[] = [];
  #inside = 0;
  #refused = 0;
  #sweep: NodeJS.Timeout | null = null;

  /** For at most `most` at once. */
  constructor(most: number, now: () => number = Date.now) {
    this.#room = new Room(most);
    this.#now = now;
  }

  get figures(): { readonly inside: number; readonly waiting: number; readonly refused: number } {
    const waiting = this.#lines().reduce((sum, line) => sum + line.length, 0);
    return { inside: this.#inside, waiting, refused: this.#refused };
  }

  /** How many of the places one person may hold. */
  get placesOfOne(): number {
    return Math.max(1, Math.min(MOST_OF_ONE, Math.floor(this.#room.places / 2)));
  }

  /** Whether one more of the class would find no place to wait in. */
  isFull(kind: AdmissionClass): boolean {
    return this.#queues[kind].isFull(this.#now());
  }

  /** Somebody was turned away who did not even ask. */
  noteRefused(): void {
    this.#refused += 1;
  }

  /** A turn, now or within the patience of the class; null: none. `onGone` is told how to end the wait of one who left. */
  async enter(kind: AdmissionClass, onGone: (leave: () => void) => void): Promise<GiveBack | null> {
    if (this.#inside < this.#room.places) return this.#turn();
    if (this.isFull(kind)) {
      this.noteRefused();
      return null;
    }
    return this.#wait(kind, this.#queues[kind].waiting, onGone);
  }

  /** A turn for one who had one before, before everybody else; null: none came in time. */
  async goOn(kind: AdmissionClass, onGone: (leave: () => void) => void): Promise<GiveBack | null> {
    if (this.#inside < this.#room.places) return this.#turn();
    return this.#wait(kind, this.#goingOn, onGone);
  }

  #lines(): Waiting[][] {
    return [this.#goingOn, ...CLASSES.map((kind) => this.#queues[kind].waiting)];
  }

  async #wait(
    kind: AdmissionClass,
    queue: Waiting[],
    onGone: (leave: () => void) => void,
  ): Promise<GiveBack | null> {
    this.#sweep ??= setInterval(() => this.#dropLate(), SWEEP_MS).unref();
    return new Promise((resolve) => {
      const waiting: Waiting = {
        until: this.#now() + PATIENCE_MS[kind],
        admit: resolve,
        refuse: () => {
          this.noteRefused();
          resolve(null);
        },
      };
      queue.push(waiting);
      onGone(() => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        resolve(null);
      });
    });
  }

  #turn(): GiveBack {
    this.#inside += 1;
    const begun = this.#now();
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#inside -= 1;
      const at = this.#now();
      this.#room.note(at - begun, at);
      this.#callNext();
    };
  }

  #dropLate(): void {
    const at = this.#now();
    for (const queue of this.#lines()) {
      // First come, first out of patience.
      while (queue[0] !== undefined && queue[0].until <= at) queue.shift()?.refuse();
    }
    if (this.#sweep === null || this.figures.waiting > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = null;
  }

  #callNext(): void {
    this.#dropLate();
    while (this.#inside < this.#room.places) {
      const next =
        this.#goingOn.shift() ?? this.#queues.delivery.next() ?? this.#queues.usual.next();
      if (next === undefined) return;
      next.admit(this.#turn());
    }
  }
}
