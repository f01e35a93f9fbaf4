import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/connection.ts';
import type { CallEvent, Telephony } from '../telephony/telephony-service.ts';
import { log } from '../log.ts';
import { applyEvent, connectWaiting, giveUpWaiting } from './call-flow.ts';
import type { AnswerRules, CallStep, LineOrder } from './call-flow.ts';
import { asHolder, Deposed } from './lease.ts';
import type { Lease } from './lease.ts';

/** What the pump works with. `lease` is null while another process runs the engine. */
export interface PumpContext extends AnswerRules {
  readonly db: Db;
  readonly telephony: Telephony;
  readonly lease: () => Lease | null;
}

/** A transaction that takes longer than this stands still: its database is away and has not said so yet. */
const STANDSTILL_MS = 1000;
/** How long until what failed is tried again: the database may be away for a while. */
const RETRY_MS = 250;

/** What the database refuses so often is not tried again: all other calls would wait behind it. */
const MOST_REFUSALS = 3;

type Work = (tx: Db) => Promise<CallStep | null>;

/** Whether the database answered, and refused the work itself (data, constraints, statements): waiting mends nothing. */
function isRefusal(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string' && /^(?:22|23|42)[0-9A-Z]{3}$/.test(one.code))
      return true;
  return false;
}

/**
 * Takes what the exchange tells one after the other, in transactions of the lease's holder. While the database is away it
 * keeps everything; a borrower who waits hears the recorded message in time all the same.
 */
export class EventPump {
  readonly #context: PumpContext;
  readonly #queue: Work[] = [];
  /** Calls that wait for an agent, with what drops them. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #running: Promise<void> | null = null;
  #isStuck = false;
  /** When the work under way began, on the steady clock. */
  #triedAtMs = Number.POSITIVE_INFINITY;
  readonly #refusals = new WeakMap<Work, number>();
  /** Calls that were dropped before their row could say so. */
  readonly #dropped = new Set<string>();
  #isStopped = false;

  constructor(context: PumpContext) {
    this.#context = context;
  }

  /** Something the exchange told. */
  take(event: CallEvent): void {
    if (event.kind === 'RINGING' || this.#isStopped) return;
    if (event.kind === 'ANSWERED') this.#wait(event.callId);
    else {
      this.#forget(event.callId);
      this.#dropped.delete(event.callId);
    }
    this.#add((tx) => applyEvent(tx, event, this.#context));
  }

  /** An agent may have become ready. */
  matchWaiting(): void {
    for (const callId of this.#waiting.keys())
      this.#add((tx) => connectWaiting(tx, callId, this.#context.businessTz));
  }

  /** Forgets what another process now answers for. */
  reset(): void {
    this.#queue.length = 0;
    for (const callId of this.#waiting.keys()) this.#forget(callId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.reset();
    await this.#running;
  }

  #wait(callId: string): void {
    if (this.#waiting.has(callId)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(callId);
      // Nothing can be written now: the message must not wait for that. The row follows.
      if (this.#isStuck || performance.now() - this.#triedAtMs > STANDSTILL_MS) {
        this.#dropped.add(callId);
        void this.#order({ kind: 'DROP', callId });
      }
      this.#add((tx) => giveUpWaiting(tx, callId));
    }, this.#context.graceMs);
    this.#waiting.set(callId, timer);
  }

  #forget(callId: string): void {
    clearTimeout(this.#waiting.get(callId));
    this.#waiting.delete(callId);
  }

  #add(work: Work): void {
    this.#queue.push(work);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  async #run(): Promise<void> {
    for (let work = this.#queue[0]; work && !this.#isStopped; work = this.#queue[0]) {
      const isDone = await this.#try(work);
      if (this.#queue[0] === work && isDone) this.#queue.shift();
      if (!isDone) await sleep(RETRY_MS);
    }
  }

  /** True when it is done or nobody's business here any more. */
  async #try(work: Work): Promise<boolean> {
    const { db, lease } = this.#context;
    const held = lease();
    if (held === null) return true;
    this.#triedAtMs = performance.now();
    try {
      const step = await asHolder(db, held, work);
      this.#isStuck = false;
      this.#triedAtMs = Number.POSITIVE_INFINITY;
      for (const order of step?.orders ?? []) await this.#order(order);
      return true;
    } catch (error) {
      this.#triedAtMs = Number.POSITIVE_INFINITY;
      if (error instanceof Deposed) return true;
      if (isRefusal(error) && this.#isGivenUp(work)) {
        // The call's line and row are compared every few seconds: what is left of it ends there.
        log.error({ err: error }, 'The dialer gives up something that the exchange told.');
        return true;
      }
      if (!this.#isStuck) log.error({ err: error }, 'The dialer keeps what the exchange tells.');
      this.#isStuck = true;
      return false;
    }
  }

  #isGivenUp(work: Work): boolean {
    const refusals = (this.#refusals.get(work) ?? 0) + 1;
    this.#refusals.set(work, refusals);
    return refusals >= MOST_REFUSALS;
  }

  async #order(order: LineOrder): Promise<void> {
    const { telephony } = this.#context;
    const { callId } = order;
    this.#forget(callId);
    // Its line plays the message already: the agent's wrap-up begins when that ends.
    if (order.kind === 'CONNECT' && this.#dropped.has(callId)) return;
    try {
      if (order.kind === 'CONNECT')
        await telephony.connect(callId, {
          userId: order.agentId,
          extension: order.extension,
        });
      else if (order.kind === 'DROP') await telephony.drop(callId);
      else await telephony.hangUp(callId);
    } catch (error) {
      // The exchange tells by events, or the comparison with its lines finds it.
      log.error({ err: error }, `The exchange did not take ${order.kind} of call ${callId}.`);
    }
  }
}
