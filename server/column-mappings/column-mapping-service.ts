import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { MappingKind, SavedMapping } from '../../contract/column-mapping.ts';
import type { DayOrder, SheetMapping } from '../../contract/sheet-mapping.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { holdLocks } from '../database/locks.ts';
import { conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { refuseWrongFields } from './mapping-fitness-service.ts';
import type { FileKind } from './mapping-fitness-service.ts';

/** The kinds of files that the lender's own admin may upload. */
export const CLIENT_ADMIN_KINDS: readonly MappingKind[] = ['LOANS', 'PAYMENT', 'ALLOCATION'];

/** Throws 403 when the actor may not upload files of the kind. */
export function refuseKind(actor: Actor, kind: MappingKind): void {
  if (!isAdmin(actor) && !CLIENT_ADMIN_KINDS.includes(kind))
    throw notAllowed('Your role may not upload sheets of this kind.', 'WRONG_ROLE');
}

/** Whose files are read with a mapping: a lender's, or with id null a dialer's. */
interface Owner {
  readonly id: string | null;
  readonly name: string;
}

interface MappingRow extends Record<string, unknown> {
  id: string;
  kind: MappingKind;
  name: string;
  client_id: string;
  client_name: string;
  mapping: SheetMapping;
  day_order: DayOrder | null;
  updated_by_name: string | null;
  updated_at: string;
  seen: string[] | null;
}

const selectMapping = sql`select m.id, m.kind, m.name, c.id as client_id, c.name as client_name, m.mapping, m.day_order,
    m.updated_at, m.seen_columns as seen, u.full_name as updated_by_name
  from column_mappings m join clients c on c.id = m.client_id left join users u on u.id = m.updated_by`;

const toWire = (row: MappingRow): SavedMapping => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  Client_Name: row.client_name,
  mapping: row.mapping,
  dayOrder: row.day_order,
  columns: row.seen,
  updatedBy: row.updated_by_name,
  updatedAt: isoInstant(row.updated_at),
});

/** Condition on `m` and `c` (its client): the mappings that the actor may see and change. */
const visibleTo = (actor: Actor): SQL =>
  allOf([
    clientsVisibleTo(actor),
    !isAdmin(actor) && sql`m.kind = any(${sql.param(CLIENT_ADMIN_KINDS)}::text[])`,
  ]);

/** The saved mappings of a kind, of the clients the actor may name (or of one of them), newest first. */
export async function listMappings(
  db: Db,
  actor: Actor,
  { kind, Client_Name: client }: { kind: MappingKind; Client_Name?: string | undefined },
): Promise<{ data: SavedMapping[] }> {
  refuseKind(actor, kind);
  const which = allOf([sql`m.kind = ${kind}`, visibleTo(actor), client && sql`c.name = ${client}`]);
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where ${which} order by m.updated_at desc, m.id limit 500`,
  );
  return { data: rows.map(toWire) };
}

/** A saved mapping that a file can be read with. */
export interface FittingMapping {
  readonly saved: SavedMapping;
  /** The file's columns that it neither maps nor was made without. */
  readonly newColumns: string[];
}

/**
 * The client's saved mapping of the kind whose columns all stand in a file with these headers, or null: the one that knows
 * most of them, of several the newest.
 */
export async function findFittingMapping(
  db: Db,
  kind: MappingKind,
  clientId: string,
  headers: readonly string[],
): Promise<FittingMapping | null> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.client_id = ${clientId} and m.kind = ${kind} order by m.updated_at desc limit 100`,
  );
  const fitting = rows
    .filter(({ mapping }) => isFitting(mapping, headers))
    .map((row) => ({ row, newColumns: newColumnsOf(row, headers) }))
    // What nobody knows of the columns of a mapping is not held against it.
    .sort((one, other) => unseen(one) - unseen(other))[0];
  return fitting ? { saved: toWire(fitting.row), newColumns: fitting.newColumns } : null;
}

/** The mapping that the dialer's last call sheet was read with, when all its columns stand in a file with these headers. */
export async function findDialerMapping(
  db: Db,
  dialer: string,
  headers: readonly string[],
): Promise<SheetMapping | null> {
  const { rows } = await db.execute<{ mapping: SheetMapping }>(
    sql`select m.mapping from column_mappings m where ${isNamed('CALLS', null, dialer)}`,
  );
  return rows.find(({ mapping }) => isFitting(mapping, headers))?.mapping ?? null;
}

