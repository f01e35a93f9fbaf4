import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { notificationsOf } from '../access/scope.ts';
import type { Command } from '../command.ts';
import { notFound } from '../errors.ts';

async function setActive(
  { tx, audit }: Command,
  actor: Actor,
  where: SQL,
  isActive: boolean,
): Promise<number> {
  const change = isActive
    ? sql`deactivated_at = null, deactivated_by = null`
    : sql`deactivated_at = coalesce(deactivated_at, now()), deactivated_by = coalesce(deactivated_by, ${actor.userId})`;
  const { rows } = await tx.execute<{ id: string }>(sql`update notifications n set ${change}
    where ${notificationsOf(actor)} and ${where} returning id`);
  const ids = rows.map(({ id }) => id);
  const action = isActive ? 'notification.activate' : 'notification.deactivate';
  if (ids.length > 0) audit({ action, entity: 'notification', details: { ids } });
  return ids.length;
}

/** Deactivates notifications of the actor by id, or takes that back; again is harmless. Throws 404 when one is not the actor's. */
export async function setNotificationsActive(
  command: Command,
  actor: Actor,
  ids: readonly string[],
  isActive: boolean,
): Promise<{ success: boolean; count: number }> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const named = sql`n.id = any(${sql.param(wanted)}::uuid[])`;
  const count = await setActive(command, actor, named, isActive);
  if (count < wanted.length)
    throw notFound(wanted.length === 1 ? 'This notification' : 'One of these notifications');
  return { success: true, count };
}

/** The same for the actor's notifications of one settlement. Throws 404 when it has none. */
export async function setSettlementActive(
  command: Command,
  actor: Actor,
  settlementId: string,
  isActive: boolean,
): Promise<{ success: boolean; count: number }> {
  const count = await setActive(command, actor, sql`n.settlement_id = ${settlementId}`, isActive);
  if (count === 0) throw notFound('A notification of this settlement');
  return { success: true, count };
}
