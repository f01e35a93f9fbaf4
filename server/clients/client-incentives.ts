import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { clientCalls } from '../../contract/client.ts';
import type { IncentiveRole } from '../../contract/client-contract.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { businessDay } from '../clock.ts';
import { notAllowed, notFound } from '../errors.ts';
import { slabsByRole } from '../incentives/incentive-wire-service.ts';

type IncentivesAnswer = CallAnswer<typeof clientCalls.readIncentives>;
type IncentivesQuery = CallRequest<typeof clientCalls.readIncentives>['query'];

/** Whose incentives a role may read: its own and those of the people under it. */
const READABLE: Readonly<Partial<Record<Role, readonly IncentiveRole[]>>> = {
  ADMIN: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'],
  SUPER_ADMIN: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'],
  PARTNER: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'],
  MANAGER: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'],
  COLLECTOR: ['COLLECTOR'],
  FIELD_AGENT: ['FIELD_AGENT'],
};

/**
 * What a role type earns on a client's collections (spec 7.5: readers take `data[0].incentives`, so there always is a
 * first one). Throws 403 for a role type above one's own, 404 for a client that the actor does not work for.
 */
export async function readIncentives(
  context: Context,
  actor: Actor,
  { clientId, roleType }: IncentivesQuery,
): Promise<IncentivesAnswer> {
  if (READABLE[actor.role]?.includes(roleType) !== true)
    throw notAllowed('You may only read the incentives of your own role and team.');
  const { db, settings } = context;
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.name from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This client');
  const held = await slabsByRole(db, clientId, businessDay(settings.businessTz));
  const incentives = held.find((each) => each.roleType === roleType)?.slabs ?? [];
  return { data: [{ clientId, Client_Name: row.name, roleType, incentives }] };
}
