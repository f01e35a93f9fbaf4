import type { CallMemory } from '../server/dialer-engine/call-memory.ts';
import { levelPacer } from '../server/dialer-engine/pacing-level.ts';
import { survivalPacer } from '../server/dialer-engine/pacing-survival.ts';
import type { Pacer } from '../server/dialer-engine/pacing.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { playShift } from './pacing/floor.mts';
import type { ShiftResult } from './pacing/floor.mts';

const SIZES = [10, 20, 50, 100, 200];
const SEEDS = 100;
const HOURS = 2;
/** Most dropped of a shift's answered calls, percent. */
const CAP_PERCENT = 3;

const PACERS: Readonly<Record<string, (memory: CallMemory) => Pacer>> = {
  ours: survivalPacer,
  'level over ready agents': () => levelPacer({ counted: 'READY' }),
  'level over all agents': () => levelPacer({ counted: 'ALL' }),
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share: number): string => (100 * share).toFixed(2);

function playAll(agents: number): Map<string, ShiftResult[]> {
  const results = new Map<string, ShiftResult[]>();
  for (const [name, makePacer] of Object.entries(PACERS)) {
    const shifts = Array.from({ length: SEEDS }, (_, seed) =>
      playShift({ seed: String(seed), agents, hours: HOURS }, makePacer),
    );
    results.set(name, shifts);
    const drops = shifts.map(({ dropShare }) => dropShare);
    const cells = [
      String(agents),
      name,
      percent(mean(drops)),
      percent(Math.max(...drops)),
      String(drops.filter((share) => share > CAP_PERCENT / 100).length),
      percent(mean(shifts.map(({ occupancy }) => occupancy))),
      mean(shifts.map(({ placed }) => placed)).toFixed(0),
    ];
    console.error(`| ${cells.join(' | ')} |`);
  }
  return results;
}

/** Mean over the seeds, percent. */
const occupancy = (shifts: readonly ShiftResult[]) =>
  100 * mean(shifts.map((one) => one.occupancy));

function rowsOf(agents: number): BenchRow[] {
  const results = playAll(agents);
  const ours = results.get('ours') ?? [];
  const others = [...results].filter(([name]) => name !== 'ours').map(([, shifts]) => shifts);
  const best = Math.max(...others.map(occupancy));
  const won = ours.filter((shift, seed) =>
    others.every((shifts) => shift.occupancy >= (shifts[seed]?.occupancy ?? 0)),
  );
  const worst = 100 * Math.max(...ours.map(({ dropShare }) => dropShare));
  const name = `${agents} agents, ${SEEDS} seeds`;
  return [
    benchRow(`${name}: dropped of answered, worst seed`, worst, null, { atMost: CAP_PERCENT }, '%'),
    benchRow(
      `${name}: occupancy beside the better baseline`,
      occupancy(ours),
      best,
      { atLeast: 1 },
      '%',
    ),
    benchRow(
      `${name}: seeds in which ours is at least both baselines`,
      (100 * won.length) / SEEDS,
      null,
      { atLeast: 50 },
      '%',
    ),
  ];
}

/**
 * Shifts of two hours in virtual time, the same worlds for our pacing and the level-adapting baseline: who is dropped, how
 * busy agents are.
 */
export async function run(): Promise<BenchRow[]> {
  console.error(
    '| agents | pacing | dropped % | worst seed % | seeds over 3 % | occupancy % | calls |',
  );
  console.error('| --- | --- | --- | --- | --- | --- | --- |');
  return SIZES.flatMap(rowsOf);
}
