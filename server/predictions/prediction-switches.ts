import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ClientSwitch, clientSwitchBody } from '../../contract/recovery-model.ts';
import { isoInstantOrNull } from '../clock.ts';
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
      w.group_column as "groupColumn", coalesce(w.orders_work, false) as "ordersWork",
      coalesce(w.control_share, 0) as "controlShare", w.experiment_from as "experimentFrom"
    from clients c left join prediction_switches w on w.client_id = c.id
    where ${where} order by c.name, c.id`);
  return rows.map((row) =>
    Object.assign(row, { experimentFrom: isoInstantOrNull(row.experimentFrom) }),
  );
}

/** For which clients scores are used, and how. */
export const listSwitches = (db: Db): Promise<ClientSwitch[]> => readSwitches(db, sql`true`);

type Chosen = Pick<ClientSwitch, 'isUsed' | 'groupColumn' | 'ordersWork' | 'controlShare'>;

/** Stores what was chosen. An experiment that goes on as it was keeps its beginning, any other begins now. */
async function storeSwitch(tx: Db, actor: Actor, before: ClientSwitch, chosen: Chosen) {
  const { isUsed, groupColumn, ordersWork, controlShare } = chosen;
  const isTried = isUsed && ordersWork && controlShare > 0;
  const goesOn = before.experimentFrom !== null && before.controlShare === controlShare;
  const from = isTried ? (goesOn ? sql`w.experiment_from` : sql`now()`) : sql`null::timestamptz`;
  await tx.execute(sql`
    insert into prediction_switches as w (client_id, is_used, group_column, orders_work, control_share, experiment_from, updated_by)
    values (${before.clientId}, ${isUsed}, ${groupColumn}, ${ordersWork}, ${controlShare},
      case when ${isTried}::boolean then now() end, ${actor.userId})
    on conflict (client_id) do update set is_used = excluded.is_used, group_column = excluded.group_column,
      orders_work = excluded.orders_work, control_share = excluded.control_share, experiment_from = ${from},
      updated_by = excluded.updated_by, updated_at = now()`);
}

/**
 * Says whether and how a client's loans are scored, and whether work is ordered by that; where they are scored or no more,
 * they are scored anew. Throws 404.
 */
export async function saveSwitch(
  context: Context,
  actor: Actor,
  clientId: string,
  { isUsed, groupColumn, ...given }: z.output<typeof clientSwitchBody>,
): Promise<ClientSwitch> {
  const column = groupColumn?.trim() ? groupColumn.trim() : null;
  const saved = await runCommand(context.db, actor, async ({ tx, audit }) => {
    // Two who save at once do so one after the other.
    await tx.execute(sql`select 1 from clients where id = ${clientId} for no key update`);
    const [before] = await readSwitches(tx, sql`c.id = ${clientId}`);
    if (!before) throw notFound('The client');
    const { ordersWork = before.ordersWork, controlShare = before.controlShare } = given;
    const chosen = { isUsed, groupColumn: column, ordersWork, controlShare };
    await storeSwitch(tx, actor, before, chosen);
    const [after] = await readSwitches(tx, sql`c.id = ${clientId}`);
    if (!after) throw notFound('The client');
    if (before.isUsed !== after.isUsed && (await openUsedModel(tx)) !== null)
      await addScoring(context, tx, actor);
    audit({
      action: 'recovery-model.switch',
      entity: 'client',
      entityId: clientId,
      details: { ...chosen },
    });
    return after;
  });
  context.jobs.wake(SCORING_QUEUE);
  return saved;
}
