import { seededRandom } from '../random.ts';
import { drawFate } from './call-model.ts';
import type { CallFate, CallModel } from './call-model.ts';
import type { CallEvent, CallOrder, Telephony } from './telephony.ts';

/** How the embedded exchange plays the world. */
export interface SimulatorSettings {
  readonly model: CallModel;
  /** Text that decides all chance: the same calls in the same order come to the same. */
  readonly seed: string;
  /** How much faster than life it runs: 60 makes a minute of talk a second. */
  readonly speed: number;
}

interface SimulatedCall {
  readonly fate: CallFate;
  timer: NodeJS.Timeout;
  isAnswered: boolean;
}

/** Seconds that the recorded message of a dropped call takes. */
const DROP_MESSAGE_SECONDS = 6;

/** The embedded exchange: nobody's telephone rings, but everything happens as if, in time. */
class Simulator implements Telephony {
  readonly #settings: SimulatorSettings;
  readonly #random;
  readonly #calls = new Map<string, SimulatedCall>();
  readonly #listeners = new Set<(event: CallEvent) => void>();

  constructor(settings: SimulatorSettings) {
    this.#settings = settings;
    this.#random = seededRandom(settings.seed);
  }

  async place({ callId, ringSeconds }: CallOrder): Promise<void> {
    if (this.#calls.has(callId)) return;
    const fate = drawFate(this.#settings.model, this.#random, ringSeconds);
    const timer = this.#after(fate.afterSeconds, () => this.#comeTrue(callId));
    this.#calls.set(callId, { fate, timer, isAnswered: false });
    queueMicrotask(() => this.#tell(callId, 'RINGING'));
  }

  async connect(callId: string): Promise<void> {
    const call = this.#calls.get(callId);
    if (!call?.isAnswered) return;
    clearTimeout(call.timer);
    call.timer = this.#after(call.fate.talkSeconds, () => this.#finish(callId, 'HUNG_UP'));
  }

  async drop(callId: string): Promise<void> {
    const call = this.#calls.get(callId);
    if (!call) return;
    clearTimeout(call.timer);
    call.timer = this.#after(DROP_MESSAGE_SECONDS, () => this.#finish(callId, 'ENDED'));
  }

  async hangUp(callId: string): Promise<void> {
    this.#finish(callId, 'ENDED');
  }

  async liveCalls(): Promise<readonly string[]> {
    return [...this.#calls.keys()];
  }

  listen(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    for (const { timer } of this.#calls.values()) clearTimeout(timer);
    this.#calls.clear();
    this.#listeners.clear();
  }

  #after(seconds: number, happen: () => void): NodeJS.Timeout {
    const timer = setTimeout(happen, (seconds * 1000) / this.#settings.speed);
    timer.unref();
    return timer;
  }

  #comeTrue(callId: string): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    const { kind, patienceSeconds } = call.fate;
    if (kind !== 'ANSWERED' && kind !== 'MACHINE') return this.#finish(callId, kind);
    call.isAnswered = true;
    // Whoever took it and hears nothing goes away again; a machine records until its tape is full.
    const staysSeconds = kind === 'ANSWERED' ? patienceSeconds : 60;
    call.timer = this.#after(staysSeconds, () => this.#finish(callId, 'HUNG_UP'));
    this.#tell(callId, kind);
  }

  #finish(callId: string, kind: CallEvent['kind']): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    clearTimeout(call.timer);
    this.#calls.delete(callId);
    this.#tell(callId, kind);
  }

  #tell(callId: string, kind: CallEvent['kind']): void {
    for (const listener of this.#listeners) listener({ callId, kind, at: new Date() });
  }
}

/** Opens the embedded exchange. */
export function openSimulator(settings: SimulatorSettings): Telephony {
  return new Simulator(settings);
}