function isFitting(mapping: SheetMapping, headers: readonly string[]): boolean {
  const inFile = new Set(headers);
  return Object.values(mapping).every((column) => inFile.has(column));
}

const unseen = ({ row, newColumns }: { row: MappingRow; newColumns: string[] }): number =>
  row.seen === null ? 0 : newColumns.length;

function newColumnsOf({ mapping, seen }: MappingRow, headers: readonly string[]): string[] {
  const known = new Set([...Object.values(mapping), ...(seen ?? [])]);
  return headers.filter((header) => !known.has(header));
}

/** Condition on `m`: the owner's mappings of the kind, those with this name in any case. */
function isNamed(kind: FileKind, clientId: string | null, name: string): SQL {
  return sql`(${isOf(kind, clientId)} and lower(m.name) = lower(${name}))`;
}

const isOf = (kind: FileKind, clientId: string | null): SQL =>
  sql`(m.kind = ${kind} and m.client_id is not distinct from ${clientId})`;

/** Holds the names of an owner's mappings against other changes until the transaction's end. */
async function lockNames(tx: Db, clientId: string | null): Promise<void> {
  await holdLocks(tx, 'mappingNames', [clientId ?? 'dialers']);
}

/**
 * What `column_mappings m` has seen, with some more (null: nothing more) and the columns that it maps before it is changed:
 * a column that somebody takes out of it is not a new one.
 */
const seenWith = (more: SQL): SQL =>
  sql`(select jsonb_agg(distinct x.value) from (
      select value from jsonb_array_elements_text(coalesce(m.seen_columns, '[]'))
      union all select value from jsonb_array_elements_text(coalesce(${more}::jsonb, '[]'))
      union all select value from jsonb_each_text(m.mapping)) x)`;

/** What a mapping is saved with. */
interface NewMapping {
  readonly kind: FileKind;
  readonly owner: Owner;
  readonly name: string;
  readonly mapping: SheetMapping;
  readonly dayOrder?: DayOrder | null;
  /** All columns of the file that it is made for. */
  readonly columns?: readonly string[] | undefined;
}

/** Saves a mapping under a name for the owner's next file of the kind; the same name replaces it. Answers its id. */
export async function saveMapping(
  { tx, audit }: Command,
  actor: Actor,
  { kind, owner, name, mapping, dayOrder = null, columns }: NewMapping,
): Promise<string> {
  refuseWrongFields(kind, mapping);
  await lockNames(tx, owner.id);
  const known = await tx.execute<{ id: string }>(sql`select m.id from column_mappings m
    where ${isNamed(kind, owner.id, name)} order by m.name = ${name} desc, m.updated_at desc limit 1`);
  const id = known.rows[0]?.id ?? newId();
  await tx.execute(sql`
    insert into column_mappings as m (id, kind, client_id, name, mapping, seen_columns, day_order, updated_by)
    values (${id}, ${kind}, ${owner.id}, ${name}, ${JSON.stringify(mapping)}::jsonb,
      ${columns ? JSON.stringify(columns) : null}::jsonb, ${dayOrder}, ${actor.userId})
    on conflict (id) do update set name = excluded.name, mapping = excluded.mapping, day_order = excluded.day_order,
      seen_columns = ${seenWith(sql`excluded.seen_columns`)}, updated_by = excluded.updated_by,
      updated_at = clock_timestamp()`);
  audit({
    action: 'column-mapping.save',
    entity: 'column-mapping',
    entityId: id,
    details: { owner: owner.name, kind, name },
  });
  return id;
}

