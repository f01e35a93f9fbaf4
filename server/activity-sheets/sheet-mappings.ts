import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SavedSheetMapping } from '../../contract/activity-sheet.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { lockMappingNames, mappingNameTaken } from '../loan-imports/import-tools-service.ts';
import type { ChosenClient } from '../loan-imports/import-tools-service.ts';
import { refuseWrongFields } from './sheet-mapping-fitness.ts';
import { CLIENT_ADMIN_KINDS } from './sheet-record.ts';

interface MappingRow extends Record<string, unknown> {
  id: string;
  kind: SheetKind;
  name: string;
  client_id: string;
  client_name: string;
  mapping: SheetMapping;
  day_order: DayOrder | null;
  updated_by_name: string | null;
  updated_at: string;
}

const selectMapping = sql`select m.id, m.kind, m.name, m.client_id, c.name as client_name, m.mapping, m.day_order,
    u.full_name as updated_by_name, m.updated_at
  from activity_sheet_mappings m join clients c on c.id = m.client_id left join users u on u.id = m.updated_by`;

const toWire = (row: MappingRow): SavedSheetMapping => ({
  _id: row.id,
  kind: row.kind,
  Client_Name: row.client_name,
  name: row.name,
  mapping: row.mapping,
  dayOrder: row.day_order,
  updatedBy: row.updated_by_name,
  updatedAt: isoInstant(row.updated_at),
});

/** Condition on `m` and `c` (its client): the mappings that the actor may see and change. */
function mappingsVisibleTo(actor: Actor): SQL {
  if (isAdmin(actor)) return sql`true`;
  return sql`(${clientsVisibleTo(actor)} and m.kind = any(${sql.param(CLIENT_ADMIN_KINDS)}::text[]))`;
}

/** The client's newest saved mapping for this kind whose columns all stand in a file with these headers, or null. */
export async function findFittingMapping(
  db: Db,
  kind: SheetKind,
  client: ChosenClient,
  headers: readonly string[],
): Promise<SavedSheetMapping | null> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.client_id = ${client.id} and m.kind = ${kind} order by m.updated_at desc limit 100`,
  );
  const known = new Set(headers);
  const row = rows.find(({ mapping }) =>
    Object.values(mapping).every((column) => known.has(column)),
  );
  return row ? toWire(row) : null;
}

/** What a mapping is saved with. */
interface NewMapping {
  readonly kind: SheetKind;
  readonly client: ChosenClient;
  readonly name: string;
  readonly mapping: SheetMapping;
  readonly dayOrder: DayOrder | null;
}

/** Saves a mapping under a name for a client's next sheet of the kind; the same name replaces it. */
export async function saveSheetMapping(
  { tx, audit }: Command,
  actor: Actor,
  { kind, client, name, mapping, dayOrder }: NewMapping,
): Promise<void> {
  await lockMappingNames(tx, client.id);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into activity_sheet_mappings (id, kind, client_id, name, mapping, day_order, updated_by)
    values (${newId()}, ${kind}, ${client.id}, ${name}, ${JSON.stringify(mapping)}::jsonb, ${dayOrder}, ${actor.userId})
    on conflict (client_id, kind, lower(name)) do update set mapping = excluded.mapping, name = excluded.name,
      day_order = excluded.day_order, updated_by = excluded.updated_by, updated_at = clock_timestamp()
    returning id`);
  audit({
    action: 'activity-sheet-mapping.save',
    entity: 'activity-sheet-mapping',
    entityId: rows[0]?.id ?? '',
    details: { client: client.name, kind, name },
  });
}

/** The saved mappings of a kind, newest first. */
export async function listSheetMappings(
  db: Db,
  actor: Actor,
  kind: SheetKind,
): Promise<{ data: SavedSheetMapping[] }> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.kind = ${kind} and ${mappingsVisibleTo(actor)} order by m.updated_at desc, m.id limit 500`,
  );
  return { data: rows.map(toWire) };
}

/** The mapping as far as the actor may change it, locked when asked. Throws 404. */
async function findMapping(
  db: Db,
  actor: Actor,
  id: string,
  isLocked: boolean,
): Promise<MappingRow> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.id = ${id} and ${mappingsVisibleTo(actor)} ${isLocked ? sql`for update of m` : sql``}`,
  );
  if (!rows[0]) throw notFound('This mapping');
  return rows[0];
}

/** A mapping as somebody changed it. */
export interface MappingChange {
  readonly name: string;
  readonly mapping: SheetMapping;
  readonly dayOrder: DayOrder | null;
  readonly updatedAt: string;
}

/**
 * Renames a saved mapping, changes its columns and how dates are written. Throws 400, 404, 422 for columns without which a
 * sheet says nothing, 409 STALE_MAPPING when someone changed it since `updatedAt`, 409 NAME_TAKEN.
 */
export async function changeSheetMapping(
  { db }: Context,
  actor: Actor,
  id: string,
  { name, mapping, dayOrder, updatedAt }: MappingChange,
): Promise<SavedSheetMapping> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    // The names first, then the row, as who saves a mapping does: two at once can't both give the same name.
    await lockMappingNames(tx, (await findMapping(tx, actor, id, false)).client_id);
    const found = await findMapping(tx, actor, id, true);
    refuseWrongFields(found.kind, mapping);
    if (isoInstant(found.updated_at) !== isoInstant(updatedAt))
      throw await staleRecord(tx, { kind: 'sheetMapping', id });
    const taken = await tx.execute(sql`select 1 from activity_sheet_mappings o
      where o.client_id = ${found.client_id} and o.kind = ${found.kind} and o.id <> ${id} and lower(o.name) = lower(${name})`);
    if (taken.rows.length > 0) throw mappingNameTaken(found.client_name, name);
    await tx.execute(sql`update activity_sheet_mappings set name = ${name}, mapping = ${JSON.stringify(mapping)}::jsonb,
      day_order = ${dayOrder}, updated_by = ${actor.userId}, updated_at = clock_timestamp() where id = ${id}`);
    audit({
      action: 'activity-sheet-mapping.change',
      entity: 'activity-sheet-mapping',
      entityId: id,
      details: { client: found.client_name, kind: found.kind, name, before: found.name },
    });
  });
  return toWire(await findMapping(db, actor, id, false));
}

/** Deletes a saved mapping; sheets that were read with it keep theirs. Throws 404. */
export async function removeSheetMapping(
  { db }: Context,
  actor: Actor,
  id: string,
): Promise<{ success: true }> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { kind, name, mapping, client_name: client } = await findMapping(tx, actor, id, true);
    await tx.execute(sql`delete from activity_sheet_mappings where id = ${id}`);
    audit({
      action: 'activity-sheet-mapping.delete',
      entity: 'activity-sheet-mapping',
      entityId: id,
      details: { client, kind, name, mapping },
    });
  });
  return { success: true };
}
