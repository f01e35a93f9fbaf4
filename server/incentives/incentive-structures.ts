import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { IncentiveStructure } from '../../contract/incentive.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { holdLock } from '../database/locks.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { monthAfter, monthOf } from '../targets/target-service.ts';

type List = typeof incentiveCalls.listIncentiveStructures;
type Given = CallRequest<typeof incentiveCalls.setIncentiveStructure>['body'];

interface StructureRow extends IncentiveStructure, Record<string, unknown> {}

/** All versions of a client and role type. */
const versionsOf = (clientId: SQL, roleType: SQL): SQL =>
  sql`select v.* from incentive_structures v where v.client_id = ${clientId} and v.role_type = ${roleType}`;

const columns = sql`s.id as "_id", s.client_id as "clientId", c.name as "Client_Name", s.role_type as "roleType",
  s.valid_from as "validFrom", s.valid_to as "validTo", s.terms, u.full_name as "setBy", s.set_at as "setAt",
  ${revisionOf(versionsOf(sql`s.client_id`, sql`s.role_type`))} as revision`;
const from = sql`incentive_structures s join clients c on c.id = s.client_id left join users u on u.id = s.set_by`;

const toWire = (row: StructureRow): IncentiveStructure => ({
  ...row,
  setAt: isoInstant(row.setAt),
});

/** The first day from which a version may hold: of the last month, and of none that is closed. */
async function firstStructureDay(db: Db, zone: string): Promise<string> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(m.month) as last from incentive_months m`,
  );
  const earliest = monthAfter(monthOf(businessDay(zone)), -1);
  const last = rows[0]?.last ?? null;
  if (last === null) return earliest;
  const open = monthAfter(last, 1);
  return open > earliest ? open : earliest;
}

/** The structures of the actor's clients, by client and role type, the newest version first. */
export async function listStructures(
  { db, settings }: Context,
  actor: Actor,
  { search, ...page }: CallRequest<List>['query'],
): Promise<CallAnswer<List>> {
  const list = await listPage<StructureRow, IncentiveStructure>(db, page, {
    columns,
    from,
    where: allOf([clientsVisibleTo(actor), search && contains(search, sql`c.name`)]),
    order: sql`c.name, c.id, s.role_type, s.valid_from desc`,
    row: toWire,
  });
  return { ...list, firstDay: await firstStructureDay(db, settings.businessTz) };
}

async function refuseUnseen(
  tx: Db,
  clientId: string,
  roleType: string,
  seen: number | undefined,
): Promise<void> {
  const versions = versionsOf(sql`${clientId}`, sql`${roleType}`);
  if (seen === 0 && (await tx.execute(versions)).rows.length > 0)
    throw conflict(
      'STRUCTURE_STANDS',
      'This client already has a structure for this role. Set a new version of it in the list.',
    );
  await refuseStale(tx, seen, versions, { kind: 'structure', id: clientId, details: { roleType } });
}

/**
 * Sets what a role type earns on a client from a day on, over the version that begins on the same day. Throws 404, 409 when
 * somebody set one since the revision that was seen, or 422 for a day in a closed month or before the last one.
 */
export async function setStructure(
  { db, settings }: Context,
  actor: Actor,
  clientId: string,
  { revision, ...given }: Given,
): Promise<IncentiveStructure> {
  const { roleType, validFrom, validTo, terms } = given;
  return runCommand(db, actor, async ({ tx, audit }) => {
    await holdLock(tx, 'incentives');
    if (validFrom < (await firstStructureDay(tx, settings.businessTz)))
      throw againstRules('MONTH_IS_OVER', 'Months that are closed keep their structures.', [
        fieldProblem('validFrom', 'month-is-closed'),
      ]);
    const known = await tx.execute(sql`select 1 from clients c where c.id = ${clientId}`);
    if (known.rows.length === 0) throw notFound('This client');
    await refuseUnseen(tx, clientId, roleType, revision);
    await tx.execute(sql`insert into incentive_structures (id, client_id, role_type, valid_from, valid_to, terms, set_by)
      values (${newId()}, ${clientId}, ${roleType}, ${validFrom}, ${validTo}, ${JSON.stringify(terms)}::jsonb, ${actor.userId})
      on conflict (client_id, role_type, valid_from) do update set valid_to = excluded.valid_to, terms = excluded.terms,
        set_by = excluded.set_by, set_at = now()`);
    audit({
      action: 'incentive-structure.set',
      entity: 'client',
      entityId: clientId,
      details: { ...given },
    });
    const { rows } = await tx.execute<StructureRow>(sql`select ${columns} from ${from}
      where s.client_id = ${clientId} and s.role_type = ${roleType} and s.valid_from = ${validFrom}::date`);
    const [row] = rows;
    if (!row) throw new Error('The structure that was just set is missing.');
    return toWire(row);
  });
}
