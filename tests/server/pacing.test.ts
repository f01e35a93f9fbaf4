import { describe, expect, it } from 'vitest';
import { PACING_WHYS } from '../../contract/pacing-why.ts';
import { pacing as words } from '../../src/lib/texts/en/pacing.ts';
import { playShift } from '../../bench/pacing/floor.mts';
import { CallMemory } from '../../server/dialer-engine/call-memory.ts';
import { numberOfSeries } from '../../server/dialer-engine/caller-id.ts';
import type { FloorView, Pacer } from '../../server/dialer-engine/pacing.ts';
import { levelPacer } from '../../server/dialer-engine/pacing-level.ts';
import {
  decideWithinCap,
  progressivePacer,
} from '../../server/dialer-engine/pacing-progressive.ts';
import { survivalPacer } from '../../server/dialer-engine/pacing-survival.ts';
import { survivalCurve } from '../../server/dialer-engine/survival-curve.ts';
import { openSimulator } from '../../server/telephony/simulator.ts';
import { drawFate } from '../../server/telephony/call-model.ts';
import { seededRandom } from '../../server/random.ts';
import { casesOf } from '../support/cases.ts';

const seconds = (count: number, each = 10): number[] => Array.from({ length: count }, () => each);

const NO_DROPS = {
  answered: 0,
  dropped: 0,
  callsToday: 0,
  answeredToday: 0,
  droppedToday: 0,
  callsLastMinute: 0,
  droppedLastMinute: 0,
};

function view(more: Partial<FloorView> = {}): FloorView {
  return {
    atSeconds: 0,
    ready: seconds(5),
    inCall: seconds(15),
    dead: 0,
    wrapping: [],
    ringing: [],
    waiting: 0,
    freeTrunks: 100,
    maxLevel: 3,
    capPercent: 3,
    drops: NO_DROPS,
    minutesToShiftEnd: 240,
    ...more,
  };
}

/** Shows a pacer the same floor for a while, second by second. */
function watchFor(pacer: Pacer, from: number, to: number, floor: FloorView): void {
  for (let at = from; at <= to; at += 1) pacer.watch({ ...floor, atSeconds: at });
}

describe('progressive pacing', () => {
  it('places one call for each free agent, counting those that ring', () => {
    expect(progressivePacer().decide(view({ ringing: seconds(2) }))).toMatchObject({
      level: 1,
      goal: 5,
      place: 3,
      why: 'PROGRESSIVE',
    });
    expect(progressivePacer().decide(view({ ready: [], inCall: [] }))).toMatchObject({
      place: 0,
      why: 'NO_AGENT',
    });
  });

  it('never places more than there are trunks', () => {
    expect(progressivePacer().decide(view({ freeTrunks: 2 }))).toMatchObject({
      place: 2,
      why: 'TRUNKS',
    });
  });
});

