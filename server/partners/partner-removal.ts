import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { PartnerRemoval, partnerCalls } from '../../contract/partner.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { deleteAccount } from '../identity/account-service.ts';
import { lockPartner, readPartner } from './partner-rows.ts';

type Removed = CallAnswer<typeof partnerCalls.removePartner>;
type Successor = PartnerRemoval['successors'][number];

/**
 * Who could take a partner's people and clients over: the admin who made it (the caller when that one is gone or was no
 * admin), then the other partners by firm.
 */
async function readSuccessors(db: Db, actor: Actor, id: string): Promise<Successor[]> {
  const { rows } = await db.execute<Successor & Record<string, unknown>>(sql`
    with maker as (
      select a.id from users u join users a on a.id = u.created_by
      where u.id = ${id} and a.role in ('ADMIN', 'SUPER_ADMIN') and a.disabled_at is null and a.deleted_at is null)
    select s.id as "_id", s.full_name as "fullName", s.role, p.firm_name as "firmName"
    from users s left join partners p on p.user_id = s.id
    where s.id = coalesce((select id from maker), ${actor.userId}::uuid)
      or (s.role = 'PARTNER' and s.id <> ${id} and s.disabled_at is null and s.deleted_at is null)
    order by s.role = 'PARTNER', lower(coalesce(p.firm_name, s.full_name)), s.id`);
  return rows;
}

/** What hangs on a partner and who could take it over. Throws 404. */
export async function readPartnerRemoval(
  db: Db,
  actor: Actor,
  id: string,
): Promise<PartnerRemoval> {
  const partner = await readPartner(db, actor, id);
  const needsSuccessor = partner.managerCount + partner.agentCount + partner.clientCount > 0;
  return {
    _id: partner._id,
    fullName: partner.fullName,
    firmName: partner.firmName,
    managerCount: partner.managerCount,
    agentCount: partner.agentCount,
    clientCount: partner.clientCount,
    loanCount: partner.loanCount,
    dueAmount: partner.dueAmount,
    needsSuccessor,
    successors: await readSuccessors(db, actor, id),
  };
}

async function handOver(tx: Db, from: string, to: string) {
  await tx.execute(sql`insert into former_makers (user_id, maker_id)
    select u.id, ${from}::uuid from users u where u.created_by = ${from}`);
  const people = await tx.execute(
    sql`update users set created_by = ${to} where created_by = ${from}`,
  );
  const lenders = await tx.execute(
    sql`update clients set created_by = ${to} where created_by = ${from}`,
  );
  return { movedPeople: people.rowCount ?? 0, movedClients: lenders.rowCount ?? 0 };
}

/**
 * Deletes a partner; its managers, agents and clients go to the successor with their loans. Throws 404, and 409
 * NEEDS_SUCCESSOR when something hangs on it and nobody (or somebody who can't) is named to take it over.
 */
export async function removePartner(
  context: Context,
  actor: Actor,
  id: string,
  successorId: string | undefined,
): Promise<Removed> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const { username } = await lockPartner(tx, actor, id, successorId);
    const removal = await readPartnerRemoval(tx, actor, id);
    const successor = removal.successors.find(({ _id }) => _id === successorId);
    if (successorId !== undefined && successor === undefined)
      throw conflict(
        'NEEDS_SUCCESSOR',
        'This person can not take over. Choose the admin or another active partner.',
      );
    if (removal.needsSuccessor && successor === undefined) {
      const { managerCount, agentCount, clientCount } = removal;
      throw conflict(
        'NEEDS_SUCCESSOR',
        'Managers, agents or clients belong to this partner. Choose who takes them over.',
        { managerCount, agentCount, clientCount },
      );
    }
    const moved = successor
      ? await handOver(tx, id, successor._id)
      : { movedPeople: 0, movedClients: 0 };
    await deleteAccount(tx, id);
    audit({
      action: 'partner.delete',
      entity: 'user',
      entityId: id,
      details: { username, successorId: successor?._id ?? null, ...moved },
    });
    return { success: true, ...moved };
  });
}
