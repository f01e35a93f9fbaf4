import { setTimeout as sleep } from 'node:timers/promises';

/** How slow a line is. */
export interface LineSpeed {
  /** There and back, milliseconds. */
  readonly roundTripMs: number;
  /** In each direction, shared by all connections; null: as fast as the machine. */
  readonly bytesPerSecond: number | null;
}

/** A line that everything between the browser and the server shares. */
export interface Line {
  /** From now on so slow. */
  setSpeed(speed: Partial<LineSpeed>): void;
  /** Half of a round trip. */
  travel(): Promise<void>;
  /** Resolves when the line has carried so many bytes, those of others before them included. */
  carry(direction: 'up' | 'down', bytes: number): Promise<void>;
}

/** A line without any delay unless told. */
export function layLine(start: Partial<LineSpeed> = {}): Line {
  let speed: LineSpeed = { roundTripMs: 0, bytesPerSecond: null, ...start };
  // When the line has carried what it was given so far, by the clock of `performance`.
  const freeAt = { up: 0, down: 0 };
  return {
    setSpeed: (change) => {
      speed = { ...speed, ...change };
    },
    travel: async () => {
      if (speed.roundTripMs > 0) await sleep(speed.roundTripMs / 2);
    },
    carry: async (direction, bytes) => {
      if (speed.bytesPerSecond === null) return;
      const now = performance.now();
      const takesMs = (bytes * 1000) / speed.bytesPerSecond;
      freeAt[direction] = Math.max(now, freeAt[direction]) + takesMs;
      // Timers are late by a millisecond or so; the line's own time is not.
      const waitMs = freeAt[direction] - now;
      if (waitMs >= 1) await sleep(waitMs);
    },
  };
}
