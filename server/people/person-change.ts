import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Person } from '../../contract/person.ts';
import type { Role } from '../../contract/roles.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { followAccounts } from '../agent-states/seat-account-service.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notAllowed, notFound } from '../errors.ts';
import {
  checkCurrentPassword,
  endAccountSessions,
  hashNewPassword,
} from '../identity/account-service.ts';
import { endDeliveryOf } from '../identity/device-session-service.ts';
import { claimLoginNames } from '../identity/login-names-service.ts';
import { endFilesOf, endSchedulesOf } from '../reports/former-files-service.ts';
import { checkClient, checkManager, hasManager, saveManagerClients } from './person-account.ts';
import type { AccountInput } from './person-account.ts';
import { moveToManager } from './person-handover.ts';
import { refusalOfMoney } from './person-money.ts';
import { readPerson } from './person-rows.ts';
import { lockPerson, refuseAbove, refuseLosing, refuseStale } from './person-rules.ts';
import type { LockedPerson } from './person-rules.ts';
import { countHeld, needsSuccessor } from './person-stock.ts';

/** A change of an account: which, what, and the revision that the form was filled from. */
export interface AccountChange extends AccountInput {
  readonly _id: string;
  readonly revision?: number | undefined;
}

/** What a person may change of itself (spec 6: own profile). */
const OWN_FIELDS: ReadonlySet<string> = new Set(['fullName', 'email', 'phone']);
/** Kept in small letters. */
const LOGIN_NAMES: ReadonlySet<string> = new Set(['username', 'email']);
/** What says how, not what, an account is changed. */
const NO_FIELDS: ReadonlySet<string> = new Set(['_id', 'revision', 'currentPassword']);
/** Of these the trail says what they were and became; of others, which are personal or secret, that they changed. */
const RIGHTS: ReadonlySet<string> = new Set([
  'username',
  'role',
  'managerId',
  'client',
  'clientIds',
  'location',
  'noBiReport',
]);

