import { CallMemory } from '../../server/dialer-engine/call-memory.ts';
import type { DropCounts, FloorView, Pacer } from '../../server/dialer-engine/pacing.ts';
import { seededRandom } from '../../server/random.ts';
import type { Random } from '../../server/random.ts';
import { drawFate, drawSeconds } from '../../server/telephony/call-model.ts';
import type { CallFate, CallModel } from '../../server/telephony/call-model.ts';
import { EventQueue } from './event-queue.mts';

/** One simulated shift. */
export interface ShiftPlan {
  readonly seed: string;
  readonly agents: number;
  readonly hours: number;
}

/** What a shift came to. Shares from 0 to 1. */
export interface ShiftResult {
  readonly placed: number;
  readonly answered: number;
  readonly dropped: number;
  /** Dropped of answered. */
  readonly dropShare: number;
  /** Talk and wrap-up, of all the time that agents were not on break. */
  readonly occupancy: number;
}

interface Agent {
  state: 'READY' | 'INCALL' | 'DISPO' | 'BREAK' | 'AWAY';
  since: number;
  wantsBreak: boolean;
  /** Seconds of those still to come. */
  readonly breaks: number[];
}

interface Call {
  readonly fate: CallFate;
  readonly placedAt: number;
  state: 'RINGING' | 'WAITING' | 'OVER';
  answeredAt: number;
}

const RING_LIMIT_SECONDS = 25;
/** An agent must be there within two seconds of the answer. */
const GRACE_SECONDS = 2;
const DECIDE_SECONDS = 3;
const WRAPUP_SPREAD = 0.6;
const CAP_PERCENT = 3;

/** A floor in virtual time: agents, calls in flight, and a pacer that decides every three seconds. */
class Floor {
  readonly #plan: ShiftPlan;
  readonly #pacer: Pacer;
  readonly #memory: CallMemory;
  readonly #people: Random;
  readonly #wrapups: Random;
  readonly #events = new EventQueue();
  readonly #agents: Agent[];
  readonly #calls = new Set<Call>();
  readonly #model: CallModel;
  readonly #wrapupSeconds: number;
  readonly #swing: number;
  #now = 0;
  #busySeconds = 0;
  #paidSeconds = 0;
  #placed = 0;
  #answered = 0;
  #dropped = 0;
  #lastMinute: { at: number; isDropped: boolean }[] = [];

