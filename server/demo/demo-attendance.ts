import { randomBytes } from 'node:crypto';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay, instantOf } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { agentBreaks, sessions } from '../database/tables/people.ts';
import { newId } from '../ids.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import type { DemoActors } from './demo-people.ts';

/** Weeks at work behind the demo, days; today is left to whoever tries it. */
const daysAtWork = 24;
const breakReasons = ['tea', 'lunch', 'tea', 'bio', 'teammeeting'] as const;
const MINUTE_MS = 60_000;

type NewSession = typeof sessions.$inferInsert;
type NewBreak = typeof agentBreaks.$inferInsert;

/** A working day's logins: one, or two when the first was left idle over lunch. */
function sessionsOf(random: Random, actor: Actor, start: number): NewSession[] {
  const spans: readonly (readonly [number, number, string])[] = random.chance(0.3)
    ? [
        [0, random.between(200, 240), 'idle'],
        [random.between(265, 285), random.between(500, 560), 'logout'],
      ]
    : [[0, random.between(500, 560), 'logout']];
  return spans.map(([from, to, endReason]) => {
    const begin = new Date(start + from * MINUTE_MS).toISOString();
    const end = new Date(start + to * MINUTE_MS).toISOString();
    return {
      id: newId(),
      // Nobody has the token of it: it was random bytes.
      tokenHash: randomBytes(32),
      userId: actor.userId,
      role: actor.role,
      createdAt: begin,
      lastSeenAt: end,
      expiresAt: end,
      endedAt: end,
      endReason,
    };
  });
}

function breaksOf(random: Random, actor: Actor, start: number): NewBreak[] {
  if (actor.location !== 'D') return [];
  return breakReasons.map((reason, at) => {
    const begin = start + (60 + at * 90 + random.between(0, 25)) * MINUTE_MS;
    const minutes = reason === 'lunch' ? random.between(25, 40) : random.between(4, 14);
    return {
      id: newId(),
      userId: actor.userId,
      reason,
      startedAt: new Date(begin).toISOString(),
      endedAt: new Date(begin + minutes * MINUTE_MS).toISOString(),
    };
  });
}

/** Gives the demo's people the logins, logouts and breaks of the weeks that they worked: no Sundays, now and then a day off. */
export async function recordDemoAttendance(context: Context, actors: DemoActors): Promise<void> {
  const zone = context.settings.businessTz;
  const random = seededRandom('attendance');
  const today = businessDay(zone);
  const worked: NewSession[] = [];
  const paused: NewBreak[] = [];
  for (const actor of actors.values())
    for (let ago = daysAtWork; ago > 0; ago -= 1) {
      const day = addDays(today, -ago);
      const isOff = new Date(`${day}T00:00:00Z`).getUTCDay() === 0 || random.chance(0.06);
      if (isOff) continue;
      const start = Date.parse(instantOf(zone, day, `09:${String(random.between(10, 50))}`));
      worked.push(...sessionsOf(random, actor, start));
      paused.push(...breaksOf(random, actor, start));
    }
  await runCommand(context.db, null, async ({ tx, audit }) => {
    if (worked.length > 0) await tx.insert(sessions).values(worked);
    if (paused.length > 0) await tx.insert(agentBreaks).values(paused);
    audit({ action: 'demo.attendance', details: { sessions: worked.length } });
  });
}
