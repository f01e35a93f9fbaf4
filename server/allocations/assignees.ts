import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, notAllowed } from '../errors.ts';
import type { AllocationKind, Holding, ManagerOf } from './allocation-rules.ts';

interface Person extends Record<string, unknown> {
  id: string;
  role: string;
  full_name: string;
  manager_id: string | null;
  is_disabled: boolean;
}

const assigneeRole: Readonly<Record<AllocationKind, string>> = {
  COLLECTOR: 'COLLECTOR',
  MANAGER: 'MANAGER',
  FIELD: 'FIELD_AGENT',
};

const roleWords: Readonly<Record<AllocationKind, string>> = {
  COLLECTOR: 'collector',
  MANAGER: 'manager',
  FIELD: 'field agent',
};

/** `isKept`: nobody disables, deletes or moves them before this transaction's end. */
async function readPeople(
  tx: Db,
  ids: readonly string[],
  isKept: boolean,
): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const result = await tx.execute<Person>(sql`select id, role, full_name, manager_id,
    disabled_at is not null as is_disabled from users where id = any(${sql.param(ids)}::uuid[]) order by id
    ${isKept ? sql`for share` : sql``}`);
  return new Map(result.rows.map((person) => [person.id, person]));
}

function judge(actor: Actor, kind: AllocationKind, person: Person | undefined): void {
  const words = roleWords[kind];
  if (!person || person.role !== assigneeRole[kind])
    throw againstRules('WRONG_ASSIGNEE', `Choose a ${words} from the list.`, [
      fieldProblem('assigneeId', 'wrong-agent'),
    ]);
  if (actor.role === 'MANAGER' && person.manager_id !== actor.userId)
    throw notAllowed('You may only allocate to your own people.', 'FOREIGN_PERSON');
  if (person.is_disabled)
    throw againstRules(
      'ASSIGNEE_DISABLED',
      `${person.full_name} no longer works here. Choose another ${words}.`,
      [fieldProblem('assigneeId', 'wrong-agent')],
    );
}

/**
 * Refuses assignees that the loans can't go to: 422 when it is not a person of the right role or disabled, 403 when it
 * is another manager's.
 */
export async function checkAssignees(
  tx: Db,
  actor: Actor,
  kind: AllocationKind,
  assigneeIds: readonly string[],
): Promise<void> {
  const people = await readPeople(tx, assigneeIds, true);
  for (const id of assigneeIds) judge(actor, kind, people.get(id));
}

/** Looks up the managers of new assignees and of the agents who have the loans now. */
export async function readManagers(
  tx: Db,
  assigneeIds: readonly string[],
  held: readonly Holding[],
): Promise<ManagerOf> {
  const agents = held.flatMap((holding) => [holding.collectorId, holding.fieldAgentId]);
  const known = agents.filter((id) => id !== null);
  const people = await readPeople(tx, [...new Set([...assigneeIds, ...known])], false);
  return (agentId) => people.get(agentId)?.manager_id ?? null;
}
