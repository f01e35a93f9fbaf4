const TICK_MS = 250;
/** What is late by less is a busy moment. */
const STANDSTILL_MS = 750;

/**
 * Notices when this process stood still: stopped, starved of its processor, on a machine that slept. What it hears next
 * may have happened at any moment of that time.
 */
export class Standstill {
  #tickedAtMs = performance.now();
  #beganAt: Date | null = null;
  readonly #ticks = setInterval(() => this.#tick(), TICK_MS).unref();

  /** The earliest moment at which what is heard now may have happened. */
  heardSince(): Date {
    return this.#gap() ?? this.#beganAt ?? new Date();
  }

  end(): void {
    clearInterval(this.#ticks);
  }

  #tick(): void {
    this.#beganAt = this.#gap();
    this.#tickedAtMs = performance.now();
  }

  #gap(): Date | null {
    const gapMs = performance.now() - this.#tickedAtMs;
    return gapMs > STANDSTILL_MS ? new Date(Date.now() - gapMs) : null;
  }
}
