import { sql } from 'drizzle-orm';
import type { Person, Removal } from '../../contract/person.ts';
import { refusalSentence } from '../../contract/refusal-words.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { countUnsentWork } from '../devices/unsent-work-service.ts';
import { deleteAccount, setAccountActive } from '../identity/account-service.ts';
import { readInHand } from '../receipts/receipt-rows-service.ts';
import { countWaitingForAlone } from '../settlements/settlement-deciders-service.ts';
import { KIND_OF_ROLE, handOver } from './person-handover.ts';
import type { HandedOver } from './person-handover.ts';
import { refusalOfMoney } from './person-money.ts';
import { isPersonFor, readPerson } from './person-rows.ts';
import { lockPeople, refusalOf, refuseAbove, refuseLosing } from './person-rules.ts';
import type { LockedPerson } from './person-rules.ts';
import { countHeld, needsSuccessor } from './person-stock.ts';

type Successor = Removal['successors'][number];

/** Condition on `u`: who could take over from a person: of its role, under its manager, able to log in. */
const canSucceed = (actor: Actor, person: Pick<LockedPerson, 'id' | 'role' | 'managerId'>) =>
  sql`(u.id <> ${person.id} and u.disabled_at is null and u.manager_id is not distinct from ${person.managerId}::uuid
    and ${isPersonFor(actor, [person.role])})`;

async function readSuccessors(db: Db, actor: Actor, person: Person): Promise<Successor[]> {
  if (KIND_OF_ROLE[person.role] === undefined) return [];
  const { rows } = await db.execute<Successor & Record<string, unknown>>(sql`
    select u.id as "_id", u.full_name as "fullName", u.username, case u.role
      when 'COLLECTOR' then (select count(*) from loans l where l.collector_id = u.id)
      when 'FIELD_AGENT' then (select count(*) from loans l where l.field_agent_id = u.id)
      else (select count(*) from loans l where l.manager_id = u.id) end as "loanCount"
    from users u where ${canSucceed(actor, { ...person, id: person._id })} order by lower(u.full_name), u.id`);
  return rows;
}

/** Why a person can't be deleted at all, beside what `refusalOf` says; null when it can. */
async function deletionRefusal(
  db: Db,
  actor: Actor,
  person: Pick<LockedPerson, 'id' | 'role' | 'fullName'>,
): Promise<string | null> {
  const refusal = await refusalOf(db, actor, person);
  if (refusal !== null) return refusal;
  const unsent = await countUnsentWork(db, person.id);
  if (unsent > 0)
    return refusalSentence('work-on-phone', { count: String(unsent), name: person.fullName });
  const money = await refusalOfMoney(db, person, 'cash-in-hand');
  if (money !== null) return money;
  if (person.role !== 'PARTNER') return null;
  const brought =
    await db.execute(sql`select 1 from users where created_by = ${person.id} and deleted_at is null
    union all select 1 from clients where created_by = ${person.id} limit 1`);
  return brought.rows.length === 0 ? null : refusalSentence('partner-has-people', {});
}

/** What hangs on a person and who could take it over. Throws 404. */
export async function readRemoval(context: Context, actor: Actor, id: string): Promise<Removal> {
  const { db } = context;
  const person = await readPerson(db, actor, id);
  const held = await countHeld(db, { id, role: person.role });
  return {
    _id: person._id,
    fullName: person.fullName,
    role: person.role,
    ...held,
    unsentCount: await countUnsentWork(db, id),
    inHandAmount: await readInHand(db, id),
    waitingSettlements: await countWaitingForAlone(db, id),
    needsSuccessor: needsSuccessor(held),
    successors: await readSuccessors(db, actor, person),
    refusal: await deletionRefusal(db, actor, { ...person, id }),
  };
}