interface Difference {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

async function currentValues(tx: Db, person: LockedPerson): Promise<Record<string, unknown>> {
  const { predictiveProcess, clientId, ...same } = person;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select client_id as id from manager_clients where manager_id = ${person.id}`,
  );
  const clientIds = comparable(rows.map((row) => row.id));
  return { ...same, assignedPredictiveProcess: predictiveProcess, client: clientId, clientIds };
}

/** Lists compare by what is in them, nothing given is nothing. */
function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  const items = [...new Set(value.map(String))];
  return items.sort((a, b) => a.localeCompare(b)).join();
}

/** What a change makes different, by field; repeating what stands is no change. */
async function differencesOf(
  tx: Db,
  person: LockedPerson,
  change: AccountChange,
): Promise<Difference[]> {
  const current = await currentValues(tx, person);
  return Object.entries(change)
    .filter(([name, value]) => !NO_FIELDS.has(name) && value !== undefined)
    .map(([name, value]) => ({
      name,
      from: comparable(current[name]),
      to: comparable(LOGIN_NAMES.has(name) ? String(value).toLowerCase() : value),
    }))
    .filter(({ from, to }) => from !== to);
}

/** Throws 403 when a person would change more of itself than it may. */
async function refuseOwnRights(tx: Db, person: LockedPerson, change: AccountChange): Promise<void> {
  if (change.password !== undefined)
    throw notAllowed('Change your password at Change password.', 'NOT_OWN_TO_CHANGE');
  const different = await differencesOf(tx, person, change);
  if (different.some(({ name }) => !OWN_FIELDS.has(name)))
    throw notAllowed(
      'You may change your name, e-mail and phone. Ask an admin to change anything else.',
      'NOT_OWN_TO_CHANGE',
    );
}

/** A session left open must not be enough to take an account over: its names and a new password need the one it has. */
async function guardOwnLogin(
  context: Context,
  actor: Actor,
  names: readonly ('username' | 'email')[],
  change: AccountChange,
): Promise<void> {
  const { rows } = await context.db.execute<{ username: string; email: string }>(
    sql`select username, email from users where id = ${actor.userId}`,
  );
  const [own] = rows;
  const isNew = (name: 'username' | 'email') =>
    change[name] !== undefined && change[name].toLowerCase() !== own?.[name];
  if (change.password !== undefined || names.some(isNew))
    await checkCurrentPassword(context, actor.userId, change.currentPassword);
}

/** A person gets another role only with empty hands. Throws 409 otherwise, 403 for a role above the actor's own. */
async function refuseRoleChange(tx: Db, actor: Actor, person: LockedPerson, role: Role) {
  refuseAbove(actor, role);
  await refuseLosing(tx, actor, person);
  const held = await countHeld(tx, person);
  if (needsSuccessor(held))
    throw conflict(
      'HAS_WORK',
      `${person.fullName} still has loans, reminders or a team. Give them to someone else, then change the role.`,
      held,
    );
  const money = await refusalOfMoney(tx, person, 'cash-before-role');
  if (money !== null) throw conflict('NOT_REMOVABLE', money);
}

function ownColumns(change: AccountChange, role: Role): SQL[] {
  const isCollector = role === 'COLLECTOR';
  const given: [string, unknown][] = [
    ['username', change.username?.toLowerCase()],
    ['email', change.email?.toLowerCase()],
    ['full_name', change.fullName],
    ['phone', change.phone],
    ['no_bi_report', change.noBiReport],
    ['location', isCollector ? change.location : null],
    ['manual_process', isCollector ? change.manualProcess : null],
    ['predictive_process', isCollector ? change.assignedPredictiveProcess : null],
    ['extension', isCollector ? change.extension : null],
  ];
  return given
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
}

/** What was opened or made under the former rights ends with them. */
async function endRights(tx: Db, person: LockedPerson, reason: string): Promise<void> {
  await endAccountSessions(tx, person.id, reason);
  await endFilesOf(tx, person.id);
  await endSchedulesOf(tx, person.id);
}

async function placeUnder(
  command: Command,
  actor: Actor,
  person: LockedPerson,
  role: Role,
  change: AccountChange,
): Promise<void> {
  const { tx } = command;
  if (role !== person.role) {
    const managerId = await checkManager(tx, actor, role, change.managerId ?? person.managerId);
    const clientId = await checkClient(tx, actor, role, change.client ?? person.clientId);
    await tx.execute(sql`update users set role = ${role}, manager_id = ${managerId}, client_id = ${clientId}
      where id = ${person.id}`);
    await tx.execute(
      sql`insert into former_roles (user_id, role) values (${person.id}, ${person.role})`,
    );
    if (person.role === 'MANAGER')
      await tx.execute(sql`delete from manager_clients where manager_id = ${person.id}`);
    await endRights(tx, person, 'role changed');
    return;
  }
  if (change.client !== undefined && change.client !== person.clientId) {
    const clientId = await checkClient(tx, actor, role, change.client);
    await tx.execute(sql`update users set client_id = ${clientId} where id = ${person.id}`);
    // Its devices forget the former lender's pages with the next login.
    await endRights(tx, person, 'lender changed');
  }
  const { managerId } = change;
  if (hasManager(role) && managerId && managerId !== person.managerId)
    await moveToManager(command, actor, person, managerId);
}

async function save(
  command: Command,
  actor: Actor,
  person: LockedPerson,
  change: AccountChange,
  passwordHash: string | null,
): Promise<void> {
  const { tx, audit } = command;
  const role = change.role ?? person.role;
  const different = await differencesOf(tx, person, change);
  if (role !== person.role) await refuseRoleChange(tx, actor, person, role);
  const { username = person.username, email = person.email } = change;
  await claimLoginNames(tx, { username, email }, person.id);
  const columns = ownColumns(change, role);
  if (passwordHash !== null) columns.push(sql`password_hash = ${passwordHash}`);
  if (columns.length > 0)
    await tx.execute(sql`update users set ${sql.join(columns, sql`, `)} where id = ${person.id}`);
  await placeUnder(command, actor, person, role, change);
  if (actor.userId !== person.id && role === 'MANAGER' && change.clientIds !== undefined)
    await saveManagerClients(tx, actor, person.id, change.clientIds);
  await followAccounts(command, sql`u.id = ${person.id}`);
  if (passwordHash !== null) await endAccountSessions(tx, person.id, 'password changed');
  const rights = different.filter(({ name }) => RIGHTS.has(name));
  audit({
    action: 'user.change',
    entity: 'user',
    entityId: person.id,
    details: {
      fields: different.map(({ name }) => name),
      ...Object.fromEntries(rights.map(({ name, from, to }) => [name, { from, to }])),
    },
  });
}

/**
 * Changes an account of one of the roles (spec 7.1, 7.3). Who is no admin and no partner changes its own only, and of that
 * name, e-mail and phone. A new password, role or lender ends the sessions, a new manager gets the loans too. Throws 404, 403, 400
 * for a weak password or own login names without the current one, 409 STALE_REVISION, NAME_TAKEN, HAS_WORK or NOT_REMOVABLE, 422 for a wrong manager or lender.
 */
export async function changePerson(
  context: Context,
  actor: Actor,
  roles: readonly Role[],
  change: AccountChange,
): Promise<{ data: Person }> {
  const isKeeper = isAdmin(actor) || actor.role === 'PARTNER';
  const isOwn = change._id.toLowerCase() === actor.userId;
  if (!isKeeper && !isOwn) throw notFound('This person');
  // Who may not change its user name or password here is told that, whatever it knows.
  if (isOwn)
    await guardOwnLogin(
      context,
      actor,
      isKeeper ? ['username', 'email'] : ['email'],
      isKeeper ? change : { ...change, password: undefined },
    );
  const isNewPassword = isKeeper && change.password !== undefined;
  const passwordHash = isNewPassword ? await hashNewPassword(change.password ?? '', change) : null;
  return runCommand(context.db, actor, async (command) => {
    const person = await lockPerson(command.tx, actor, change._id, roles);
    await refuseStale(command.tx, person, change.revision);
    if (!isKeeper) await refuseOwnRights(command.tx, person, change);
    await save(command, actor, person, change, passwordHash);
    if (passwordHash !== null && context.settings.isDeliveryEndedByPassword)
      await endDeliveryOf(command.tx, person.id, null);
    return { data: await readPerson(command.tx, actor, change._id) };
  });
}
