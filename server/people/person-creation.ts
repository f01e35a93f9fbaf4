import type { Person } from '../../contract/person.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { hashNewPassword } from '../identity/account-service.ts';
import { addUser } from '../identity/user-service.ts';
import { checkClient, checkManager, saveManagerClients } from './person-account.ts';
import type { AccountInput } from './person-account.ts';
import { readPerson } from './person-rows.ts';
import { refuseAbove } from './person-rules.ts';

/** A whole new account; the password is known by its hash only. */
export interface NewPerson extends Omit<AccountInput, 'password' | 'role'> {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
}

/**
 * Makes an account inside a command and returns its id. Throws 403 for a role above the actor's own, 409 NAME_TAKEN, 422
 * for a wrong manager or lender.
 */
export async function insertPerson(
  { tx, audit }: Command,
  actor: Actor,
  role: Role,
  input: NewPerson,
): Promise<string> {
  refuseAbove(actor, role);
  const managerId = await checkManager(tx, actor, role, input.managerId);
  const clientId = await checkClient(tx, actor, role, input.client);
  const isCollector = role === 'COLLECTOR';
  const id = await addUser(tx, {
    role,
    username: input.username,
    email: input.email,
    fullName: input.fullName,
    password: '',
    passwordHash: input.passwordHash,
    managerId,
    clientId,
    location: isCollector ? (input.location ?? null) : null,
    manualProcess: isCollector ? input.manualProcess : null,
    predictiveProcess: isCollector ? input.assignedPredictiveProcess : null,
    extension: isCollector ? input.extension : null,
    phone: input.phone,
    noBiReport: input.noBiReport,
    createdBy: actor.userId,
  });
  if (role === 'MANAGER' && input.clientIds !== undefined)
    await saveManagerClients(tx, actor, id, input.clientIds);
  audit({
    action: 'user.create',
    entity: 'user',
    entityId: id,
    details: { role, username: input.username.toLowerCase(), managerId, clientId },
  });
  return id;
}

/** Makes an account of a role (spec 7.3). Throws 400 for a weak password and as `insertPerson`. */
export async function addPerson(
  context: Context,
  actor: Actor,
  role: Role,
  input: Omit<NewPerson, 'passwordHash'> & { readonly password: string },
): Promise<{ data: Person }> {
  // Beforehand: hashing takes long, and others wait for the login names meanwhile.
  const passwordHash = await hashNewPassword(input.password, input);
  return runCommand(context.db, actor, async (command) => {
    const id = await insertPerson(command, actor, role, { ...input, passwordHash });
    return { data: await readPerson(command.tx, actor, id) };
  });
}