  constructor(plan: ShiftPlan, pacer: Pacer, memory: CallMemory) {
    this.#plan = plan;
    this.#pacer = pacer;
    this.#memory = memory;
    // The world is drawn first, and the same for every pacer of a seed.
    const world = seededRandom(`world ${plan.seed}`);
    this.#people = seededRandom(`people ${plan.seed}`);
    this.#wrapups = seededRandom(`wrap-ups ${plan.seed}`);
    this.#model = {
      answerShare: 0.2 + 0.25 * world.next(),
      machineShare: 0.12 * world.next(),
      busyShare: 0.1,
      failedShare: 0.02,
      ringSeconds: 7 + 5 * world.next(),
      talkSeconds: 70 + 110 * world.next(),
    };
    this.#wrapupSeconds = 15 + 30 * world.next();
    this.#swing = 2 * Math.PI * world.next();
    this.#agents = Array.from({ length: plan.agents }, () => ({
      state: 'AWAY',
      since: 0,
      wantsBreak: false,
      breaks: [],
    }));
  }

  run(): ShiftResult {
    const end = this.#plan.hours * 3600;
    for (const agent of this.#agents) this.#planAgent(agent, end);
    for (let at = 0; at < end; at += 1) this.#events.add(at + 0.5, () => this.#tick(at, end));
    for (let next = this.#events.take(); next; next = this.#events.take()) {
      this.#now = next.at;
      next.happen();
    }
    const answered = this.#answered;
    return {
      placed: this.#placed,
      answered,
      dropped: this.#dropped,
      dropShare: answered === 0 ? 0 : this.#dropped / answered,
      occupancy: this.#busySeconds / this.#paidSeconds,
    };
  }

  /** Comes within the first ten minutes, goes on two breaks. */
  #planAgent(agent: Agent, end: number): void {
    const random = this.#people;
    this.#events.add(600 * random.next(), () => this.#ready(agent));
    for (const part of [0.3, 0.65]) {
      agent.breaks.push(300 + 600 * random.next());
      this.#events.add(end * (part + 0.1 * random.next()), () => {
        if (agent.state === 'READY') this.#takeBreak(agent);
        else agent.wantsBreak = true;
      });
    }
  }

  #ready(agent: Agent): void {
    if (agent.wantsBreak) return this.#takeBreak(agent);
    this.#move(agent, 'READY');
    this.#match();
  }

  #takeBreak(agent: Agent): void {
    agent.wantsBreak = false;
    this.#move(agent, 'BREAK');
    this.#events.add(this.#now + (agent.breaks.shift() ?? 0), () => this.#ready(agent));
  }

  #move(agent: Agent, state: Agent['state']): void {
    const seconds = this.#now - agent.since;
    if (agent.state === 'INCALL' || agent.state === 'DISPO') this.#busySeconds += seconds;
    if (agent.state !== 'BREAK' && agent.state !== 'AWAY') this.#paidSeconds += seconds;
    agent.state = state;
    agent.since = this.#now;
  }

  #tick(at: number, end: number): void {
    const view = this.#view(end);
    this.#pacer.watch(view);
    if (at % DECIDE_SECONDS !== 0) return;
    const { place } = this.#pacer.decide(view);
    for (let count = 0; count < place; count += 1) this.#place();
  }

  /** Answers come and go with the hour. */
  #modelNow(): CallModel {
    const wave = 1 + 0.25 * Math.sin(this.#swing + (2 * Math.PI * this.#now) / 5400);
    return { ...this.#model, answerShare: this.#model.answerShare * wave };
  }

  #place(): void {
    this.#placed += 1;
    // The n-th call of a seed has the same lot, whoever places it.
    const chance = seededRandom(`${this.#plan.seed} call ${this.#placed}`);
    const fate = drawFate(this.#modelNow(), chance, RING_LIMIT_SECONDS);
    const call: Call = { fate, placedAt: this.#now, state: 'RINGING', answeredAt: 0 };
    this.#calls.add(call);
    this.#events.add(this.#now + fate.afterSeconds, () => this.#rangOut(call));
  }

  #rangOut(call: Call): void {
    const isAnswered = call.fate.kind === 'ANSWERED';
    this.#memory.noteRing({ seconds: this.#now - call.placedAt, isAnswered });
    if (!isAnswered) {
      this.#calls.delete(call);
      this.#lastMinute.push({ at: this.#now, isDropped: false });
      return;
    }
    this.#answered += 1;
    call.state = 'WAITING';
    call.answeredAt = this.#now;
    this.#match();
    if (call.state === 'WAITING')
      this.#events.add(this.#now + GRACE_SECONDS, () => this.#drop(call));
  }

  #drop(call: Call): void {
    if (call.state !== 'WAITING') return;
    call.state = 'OVER';
    this.#calls.delete(call);
    this.#dropped += 1;
    this.#lastMinute.push({ at: this.#now, isDropped: true });
  }

  /** The longest-waiting agent takes the longest-waiting call. */
  #match(): void {
    for (const call of this.#calls) {
      if (call.state !== 'WAITING') continue;
      const ready = this.#agents.filter(({ state }) => state === 'READY');
      const [agent] = ready.sort((one, other) => one.since - other.since);
      if (!agent) return;
      call.state = 'OVER';
      this.#calls.delete(call);
      this.#lastMinute.push({ at: this.#now, isDropped: false });
      this.#move(agent, 'INCALL');
      this.#events.add(this.#now + call.fate.talkSeconds, () => this.#wrapUp(agent));
    }
  }

  #wrapUp(agent: Agent): void {
    this.#memory.noteTalk(this.#now - agent.since);
    this.#move(agent, 'DISPO');
    const seconds = drawSeconds(this.#wrapups, this.#wrapupSeconds, WRAPUP_SPREAD);
    this.#events.add(this.#now + seconds, () => {
      this.#memory.noteWrapup(seconds);
      this.#ready(agent);
    });
  }

  #drops(): DropCounts {
    const since = this.#now - 60;
    this.#lastMinute = this.#lastMinute.filter(({ at }) => at > since);
    const counts = { answered: this.#answered, dropped: this.#dropped };
    return {
      ...counts,
      callsToday: this.#placed,
      answeredToday: counts.answered,
      droppedToday: counts.dropped,
      callsLastMinute: this.#lastMinute.length,
      droppedLastMinute: this.#lastMinute.filter(({ isDropped }) => isDropped).length,
    };
  }

  #view(end: number): FloorView {
    const elapsed = (state: Agent['state']) =>
      this.#agents.filter((one) => one.state === state).map(({ since }) => this.#now - since);
    const calls = [...this.#calls];
    const ringing = calls.filter(({ state }) => state === 'RINGING');
    return {
      atSeconds: this.#now,
      ready: elapsed('READY'),
      inCall: elapsed('INCALL'),
      dead: 0,
      wrapping: elapsed('DISPO'),
      ringing: ringing.map(({ placedAt }) => this.#now - placedAt),
      waiting: calls.length - ringing.length,
      freeTrunks: this.#plan.agents * 4,
      maxLevel: 3,
      capPercent: CAP_PERCENT,
      drops: this.#drops(),
      minutesToShiftEnd: (end - this.#now) / 60,
    };
  }
}

/** Plays a shift with a pacer; the same plan is the same world for every pacer. */
export function playShift(plan: ShiftPlan, makePacer: (memory: CallMemory) => Pacer): ShiftResult {
  const memory = new CallMemory();
  return new Floor(plan, makePacer(memory), memory).run();
}
