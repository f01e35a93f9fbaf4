import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Part } from '../lifecycle.ts';
import { log } from '../log.ts';
import { listenLive } from '../live-events/live-events.ts';
import { openTelephony } from '../telephony/telephony-service.ts';
import type { CallOrder, Telephony } from '../telephony/telephony-service.ts';
import { repeat } from '../upkeep.ts';
import type { Repetition } from '../upkeep.ts';
import { CALL_OVER, giveUpLine } from './call-ending.ts';
import { CampaignPacing, logDecision } from './campaign-pacing.ts';
import {
  compareWithLines,
  cutForbidden,
  forgetOldDecisions,
  NOTHING_OUT_OF_PLACE,
  stopLeads,
  wakeLeads,
  wrapUpDeadLines,
} from './engine-upkeep.ts';
import type { OutOfPlace } from './engine-upkeep.ts';
import { EventPump } from './event-pump.ts';
import { placeCalls, whyNoLead } from './lead-picking.ts';
import { decideWithinCap } from './pacing-progressive.ts';
import { Deposed, giveLeaseBack, takeLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { endLostCall, takeOverCalls } from './take-over.ts';

/** Life's milliseconds; the simulator's speed shortens them. */
const BEAT_MS = 1000;
const LEAST_BEAT_MS = 100;
const BEATS_TO_DECIDE = 3;
const BEATS_TO_LOOK_AFTER = 10;
/** Reads every waiting lead; those that must not be called are passed over before. */
const BEATS_TO_STOP_LEADS = 60;
const BEATS_TO_FORGET = 3600;
/** An agent must be there within two seconds of the answer: the order needs a moment too. */
const GRACE_MS = 1800;
const LEAST_GRACE_MS = 300;
/** The lease must last so much longer for a call to go out. */
const LEASE_MARGIN_MS = 1000;
const LEASE_CHECK_MS = 1000;

/** The pacing engine of this process: it waits until the lease is its own, then works all campaigns. */
class DialerEngine {
  readonly #context: Context;
  readonly #telephony: Telephony;
  readonly #holder = newId();
  readonly #speed: number;
  readonly #pump: EventPump;
  #pacing: CampaignPacing;
  #lease: Lease | null = null;
  /** The epoch whose taking over is done. */
  #readyEpoch: number | null = null;
  #outOfPlace: OutOfPlace = NOTHING_OUT_OF_PLACE;
  #beats = 0;
  #hasFailed = false;
  #isStopped = false;
  readonly #stops: (() => void)[] = [];
  readonly #loops: Repetition[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#telephony = openTelephony(context.settings);
    this.#speed = context.settings.simulator.speed;
    this.#pacing = new CampaignPacing(context.settings.businessTz, this.#speed);
    this.#pump = new EventPump({
      db: context.db,
      telephony: this.#telephony,
      lease: () => this.#lease,
      businessTz: context.settings.businessTz,
      graceMs: Math.max(LEAST_GRACE_MS, GRACE_MS / this.#speed),
    });
  }

  start(): void {
    this.#stops.push(
      this.#telephony.listen((event) => this.#pump.take(event)),
      listenLive(this.#context, (topic) => this.#hear(topic)),
    );
    const everyBeat = Math.max(LEAST_BEAT_MS, BEAT_MS / this.#speed);
    this.#loops.push(
      this.#every(LEASE_CHECK_MS, () => this.#keepLease()),
      this.#every(everyBeat, () => this.#beat()),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#pump.stop();
    await giveLeaseBack(this.#context.db, this.#holder).catch(() => undefined);
    await this.#telephony.close();
  }

  #every(ms: number, work: () => Promise<void>): Repetition {
    return repeat(ms, work, (error) => this.#fail(error));
  }

  /** Says it once; what failed is tried at the next beat. */
  #fail(error: unknown): void {
    if (error instanceof Deposed) return this.#depose();
    if (!this.#hasFailed) log.error({ err: error }, 'The dialer waits.');
    this.#hasFailed = true;
  }

  #hear(topic: string): void {
    if (this.#lease === null) return;
    if (topic.startsWith(CALL_OVER))
      void giveUpLine(this.#context.db, this.#telephony, topic.slice(CALL_OVER.length)).catch(
        () => undefined,
      );
    else if (topic.startsWith('agent:')) this.#pump.matchWaiting();
  }

  async #keepLease(): Promise<void> {
    const lease = await takeLease(this.#context.db, this.#holder);
    if (lease === null) return this.#depose();
    this.#lease = lease;
  }

  /** Another process has taken over: what is still told here is its business. */
  #depose(): void {
    this.#lease = null;
    this.#readyEpoch = null;
    this.#pump.reset();
  }

  async #beat(): Promise<void> {
    const lease = this.#lease;
    if (lease === null) return;
    const { db } = this.#context;
    if (this.#readyEpoch !== lease.epoch) {
      this.#pacing = new CampaignPacing(this.#context.settings.businessTz, this.#speed);
      this.#outOfPlace = NOTHING_OUT_OF_PLACE;
      const ended = await takeOverCalls(db, lease, this.#telephony);
      if (ended > 0) log.warn(`The dialer took over and ended ${ended} calls that were lost.`);
      this.#readyEpoch = lease.epoch;
      this.#beats = 0;
    }
    this.#beats += 1;
    // Word of an agent who became ready may have been missed.
    this.#pump.matchWaiting();
    await wrapUpDeadLines(db, lease, this.#speed);
    if (this.#beats % BEATS_TO_LOOK_AFTER === 1) await this.#lookAfter(lease);
    const floors = await this.#pacing.look(db);
    if (this.#beats % BEATS_TO_DECIDE !== 0) return;
    const placing = { db, lease, businessTz: this.#context.settings.businessTz };
    await cutForbidden(placing, this.#telephony);
    if (floors.length === 0) return;
    // Throws while the exchange is away: a call that can't go out must not count as an attempt.
    await this.#telephony.liveCalls();
    for (const floor of floors) {
      const decided = decideWithinCap(floor.pacer, floor.view);
      const placed = await placeCalls(placing, floor.campaign, decided.place, (order) =>
        this.#send(lease, order),
      );
      const why = placed === 0 && decided.place > 0 ? await whyNoLead(db, floor.campaign) : null;
      await logDecision(db, lease, floor, { ...decided, why: why ?? decided.why }, placed);
    }
  }

  async #lookAfter(lease: Lease): Promise<void> {
    const { db } = this.#context;
    this.#outOfPlace = await compareWithLines(db, lease, this.#telephony, this.#outOfPlace);
    if (this.#beats % BEATS_TO_STOP_LEADS === 1) {
      await stopLeads(db, lease);
      await wakeLeads(db, lease, this.#beats === 1);
    }
    if (this.#beats % BEATS_TO_FORGET === 1) await forgetOldDecisions(db);
    this.#hasFailed = false;
  }

  /** The call is committed: now it may ring. Not when the lease may be another's by now; that one has ended the call. */
  async #send(lease: Lease, order: CallOrder): Promise<void> {
    const current = this.#lease;
    const isHeld =
      current?.epoch === lease.epoch && current.validUntilMs - LEASE_MARGIN_MS > performance.now();
    if (isHeld && !this.#isStopped)
      try {
        await this.#telephony.place(order);
        return;
      } catch (error) {
        log.error({ err: error }, 'The exchange did not take a call.');
      }
    await endLostCall(this.#context.db, lease, order.callId);
  }
}

/**
 * Begins the dialer in this process. Of all processes on the database one works the campaigns; when it is gone another
 * follows within seconds.
 */
export function startDialerEngine(context: Context): Part {
  const engine = new DialerEngine(context);
  engine.start();
  return { name: 'dialer', stop: () => engine.stop() };
}
