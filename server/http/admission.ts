/** Who is let in first: what phones deliver goes before what people look at. */
const CLASSES = ['delivery', 'usual'] as const;
export type AdmissionClass = (typeof CLASSES)[number];

/** How long each may wait for its turn, milliseconds: longer would make a late answer of it, and phones have patience. */
const PATIENCE_MS: Readonly<Record<AdmissionClass, number>> = { delivery: 8000, usual: 1000 };
/** More than this many waiting could not be served within their patience anyway. */
const MOST_WAITING: Readonly<Record<AdmissionClass, number>> = { delivery: 400, usual: 200 };

const SWEEP_MS = 100;

/** A turn that was given: whoever holds it gives it back, once. */
export type GiveBack = () => void;

interface Waiting {
  readonly until: number;
  readonly admit: (giveBack: GiveBack) => void;
  readonly refuse: () => void;
}

/** The door of the server: so many are served at once, some wait, the rest hear at once that it is too much. */
export class Admission {
  readonly #most: number;
  readonly #now: () => number;
  readonly #queues: Readonly<Record<AdmissionClass, Waiting[]>> = { delivery: [], usual: [] };
  #inside = 0;
  #refused = 0;
  #sweep: NodeJS.Timeout | null = null;

  /** For `most` at once. */
  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  get figures(): { readonly inside: number; readonly waiting: number; readonly refused: number } {
    const waiting = CLASSES.reduce((sum, kind) => sum + this.#queues[kind].length, 0);
    return { inside: this.#inside, waiting, refused: this.#refused };
  }

  /** A turn, now or within the patience of the class; null: none. `onGone` is told how to end the wait of one who left. */
  async enter(kind: AdmissionClass, onGone: (leave: () => void) => void): Promise<GiveBack | null> {
    if (this.#inside < this.#most) return this.#turn();
    const queue = this.#queues[kind];
    if (queue.length >= MOST_WAITING[kind]) {
      this.#refused += 1;
      return null;
    }
    this.#sweep ??= setInterval(() => this.#dropLate(), SWEEP_MS).unref();
    return new Promise((resolve) => {
      const waiting: Waiting = {
        until: this.#now() + PATIENCE_MS[kind],
        admit: resolve,
        refuse: () => {
          this.#refused += 1;
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
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#inside -= 1;
      this.#callNext();
    };
  }

  #dropLate(): void {
    const at = this.#now();
    for (const kind of CLASSES) {
      const queue = this.#queues[kind];
      // First come, first out of patience.
      while (queue[0] !== undefined && queue[0].until <= at) queue.shift()?.refuse();
    }
    if (this.#sweep === null || this.figures.waiting > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = null;
  }

  #callNext(): void {
    this.#dropLate();
    while (this.#inside < this.#most) {
      const next = this.#queues.delivery.shift() ?? this.#queues.usual.shift();
      if (next === undefined) return;
      next.admit(this.#turn());
    }
  }
}
