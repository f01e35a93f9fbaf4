import { sql } from 'drizzle-orm';
import { isProcessOf } from '../../contract/campaign.ts';
import { DIALER_LOCATION } from '../../contract/dialer-agent.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { againstRules, notFound } from '../errors.ts';
import { lockPeople } from './person-rules.ts';

/**
 * Gives collectors at the dialer (location D) a predictive process, or takes it from those who have `from`. Returns the ids
 * of those whose process changed. Throws 404 when one is not the actor's to see, 422 when one is not at the dialer.
 */
export async function assignPredictiveProcess(
  { tx, audit }: Command,
  actor: Actor,
  ids: readonly string[],
  { from, to }: { from?: string; to: string | null },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const people = await lockPeople(tx, actor, ids, ['COLLECTOR']);
  if (people.length < new Set(ids).size) throw notFound('One of these agents');
  const stranger = people.find(({ location }) => location !== DIALER_LOCATION);
  if (stranger)
    throw againstRules(
      'NOT_A_DIALER',
      `${stranger.fullName} does not work at the dialer. Set the location to D on the collector's form first.`,
      [fieldProblem('join', 'wrong-agent')],
    );
  const changed = people.filter(
    ({ predictiveProcess: has }) =>
      has !== to && (from === undefined || isProcessOf(has, { name: from })),
  );
  if (changed.length === 0) return [];
  const changedIds = changed.map(({ id }) => id);
  await tx.execute(
    sql`update users set predictive_process = ${to} where id = any(${sql.param(changedIds)}::uuid[])`,
  );
  for (const { id, predictiveProcess } of changed)
    audit({
      action: 'user.change',
      entity: 'user',
      entityId: id,
      details: { fields: ['assignedPredictiveProcess'], from: predictiveProcess, to },
    });
  return changedIds;
}

/** A process has another name from now on: its agents stay with it. */
export async function renamePredictiveProcess(
  { tx }: Command,
  from: string,
  to: string,
): Promise<void> {
  await tx.execute(
    sql`update users set predictive_process = ${to} where lower(predictive_process) = lower(${from})`,
  );
}