describe('level-adapting pacing', () => {
  const ready = { counted: 'READY' } as const;

  it('raises the level by the share of agents that waited, every 15 seconds, up to its limit', () => {
    const pacer = levelPacer(ready);
    pacer.watch(view());
    // (5 ready - 0 waiting) / 20 agents: a quarter more.
    expect(pacer.decide(view())).toMatchObject({ level: 1.25, goal: 6, place: 6 });
    watchFor(pacer, 1, 14, view());
    expect(pacer.decide(view()).level).toBe(1.25);
    watchFor(pacer, 15, 15, view());
    expect(pacer.decide(view()).level).toBe(1.563);
    watchFor(pacer, 16, 400, view());
    expect(pacer.decide(view()).level).toBe(3);
  });

  it('lowers it while calls wait, down to one', () => {
    const pacer = levelPacer(ready);
    watchFor(pacer, 0, 400, view());
    watchFor(pacer, 415, 416, view({ ready: [], inCall: seconds(20), waiting: 10 }));
    expect(pacer.decide(view()).level).toBeLessThan(3);
    watchFor(pacer, 417, 700, view({ ready: [], inCall: seconds(20), waiting: 10 }));
    expect(pacer.decide(view()).level).toBe(1);
  });

  it('halves it when most calls of a minute were dropped', () => {
    const pacer = levelPacer(ready);
    const burst = { ...NO_DROPS, callsLastMinute: 30, droppedLastMinute: 16 };
    watchFor(pacer, 0, 400, view());
    watchFor(pacer, 420, 420, view({ drops: burst }));
    expect(pacer.decide(view())).toMatchObject({ level: 1.5, why: 'DROP_BURST' });
  });

  it('heeds the cap by its method', () => {
    const over = { ...NO_DROPS, callsToday: 400, answeredToday: 100, droppedToday: 4 };
    const levelBy = (method: 'HARD_LIMIT' | 'AVERAGE' | 'TAPERED') => {
      const pacer = levelPacer({ ...ready, method });
      watchFor(pacer, 0, 400, view());
      watchFor(pacer, 420, 420, view({ drops: over, minutesToShiftEnd: 120 }));
      return pacer.decide(view());
    };
    expect(levelBy('HARD_LIMIT')).toMatchObject({ level: 1, why: 'DROP_CAP' });
    expect(levelBy('AVERAGE').level).toBe(1.5);
    // A quarter of the shift is left.
    expect(levelBy('TAPERED').level).toBe(1.5);
  });

  it('counts talking agents with their calls when all agents count', () => {
    const pacer = levelPacer({ counted: 'ALL' });
    // 20 agents, 15 of their calls are in flight with those that ring.
    expect(pacer.decide(view({ ringing: seconds(2) })).place).toBe(3);
  });

  it('is braked while more than the cap of 30 days is dropped', () => {
    const pacer = levelPacer(ready);
    watchFor(pacer, 0, 400, view());
    const drops = { ...NO_DROPS, answered: 100, dropped: 4 };
    expect(decideWithinCap(pacer, view({ drops }))).toMatchObject({ place: 5, why: 'DROP_CAP' });
    expect(decideWithinCap(pacer, view({ drops: { ...drops, dropped: 3 } })).place).toBe(15);
  });

  it('goes call by call with too few agents', () => {
    expect(levelPacer().decide(view({ ready: seconds(1), inCall: seconds(1) }))).toMatchObject({
      place: 1,
      why: 'FEW_AGENTS',
    });
  });
});

describe('survival curves', () => {
  it('follow what was seen, the censored ones too', () => {
    const prior = { meanSeconds: 100, weight: 0.001 };
    const seen = Array.from({ length: 100 }, (_, at) => at + 1);
    const curve = survivalCurve(seen, [], prior);
    expect(curve.lasts(50)).toBeCloseTo(0.5, 1);
    expect(curve.endsWithin(50, 25)).toBeCloseTo(0.5, 1);
    expect(curve.lasts(0)).toBe(1);
    // As many still last after 60 seconds: fewer end than the ended ones alone say.
    const censored = survivalCurve(seen, seconds(100, 60), prior);
    expect(censored.lasts(60)).toBeGreaterThan(curve.lasts(60) + 0.2);
  });

  it('begin with what is believed and never answer nonsense', () => {
    const curve = survivalCurve([], [], { meanSeconds: 120, weight: 10 });
    expect(curve.lasts(120)).toBeGreaterThan(0.2);
    expect(curve.lasts(120)).toBeLessThan(0.55);
    for (const elapsed of [0, 1, 300, 1199, 5000])
      for (const within of [0, 5, 30]) {
        const chance = curve.endsWithin(elapsed, within);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }
  });
});

/** A campaign of which a third of the calls are answered. */
const learned = () => {
  const memory = new CallMemory();
  for (let call = 0; call < 300; call += 1) {
    memory.noteRing({ seconds: 10, isAnswered: call % 3 === 0 });
    memory.noteTalk(60 + (call % 60));
    memory.noteWrapup(15);
  }
  return memory;
};

describe('our pacing', () => {
  it('places more than one call for each free agent when a third is answered', () => {
    const drops = { ...NO_DROPS, answered: 1000, dropped: 10 };
    const decided = survivalPacer(learned()).decide(view({ drops }));
    expect(decided.place).toBeGreaterThan(5);
    expect(decided.place).toBeLessThanOrEqual(3 * 20);
    expect(decided).toMatchObject({ why: 'FREE_SOON' });
    expect(decided.figures['answerShare']).toBeCloseTo(1 / 3, 1);
  });

  it('takes the brake before the cap is passed', () => {
    const drops = { ...NO_DROPS, answered: 1000, dropped: 29 };
    expect(survivalPacer(learned()).decide(view({ drops }))).toMatchObject({
      place: 5,
      why: 'DROP_CAP',
    });
  });

  it('counts on an agent whose talk is nearly over more than on one who begins', () => {
    const drops = { ...NO_DROPS, answered: 1000, dropped: 0 };
    const place = (elapsed: number) =>
      survivalPacer(learned()).decide(view({ ready: [], inCall: seconds(20, elapsed), drops }))
        .place;
    expect(place(115)).toBeGreaterThanOrEqual(place(5));
    expect(place(5)).toBe(0);
  });
});

