import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignList } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { notifyLive } from '../live-events/live-events.ts';
import { LIST_WEIGHT } from './lead-adding.ts';
import { lockList, readList } from './list-rows.ts';
import type { LockedList } from './list-rows.ts';

type Change = z.output<typeof campaignCalls.changeList.body>;

/** A list that is off stops its waiting leads; on again, they wait on where they were. */
async function switchLeads(tx: Db, { id }: LockedList, isActive: boolean): Promise<void> {
  await tx.execute(
    isActive
      ? sql`update campaign_leads set state = 'READY', stop_reason = null
          where list_id = ${id} and state = 'STOPPED' and stop_reason = 'LIST_OFF'`
      : sql`update campaign_leads set state = 'STOPPED', stop_reason = 'LIST_OFF'
          where list_id = ${id} and state = 'READY'`,
  );
}

async function moveLeads(tx: Db, list: LockedList, priority: number): Promise<void> {
  await tx.execute(sql`update campaign_leads
    set priority = priority + ${(priority - list.priority) * LIST_WEIGHT}::int where list_id = ${list.id}`);
}

/** Renames a list, switches it, or moves it among the others. Throws 404, 409 while it is being loaded. */
export async function changeList(
  { db }: Context,
  actor: Actor,
  { _id: id, name, isActive, priority }: Change,
): Promise<CampaignList> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const list = await lockList(tx, actor, id);
    if (list.state === 'LOADING' && (isActive !== undefined || priority !== undefined))
      throw conflict(
        'STILL_LOADING',
        'This list is still being loaded. Try again when it is done.',
      );
    if (isActive !== undefined && isActive !== list.isActive) await switchLeads(tx, list, isActive);
    if (priority !== undefined && priority !== list.priority) await moveLeads(tx, list, priority);
    await tx.execute(sql`update campaign_lists set name = ${name ?? list.name},
      is_active = ${isActive ?? list.isActive}, priority = ${priority ?? list.priority} where id = ${id}`);
    await notifyLive(tx, `campaign:${list.campaignId}`);
    const details = { name, isActive, priority };
    audit({ action: 'campaign.list-change', entity: 'campaign-list', entityId: id, details });
    return readList(tx, actor, id);
  });
}

/**
 * Removes a list: its leads are called no more, what was called stays for the reports, and its file may be loaded again.
 * Throws 404.
 */
export async function removeList(
  { db, fileStore }: Context,
  actor: Actor,
  id: string,
): Promise<{ success: boolean; stopped: number }> {
  const { stopped, storeKey } = await runCommand(db, actor, async ({ tx, audit }) => {
    const list = await lockList(tx, actor, id);
    await tx.execute(sql`update campaign_lists set removed_at = now(), file_hash = null, is_active = false
      where id = ${id}`);
    // A lead whose call is out now ends with it: see the engine's recycling, which asks whether its list is active.
    const { rows } = await tx.execute<{ count: number }>(sql`with gone as (
        update campaign_leads set state = 'STOPPED', stop_reason = 'LIST_REMOVED'
        where list_id = ${id} and state <> 'CALLING' returning 1)
      select count(*)::int as count from gone`);
    await notifyLive(tx, `campaign:${list.campaignId}`);
    const count = rows[0]?.count ?? 0;
    const details = { name: list.name, stopped: count };
    audit({ action: 'campaign.list-remove', entity: 'campaign-list', entityId: id, details });
    return { stopped: count, storeKey: list.storeKey };
  });
  if (storeKey !== null) await fileStore.remove(storeKey);
  return { success: true, stopped };
}
