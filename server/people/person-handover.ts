import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { handOverAlerts } from '../alerts/alert-handover-service.ts';
import { allocate } from '../allocations/allocation-service.ts';
import type { Command } from '../command.ts';
import { againstRules } from '../errors.ts';
import { lockPeople } from './person-rules.ts';
import type { LockedPerson } from './person-rules.ts';

type AllocationKind = Parameters<typeof allocate>[2];

/** The work that a role's loans are allocated for. */
export const KIND_OF_ROLE: Partial<Readonly<Record<Role, AllocationKind>>> = {
  COLLECTOR: 'COLLECTOR',
  FIELD_AGENT: 'FIELD',
  MANAGER: 'MANAGER',
};

/** What went to somebody else. */
export interface HandedOver {
  readonly loans: number;
  readonly alerts: number;
  readonly team: number;
}

/**
 * Gives everything that hangs on a person to a successor, both locked: its team with the lenders, its loans (allocations
 * keep who had them), its open alerts. Open settlements go with their loans.
 */
export async function handOver(
  command: Command,
  actor: Actor,
  person: LockedPerson,
  successor: LockedPerson,
): Promise<HandedOver> {
  const { tx } = command;
  let team = 0;
  if (person.role === 'MANAGER') {
    // Before the loans: a loan's agents stay with it only where they are the new manager's own.
    const moved = await tx.execute<{ id: string }>(sql`update users set manager_id = ${successor.id}
      where manager_id = ${person.id} and deleted_at is null returning id`);
    team = moved.rows.length;
    for (const { id } of moved.rows)
      command.audit({
        action: 'user.move',
        entity: 'user',
        entityId: id,
        details: { from: person.id, to: successor.id },
      });
    await tx.execute(sql`insert into manager_clients (manager_id, client_id)
      select ${successor.id}, client_id from manager_clients where manager_id = ${person.id} on conflict do nothing`);
  }
  const kind = KIND_OF_ROLE[person.role];
  const allocated =
    kind === undefined
      ? 0
      : await allocateAll(command, actor, kind, { kind, from: person.id, to: successor.id });
  const alerts = await handOverAlerts(tx, person.id, successor.id);
  return { loans: allocated, alerts, team };
}

async function allocateAll(
  command: Command,
  actor: Actor,
  as: AllocationKind,
  { kind, from, to }: { kind: AllocationKind; from: string; to: string },
): Promise<number> {
  const { allocated } = await allocate(command, actor, as, {
    heldBy: { kind, personId: from },
    order: { assigneeId: to, keepsVisitDay: true },
  });
  return allocated;
}

/**
 * Puts a locked collector or field agent under another manager, its loans with it; their lenders are the manager's from
 * now on. Throws 422 when it is nobody who can lead it. Returns how many loans went along.
 */
export async function moveToManager(
  command: Command,
  actor: Actor,
  person: LockedPerson,
  managerId: string,
): Promise<number> {
  const { tx } = command;
  const kind = KIND_OF_ROLE[person.role];
  if (kind === undefined || kind === 'MANAGER')
    throw againstRules('NO_MANAGER', 'Only a collector or a field agent has a manager.', [
      fieldProblem('managerId', 'wrong-manager'),
    ]);
  const [manager] = await lockPeople(tx, actor, [managerId], ['MANAGER']);
  if (!manager?.isActive)
    throw againstRules('WRONG_MANAGER', 'Choose a manager from the list who can log in.', [
      fieldProblem('managerId', 'wrong-manager'),
    ]);
  await tx.execute(sql`update users set manager_id = ${managerId} where id = ${person.id}`);
  const moved = await allocateAll(command, actor, 'MANAGER', {
    kind,
    from: person.id,
    to: managerId,
  });
  const holder = kind === 'COLLECTOR' ? sql`l.collector_id` : sql`l.field_agent_id`;
  await tx.execute(sql`insert into manager_clients (manager_id, client_id)
    select distinct ${managerId}::uuid, l.client_id from loans l where ${holder} = ${person.id}
    on conflict do nothing`);
  command.audit({
    action: 'user.move',
    entity: 'user',
    entityId: person.id,
    details: { from: person.managerId, to: managerId, loans: moved },
  });
  return moved;
}
