import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { seededRandom } from '../random.ts';
import { monthAfter, monthOf, setTargets } from '../targets/target-service.ts';
import type { NewTarget } from '../targets/target-service.ts';
import type { DemoActors } from './demo-people.ts';

/** Rupees a month that a person of a role is to collect, from and to; a manager's is what its people's sum up to. */
const RANGES = {
  COLLECTOR: { from: 600_000, to: 1_000_000 },
  FIELD_AGENT: { from: 40_000, to: 100_000 },
} as const;
const STEP = 5000;
/** Months before this one that have targets. */
const MONTHS_BEFORE = 6;

const isWorker = (role: string): role is keyof typeof RANGES => role in RANGES;

/** Targets of this month and those before for everyone who collects, and for their managers. */
export async function setDemoTargets(context: Context, actors: DemoActors): Promise<void> {
  const month = monthOf(businessDay(context.settings.businessTz));
  const targets: NewTarget[] = [];
  for (let back = MONTHS_BEFORE; back >= 0; back -= 1) {
    const each = monthAfter(month, -back);
    const ofManager = new Map<string, number>();
    for (const { role, userId, username, managerId } of actors.values()) {
      if (!isWorker(role)) continue;
      const random = seededRandom(`target/${username}/${each}`);
      const { from, to } = RANGES[role];
      const amount = random.between(from / STEP, to / STEP) * STEP;
      targets.push({ id: newId(), ownerId: userId, clientId: null, month: each, amount });
      if (managerId !== null) ofManager.set(managerId, (ofManager.get(managerId) ?? 0) + amount);
    }
    for (const [ownerId, amount] of ofManager)
      targets.push({ id: newId(), ownerId, clientId: null, month: each, amount });
  }
  await runCommand(context.db, null, async ({ tx, audit }) => {
    await setTargets(tx, targets, null);
    audit({ action: 'demo.targets', details: { targets: targets.length } });
  });
}