describe('decisions', () => {
  it('say why in words that the catalogue has', () => {
    expect(Object.keys(words.why).sort()).toEqual([...PACING_WHYS].sort());
    const drops = { ...NO_DROPS, answered: 1000, dropped: 10 };
    const { figures } = survivalPacer(learned()).decide(view({ drops }));
    for (const figure of Object.keys(figures)) expect(Object.keys(words.figure)).toContain(figure);
  });
});

describe('simulated shifts', () => {
  it.each([10, 40])(
    'of %i agents: ours drops at most 3 % in each, and agents wait less',
    (agents) => {
      const shifts = Array.from({ length: casesOf(20) }, (_, seed) => {
        const plan = { seed: `test ${seed}`, agents, hours: 1.5 };
        return {
          ours: playShift(plan, survivalPacer),
          level: playShift(plan, () => levelPacer({ counted: 'READY' })),
          all: playShift(plan, () => levelPacer({ counted: 'ALL' })),
        };
      });
      for (const { ours } of shifts) expect(ours.dropShare).toBeLessThanOrEqual(0.03);
      const mean = (pacing: 'ours' | 'level' | 'all') =>
        shifts.reduce((sum, shift) => sum + shift[pacing].occupancy, 0) / shifts.length;
      expect(mean('ours')).toBeGreaterThanOrEqual(mean('level'));
      expect(mean('ours')).toBeGreaterThanOrEqual(mean('all'));
    },
  );

  it('come out the same for the same seed', () => {
    const plan = { seed: 'same', agents: 10, hours: 0.5 };
    expect(playShift(plan, survivalPacer)).toEqual(playShift(plan, survivalPacer));
  });
});

describe('the embedded exchange', () => {
  const model = {
    answerShare: 0.35,
    machineShare: 0.1,
    busyShare: 0.1,
    failedShare: 0.02,
    ringSeconds: 9,
    talkSeconds: 120,
  };

  it('draws calls in the shares and times that are set', () => {
    const random = seededRandom('shares');
    const fates = Array.from({ length: 20_000 }, () => drawFate(model, random, 60));
    const share = (kind: string) =>
      fates.filter((fate) => fate.kind === kind).length / fates.length;
    expect(share('ANSWERED')).toBeCloseTo(0.35, 1);
    expect(share('BUSY')).toBeCloseTo(0.1, 1);
    expect(share('MACHINE')).toBeCloseTo(0.1, 1);
    const talks = fates.flatMap(({ kind, talkSeconds }) =>
      kind === 'ANSWERED' ? [talkSeconds] : [],
    );
    const mean = talks.reduce((sum, talk) => sum + talk, 0) / talks.length;
    expect(Math.abs(mean - 120)).toBeLessThan(12);
  });

  it('tells what became of each call once, and forgets it', async () => {
    const exchange = openSimulator({ model, seed: 'tells', speed: 1000 });
    const told = new Map<string, string[]>();
    exchange.listen(({ callId, kind }) => {
      told.set(callId, [...(told.get(callId) ?? []), kind]);
      if (kind === 'ANSWERED') void exchange.connect(callId, { userId: 'agent', extension: '1' });
      if (kind === 'MACHINE') void exchange.hangUp(callId);
    });
    for (let call = 0; call < 60; call += 1) {
      const order = {
        callId: `call ${call}`,
        number: '919812345678',
        callerId: null,
        ringSeconds: 25,
      };
      await Promise.all([exchange.place(order), exchange.place(order)]);
    }
    await expect.poll(async () => (await exchange.liveCalls()).length).toBe(0);
    const stories = [...told.values()].map((kinds) => kinds.join(' '));
    expect(stories).toHaveLength(60);
    const known = ['ANSWERED HUNG_UP', 'MACHINE ENDED', 'BUSY', 'NO_ANSWER', 'FAILED'];
    for (const story of stories) expect(known.map((end) => `RINGING ${end}`)).toContain(story);
    expect(stories).toContain('RINGING ANSWERED HUNG_UP');
    await exchange.close();
  });
});

describe('caller numbers', () => {
  it('are made of a series in turn', () => {
    expect(numberOfSeries('0221600xxxx', 42)).toBe('02216000042');
    expect(numberOfSeries('0221600xxxx', 123_456)).toBe('02216003456');
    expect(numberOfSeries('1600 123 456', 7)).toBe('1600123456');
    expect(numberOfSeries('any', 7)).toBeNull();
  });
});