/** A person to be disabled or deleted, with its successor when one is named; both locked. */
async function lockPair(
  tx: Db,
  actor: Actor,
  id: string,
  roles: readonly Role[],
  successorId: string | undefined,
): Promise<{ person: LockedPerson; successor: LockedPerson | null }> {
  const ids = successorId === undefined ? [id] : [id, successorId];
  const locked = await lockPeople(tx, actor, ids);
  const person = locked.find((one) => one.id === id.toLowerCase());
  if (!person || (roles.length > 0 && !roles.includes(person.role))) throw notFound('This person');
  refuseAbove(actor, person.role);
  await refuseLosing(tx, actor, person);
  if (successorId === undefined) return { person, successor: null };
  const able = await tx.execute(
    sql`select 1 from users u where u.id = ${successorId} and ${canSucceed(actor, person)}`,
  );
  const successor = locked.find((one) => one.id === successorId.toLowerCase());
  if (!successor || able.rows.length === 0)
    throw conflict(
      'NEEDS_SUCCESSOR',
      'This person can not take over. Choose somebody of the same role and team who can log in.',
    );
  return { person, successor };
}

async function removeLocked(
  command: Command,
  actor: Actor,
  person: LockedPerson,
  successor: LockedPerson | null,
): Promise<HandedOver> {
  const { tx } = command;
  const refusal = await deletionRefusal(tx, actor, person);
  if (refusal !== null) throw conflict('NOT_REMOVABLE', refusal);
  if (successor === null) {
    const held = await countHeld(tx, person);
    if (needsSuccessor(held)) throw needsOne(person, held);
  }
  const moved = successor
    ? await handOver(command, actor, person, successor)
    : { loans: 0, alerts: 0, team: 0 };
  await tx.execute(sql`delete from manager_clients where manager_id = ${person.id}`);
  await deleteAccount(tx, person.id);
  return moved;
}

function needsOne(person: LockedPerson, held: Awaited<ReturnType<typeof countHeld>>) {
  const { loanCount, alertCount, teamCount } = held;
  const parts = [
    [loanCount, 'loan', 'loans'],
    [alertCount, 'reminder', 'reminders'],
    [teamCount, 'person of the team', 'people of the team'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return conflict(
    'NEEDS_SUCCESSOR',
    `${person.fullName} still has ${words.join(', ')}. Choose who takes over.`,
    held,
  );
}

/**
 * Deletes a person of one of the roles (any when none is named); what hangs on it goes to the successor. Throws 404, 409
 * NOT_REMOVABLE with the reason, and 409 NEEDS_SUCCESSOR with the numbers when nobody able is named to take over.
 */
export async function removePerson(
  context: Context,
  actor: Actor,
  roles: readonly Role[],
  { id, successorId }: { id: string; successorId?: string | undefined },
): Promise<{ success: boolean }> {
  return runCommand(context.db, actor, async (command) => {
    const { person, successor } = await lockPair(command.tx, actor, id, roles, successorId);
    const moved = await removeLocked(command, actor, person, successor);
    command.audit({
      action: 'user.delete',
      entity: 'user',
      entityId: person.id,
      details: {
        role: person.role,
        username: person.username,
        successorId: successor?.id ?? null,
        ...moved,
      },
    });
    return { success: true };
  });
}

/**
 * Disables an account (its sessions end at once; what hangs on it goes to the successor when one is named) or lets it log
 * in again. Throws 404, 409 NOT_REMOVABLE or NEEDS_SUCCESSOR.
 */
export async function setPersonActive(
  context: Context,
  actor: Actor,
  id: string,
  { isActive, successorId }: { isActive: boolean; successorId?: string | undefined },
): Promise<{ data: Person }> {
  return runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    const asked = isActive ? undefined : successorId;
    const { person, successor } = await lockPair(tx, actor, id, [], asked);
    const moved = successor ? await handOver(command, actor, person, successor) : {};
    await setAccountActive(tx, person.id, isActive);
    audit({
      action: isActive ? 'user.enable' : 'user.disable',
      entity: 'user',
      entityId: person.id,
      details: { successorId: successor?.id ?? null, ...moved },
    });
    return { data: await readPerson(tx, actor, id) };
  });
}
