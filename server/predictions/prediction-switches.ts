import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ClientSwitch, clientSwitchBody } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { openUsedModel } from './model-records.ts';
import { SCORING_QUEUE, addScoring } from './scoring-records.ts';

async function readSwitches(db: Db, where: SQL): Promise<ClientSwitch[]> {
  const { rows } = await db.execute<ClientSwitch & Record<string, unknown>>(sql`
    select c.id as "clientId", c.name as client, coalesce(w.is_used, true) as "isUsed",
      w.group_column as "groupColumn"
    from clients c left join prediction_switches w on w.client_id = c.id
    where ${where} order by c.name, c.id`);
  return rows;
}

/** For which clients scores are used, and how. */
export const listSwitches = (db: Db): Promise<ClientSwitch[]> => readSwitches(db, sql`true`);

/** Says whether and how a client's loans are scored; its loans are scored anew. Throws 404. */
export async function saveSwitch(
  context: Context,
  actor: Actor,
  clientId: string,
  { isUsed, groupColumn }: z.output<typeof clientSwitchBody>,
): Promise<ClientSwitch> {
  const column = groupColumn?.trim() ? groupColumn.trim() : null;
  const saved = await runCommand(context.db, actor, async ({ tx, audit }) => {
    const [before] = await readSwitches(tx, sql`c.id = ${clientId}`);
    if (!before) throw notFound('The client');
    await tx.execute(sql`
      insert into prediction_switches (client_id, is_used, group_column, updated_by)
      values (${clientId}, ${isUsed}, ${column}, ${actor.userId})
      on conflict (client_id) do update set is_used = excluded.is_used, group_column = excluded.group_column,
        updated_by = excluded.updated_by, updated_at = now()`);
    const [after] = await readSwitches(tx, sql`c.id = ${clientId}`);
    if (!after) throw notFound('The client');
    if (before.isUsed !== after.isUsed && (await openUsedModel(tx)) !== null)
      await addScoring(context, tx, actor);
    audit({
      action: 'recovery-model.switch',
      entity: 'client',
      entityId: clientId,
      details: { isUsed, groupColumn: column },
    });
    return after;
  });
  context.jobs.wake(SCORING_QUEUE);
  return saved;
}
