import { readCallsAtExchange } from './ari-calls.ts';
import type { CallAtExchange } from './ari-calls.ts';
import { AriNames } from './ari-events.ts';
import type { AriEvent } from './ari-events.ts';
import { AriLine } from './ari-line.ts';
import { AriOrders } from './ari-orders.ts';
import type { AriSettings } from './ari-settings.ts';
import { AriStream } from './ari-stream.ts';
import type { AgentLine, CallEvent, CallOrder, Telephony } from './telephony.ts';
import { log } from '../log.ts';

/** The message of a dropped call is over by then, whatever the exchange tells, milliseconds. */
const LONGEST_MESSAGE_MS = 30_000;
/** An end that the exchange did not take is ordered again after so long, milliseconds. */
const END_AGAIN_MS = 1000;
/** What may stand in a dial string: a user name without an extension may hold more. */
const DIALLED = /^[A-Za-z0-9._+-]+$/;

/** A telephone exchange that speaks ARI. See docs/call-floor.md for its side of the configuration. */
class AriExchange implements Telephony {
  readonly #settings: AriSettings;
  readonly #names: AriNames;
  readonly #orders: AriOrders;
  readonly #stream: AriStream;
  readonly #lines = new Map<string, AriLine>();
  readonly #listeners = new Set<(event: CallEvent) => void>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(settings: AriSettings) {
    this.#settings = settings;
    this.#names = new AriNames(settings.app);
    this.#orders = new AriOrders(settings, this.#names);
    this.#stream = new AriStream({
      settings,
      take: (event, since) => this.#take(event, since),
      catchUp: (awaySince) => this.#catchUp(awaySince),
    });
  }

  async place(order: CallOrder): Promise<void> {
    await this.#stream.ready();
    const { callId } = order;
    const line = this.#lines.get(callId) ?? this.#newLine(callId);
    try {
      const isBegun = await this.#orders.callBorrower(order);
      line.isPlaced = true;
      if (isBegun) return;
      this.#lines.delete(callId);
      line.fail();
    } catch (error) {
      // It may have been taken all the same: nobody waits for it.
      this.#lines.delete(callId);
      this.#quietly(this.#orders.remove('call', callId));
      throw error;
    }
  }

  async connect(callId: string, agent: AgentLine): Promise<void> {
    const line = this.#lines.get(callId);
    if (line?.isOurEnd) return;
    if (line) line.isConnected = true;
    try {
      await this.#callAgent(callId, agent.extension);
    } catch (error) {
      // Nobody is left alone on the line.
      this.#quietly(this.drop(callId));
      throw error;
    }
  }

  async drop(callId: string): Promise<void> {
    const line = this.#lines.get(callId);
    if (line?.isDropped) return;
    if (line) {
      line.isDropped = true;
      line.isOurEnd = true;
    }
    await this.#insist(callId, () => this.#playMessage(callId));
  }

  async hangUp(callId: string): Promise<void> {
    const line = this.#lines.get(callId);
    if (line) line.isOurEnd = true;
    await this.#insist(callId, async () => {
      if (!(await this.#orders.remove('call', callId))) this.#gone(callId, null);
    });
  }

  async liveCalls(): Promise<readonly string[]> {
    await this.#stream.ready();
    return [...(await readCallsAtExchange(this.#settings, this.#names)).keys()];
  }

  listen(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stream.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #callAgent(callId: string, extension: string): Promise<void> {
    if (!DIALLED.test(extension)) {
      log.error(`“${extension}” is no extension. Set one on the collector's form.`);
      return this.drop(callId);
    }
    const [isJoined, isCalled] = await Promise.all([
      this.#orders.join('call', callId),
      this.#orders.callAgent(callId, extension),
    ]);
    // The borrower is gone; the agent's telephone need not ring.
    if (!isJoined) await this.#orders.remove('agent', callId);
    else if (!isCalled) await this.drop(callId);
  }

  async #playMessage(callId: string): Promise<void> {
    await this.#orders.remove('bridge', callId);
    if (!(await this.#orders.playMessage(callId))) return this.hangUp(callId);
    this.#later(LONGEST_MESSAGE_MS, () => {
      if (this.#lines.has(callId)) this.#quietly(this.hangUp(callId));
    });
  }

  #take(event: AriEvent, since: Date): void {
    if (event.type === 'ApplicationReplaced') return;
    const id = event.type === 'PlaybackFinished' ? event.playback.id : event.channel.id;
    const ours = this.#names.read(id);
    if (!ours) return;
    const { part, callId } = ours;
    if (event.type === 'PlaybackFinished') return this.#quietly(this.hangUp(callId));
    if (part === 'agent') return this.#takeOfAgent(event, callId);
    const line = this.#lines.get(callId);
    if (event.type === 'ChannelDestroyed') return this.#gone(callId, event.cause);
    if (event.type === 'StasisStart') return this.#answered(callId, event.args, since);
    if (event.channel.state === 'Ringing') line?.ring();
    if (event.channel.state === 'Up') line?.pickUp(since);
  }

  /** The borrower's end is ours to steer: at once, or once the dialplan has told a machine from a person. */
  #answered(callId: string, args: readonly string[], since: Date): void {
    const line = this.#lines.get(callId);
    // Nobody waits for this call any more: its order was given up.
    if (!line) return this.#quietly(this.hangUp(callId));
    line.pickUp(since);
    const [stage, verdict] = args;
    const { amdContext } = this.#settings;
    if (stage === 'amd' || amdContext === null) return line.judge(verdict === 'MACHINE');
    this.#quietly(this.#detect(line, amdContext));
  }

  /** Has the dialplan tell who lifted the receiver. Where it can't, whoever did is a person. */
  async #detect(line: AriLine, context: string): Promise<void> {
    try {
      if (!(await this.#orders.detect(line.callId, context))) line.judge(false);
    } catch (error) {
      line.judge(false);
      throw error;
    }
  }

  #takeOfAgent(event: AriEvent, callId: string): void {
    if (event.type === 'StasisStart') this.#quietly(this.#seat(callId));
    if (event.type !== 'ChannelDestroyed') return;
    const line = this.#lines.get(callId);
    if (!line?.isConnected || line.isOurEnd) return;
    // A borrower whose agent never came hears the message as any other whom nobody could take.
    this.#quietly(line.hasAgent ? this.hangUp(callId) : this.drop(callId));
  }

  /** The agent's end is there: both are heard, and recorded. */
  async #seat(callId: string): Promise<void> {
    const line = this.#lines.get(callId);
    if (!line || line.isOurEnd) {
      await this.#orders.remove('agent', callId);
      return;
    }
    line.hasAgent = true;
    const isJoined = await this.#orders.join('agent', callId);
    if (isJoined && this.#settings.recordingsUrl !== null) await this.#orders.record(callId);
  }

  /** The borrower's end is gone: so is everything else of the call. Cause null: nobody heard how. */
  #gone(callId: string, cause: number | null): void {
    const line = this.#lines.get(callId);
    if (!line) return;
    this.#lines.delete(callId);
    const { recordingsUrl } = this.#settings;
    line.end(cause, recordingsUrl === null ? null : `${recordingsUrl}${callId}.wav`);
    if (!line.isConnected) return;
    this.#quietly(this.#orders.remove('agent', callId));
    this.#quietly(this.#orders.remove('bridge', callId));
  }

  /** What became of the calls while nobody listened: one that is gone has ended, though nobody heard how. */
  async #catchUp(awaySince: Date | null): Promise<void> {
    const known = [...this.#lines.values()].filter(({ isPlaced }) => isPlaced);
    const calls = await readCallsAtExchange(this.#settings, this.#names);
    for (const { callId } of known) if (!calls.has(callId)) this.#gone(callId, null);
    for (const [callId, call] of calls) this.#find(callId, call, awaySince);
  }

  #find(callId: string, { isUp, agent }: CallAtExchange, awaySince: Date | null): void {
    const line = this.#lines.get(callId);
    if (!line) {
      const tell = (event: CallEvent) => this.#tell(event);
      const found = { isUp, hasAgent: agent === 'UP' };
      this.#lines.set(callId, AriLine.found(callId, tell, found));
      // Whoever placed it came to its end before it called the agent.
      if (isUp && agent === 'NONE') this.#quietly(this.drop(callId));
      return;
    }
    if (!isUp || line.isOurEnd) return;
    if (line.isConnected) {
      // The agent's end came, or went, unheard.
      if (agent === 'UP') this.#quietly(this.#seat(callId));
      else if (agent === 'NONE') this.#quietly(this.drop(callId));
    } else if (!line.isTold) {
      // Answered at the earliest when we went away: whoever waits for too long is not joined to an agent any more.
      line.pickUp(awaySince ?? new Date());
      line.judge(false);
    }
  }

  #newLine(callId: string): AriLine {
    const line = new AriLine(callId, (event) => this.#tell(event));
    this.#lines.set(callId, line);
    return line;
  }

  #tell(event: CallEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Whom nobody talks to is not left on the line: an end that an exchange away did not take is ordered until it is. */
  async #insist(callId: string, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#later(END_AGAIN_MS, () => {
        // It is in the log already.
        if (this.#lines.has(callId)) this.#insist(callId, end).catch(() => undefined);
      });
      throw error;
    }
  }

  #later(ms: number, happen: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      happen();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  /** For what follows from an event: nobody waits for it, and the comparison with the lines finds what it leaves. */
  #quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.error({ err: error }, 'At the telephone exchange.'));
  }
}

/** Opens an exchange that speaks ARI. It is reached with the first order, not before. */
export function openAriExchange(settings: AriSettings): Telephony {
  return new AriExchange(settings);
}
