import type { SQL } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { isPersonFor, wasPersonFor } from './person-rows.ts';

/** Condition on `u`: a person who was not deleted, of one of the roles (any when none is named), whom the actor may see. */
export function visiblePerson(actor: Actor, roles: readonly Role[] = []): SQL {
  return isPersonFor(actor, roles);
}

/** The same, also of people who were deleted since: what they did stays in the reports of its days. */
export function onceVisiblePerson(actor: Actor, roles: readonly Role[] = []): SQL {
  return wasPersonFor(actor, roles);
}