/** A name for a mapping that nobody named: the file's, without its ending and the day of it. */
function nameOf(fileName: string, client: string): string {
  const bare = fileName
    .replace(/\.[a-z]{2,4}$/i, '')
    .replace(/[\d_.,()-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (bare === '' ? client : bare).slice(0, 100);
}

/**
 * Remembers the mapping that a lender's file was read with, so that its next file maps itself: one that is saved already
 * becomes the newest, any other is saved under the file's name.
 */
export async function rememberMapping(
  command: Command,
  actor: Actor,
  given: Pick<NewMapping, 'kind' | 'owner' | 'mapping'> & {
    readonly columns: readonly string[];
    readonly fileName: string;
  },
): Promise<void> {
  const { tx } = command;
  const { kind, owner, mapping, columns } = given;
  await lockNames(tx, owner.id);
  const known = await tx.execute(sql`update column_mappings m set updated_at = clock_timestamp(),
      seen_columns = ${seenWith(sql`${JSON.stringify(columns)}`)}
    where m.id = (select m.id from column_mappings m where ${isOf(kind, owner.id)}
      and m.mapping = ${JSON.stringify(mapping)}::jsonb order by m.updated_at desc limit 1)`);
  if ((known.rowCount ?? 0) > 0) return;
  const { rows } = await tx.execute<{ name: string }>(
    sql`select lower(m.name) as name from column_mappings m where ${isOf(kind, owner.id)}`,
  );
  const taken = new Set(rows.map(({ name }) => name));
  const wanted = nameOf(given.fileName, owner.name);
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wanted} (${count})`;
  await saveMapping(command, actor, { kind, owner, name, mapping, columns });
}

/** The mapping as far as the actor may see it, locked when asked. Throws 404. */
async function findMapping(
  db: Db,
  actor: Actor,
  id: string,
  isLocked = false,
): Promise<MappingRow> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.id = ${id} and ${visibleTo(actor)} ${isLocked ? sql`for update of m` : sql``}`,
  );
  if (!rows[0]) throw notFound('This mapping');
  return rows[0];
}

/** A saved mapping of a client that the actor may name. Throws 404. */
export async function readMapping(db: Db, actor: Actor, id: string): Promise<SavedMapping> {
  return toWire(await findMapping(db, actor, id));
}

/** A mapping as somebody changed it. */
interface MappingChange extends Pick<SavedMapping, 'name' | 'mapping' | 'dayOrder'> {
  readonly updatedAt: string;
}

/**
 * Renames a saved mapping, changes its columns and how dates are written. Throws 400, 404, 422 for columns without which a
 * file says nothing, 409 STALE_MAPPING when someone changed it since `updatedAt`, 409 NAME_TAKEN.
 */
export async function changeMapping(
  db: Db,
  actor: Actor,
  id: string,
  { name, mapping, dayOrder, updatedAt }: MappingChange,
): Promise<SavedMapping> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    // The names first, then the row, as who saves a mapping does: two at once can't both give the same name.
    await lockNames(tx, (await findMapping(tx, actor, id)).client_id);
    const found = await findMapping(tx, actor, id, true);
    const { kind, client_id: clientId, client_name: client } = found;
    refuseWrongFields(kind, mapping);
    if (isoInstant(found.updated_at) !== isoInstant(updatedAt))
      throw await staleRecord(tx, { kind: 'columnMapping', id });
    const taken = await tx.execute(
      sql`select 1 from column_mappings m where ${isNamed(kind, clientId, name)} and m.id <> ${id}`,
    );
    if (taken.rows.length > 0)
      throw conflict(
        'NAME_TAKEN',
        `${client} has a mapping named "${name}" already. Give another name.`,
      );
    await tx.execute(sql`update column_mappings m set name = ${name}, mapping = ${JSON.stringify(mapping)}::jsonb,
      seen_columns = ${seenWith(sql`null`)}, day_order = ${dayOrder}, updated_by = ${actor.userId},
      updated_at = clock_timestamp() where m.id = ${id}`);
    audit({
      action: 'column-mapping.change',
      entity: 'column-mapping',
      entityId: id,
      details: { owner: client, kind, name, before: found.name },
    });
  });
  return readMapping(db, actor, id);
}

/** Deletes a saved mapping; what was read with it keeps a copy. Throws 404. */
export async function removeMapping(db: Db, actor: Actor, id: string): Promise<{ success: true }> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { kind, name, mapping, client_name: owner } = await findMapping(tx, actor, id, true);
    await tx.execute(sql`delete from column_mappings where id = ${id}`);
    audit({
      action: 'column-mapping.delete',
      entity: 'column-mapping',
      entityId: id,
      details: { owner, kind, name, mapping },
    });
  });
  return { success: true };
}
