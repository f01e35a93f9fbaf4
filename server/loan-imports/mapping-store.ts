import { sql } from 'drizzle-orm';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { SavedMapping } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { chooseClient } from './client-choice.ts';
import { refuseMissingFields } from './mapping-fitness.ts';
import { seenWith } from './mapping-memory.ts';
import { lockMappingNames, mappingNameTaken } from './mapping-names.ts';

interface MappingRow extends Record<string, unknown> {
  id: string;
  name: string;
  client_id: string;
  client_name: string;
  mapping: ImportMapping;
  updated_by_name: string | null;
  updated_at: string;
  seen: string[] | null;
}

const selectMapping = sql`select m.id, m.name, m.client_id, c.name as client_name, m.mapping, m.updated_at, m.seen_columns as seen,
    u.full_name as updated_by_name
  from loan_mappings m join clients c on c.id = m.client_id left join users u on u.id = m.updated_by`;

function toWire(row: MappingRow): SavedMapping {
  return {
    _id: row.id,
    name: row.name,
    Client_Name: row.client_name,
    mapping: row.mapping,
    updatedBy: row.updated_by_name,
    updatedAt: isoInstant(row.updated_at),
  };
}

/** The saved mappings of the clients the actor may name (or of one of them), newest first. */
export async function listMappings(
  db: Db,
  actor: Actor,
  clientName: string | undefined,
): Promise<SavedMapping[]> {
  const ofClient = clientName ? sql`c.name = ${clientName}` : sql`true`;
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where ${clientsVisibleTo(actor)} and ${ofClient} order by m.updated_at desc limit 500`,
  );
  return rows.map(toWire);
}

/** A saved mapping that a file can be read with. */
export interface FittingMapping {
  readonly saved: SavedMapping;
  /** The file's columns that it neither maps nor was made without. */
  readonly newColumns: string[];
}

/**
 * The client's saved mapping whose columns all stand in a file with these headers, or null: the one that knows most of them,
 * of several the newest.
 */
export async function findFittingMapping(
  db: Db,
  clientId: string,
  headers: readonly string[],
): Promise<FittingMapping | null> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.client_id = ${clientId} order by m.updated_at desc limit 100`,
  );
  const inFile = new Set(headers);
  const fitting = rows
    .filter(({ mapping }) => Object.values(mapping).every((column) => inFile.has(column)))
    .map((row) => ({ row, newColumns: newColumnsOf(row, headers) }))
    // What nobody knows of the columns of a mapping is not held against it.
    .sort((one, other) => unseen(one) - unseen(other))[0];
  return fitting ? { saved: toWire(fitting.row), newColumns: fitting.newColumns } : null;
}

const unseen = ({ row, newColumns }: { row: MappingRow; newColumns: string[] }): number =>
  row.seen === null ? 0 : newColumns.length;

function newColumnsOf({ mapping, seen }: MappingRow, headers: readonly string[]): string[] {
  const known = new Set([...Object.values(mapping), ...(seen ?? [])]);
  return headers.filter((header) => !known.has(header));
}

/** A saved mapping with what is suggested for the columns that it has not seen. */
export function withNewColumns(
  { saved, newColumns }: FittingMapping,
  suggested: ImportMapping,
): ImportMapping {
  const fresh = Object.entries(suggested).filter(([, column]) => newColumns.includes(column));
  return { ...Object.fromEntries(fresh), ...saved.mapping };
}

/** Saves a mapping under a name for a client; the same name replaces it. Throws 400 for an unknown client. */
export async function saveMapping(
  db: Db,
  actor: Actor,
  given: {
    name: string;
    Client_Name: string;
    mapping: ImportMapping;
    columns?: readonly string[] | undefined;
  },
): Promise<SavedMapping> {
  const client = await chooseClient(db, actor, given.Client_Name);
  return runCommand(db, actor, async ({ tx, audit }) => {
    await lockMappingNames(tx, client.id);
    const known = await tx.execute<{ id: string }>(sql`select id from loan_mappings
      where client_id = ${client.id} and lower(name) = lower(${given.name})
      order by name = ${given.name} desc, updated_at desc limit 1`);
    const { rows } = await tx.execute<{ id: string; updated_at: string }>(sql`
      insert into loan_mappings as m (id, client_id, name, mapping, seen_columns, updated_by)
      values (${known.rows[0]?.id ?? newId()}, ${client.id}, ${given.name}, ${JSON.stringify(given.mapping)}::jsonb,
        ${given.columns ? JSON.stringify(given.columns) : null}::jsonb, ${actor.userId})
      on conflict (id) do update set name = excluded.name, mapping = excluded.mapping, updated_by = excluded.updated_by,
        seen_columns = ${seenWith(sql`excluded.seen_columns`)}, updated_at = clock_timestamp()
      returning id, updated_at`);
    const saved = rows[0];
    if (!saved) throw new Error('The mapping was not stored.');
    audit({
      action: 'loan-mapping.save',
      entity: 'loan-mapping',
      entityId: saved.id,
      details: { client: client.name, name: given.name },
    });
    return {
      _id: saved.id,
      name: given.name,
      Client_Name: client.name,
      mapping: given.mapping,
      updatedBy: actor.fullName,
      updatedAt: isoInstant(saved.updated_at),
    };
  });
}

/** The mapping as far as the actor may see it, locked when asked. Throws 404. */
async function findMapping(
  db: Db,
  actor: Actor,
  id: string,
  isLocked = false,
): Promise<MappingRow> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.id = ${id} and ${clientsVisibleTo(actor)} ${isLocked ? sql`for update of m` : sql``}`,
  );
  if (!rows[0]) throw notFound('This mapping');
  return rows[0];
}

/** A saved mapping of a client that the actor may name. Throws 404. */
export async function readMapping(db: Db, actor: Actor, id: string): Promise<SavedMapping> {
  return toWire(await findMapping(db, actor, id));
}

/**
 * Renames a saved mapping or changes its columns. Throws 404, 409 STALE_MAPPING when someone changed it since `updatedAt`,
 * 409 NAME_TAKEN, and 422 when a field that every loan needs has no column.
 */
export async function changeMapping(
  db: Db,
  actor: Actor,
  id: string,
  given: { name: string; mapping: ImportMapping; updatedAt?: string | undefined },
): Promise<SavedMapping> {
  refuseMissingFields(given.mapping);
  await runCommand(db, actor, async ({ tx, audit }) => {
    // The names first, then the row, as who saves a mapping does: two at once can't both give the same name.
    await lockMappingNames(tx, (await findMapping(tx, actor, id)).client_id);
    const found = await findMapping(tx, actor, id, true);
    if (
      given.updatedAt !== undefined &&
      isoInstant(found.updated_at) !== isoInstant(given.updatedAt)
    )
      throw await staleRecord(tx, { kind: 'loanMapping', id });
    const taken =
      await tx.execute(sql`select 1 from loan_mappings o join loan_mappings m on m.client_id = o.client_id
      where m.id = ${id} and o.id <> m.id and lower(o.name) = lower(${given.name})`);
    if (taken.rows.length > 0) throw mappingNameTaken(found.client_name, given.name);
    await tx.execute(sql`update loan_mappings m set name = ${given.name}, mapping = ${JSON.stringify(given.mapping)}::jsonb,
      seen_columns = ${seenWith(sql`null`)}, updated_by = ${actor.userId}, updated_at = clock_timestamp() where id = ${id}`);
    audit({
      action: 'loan-mapping.change',
      entity: 'loan-mapping',
      entityId: id,
      details: { client: found.client_name, name: given.name, before: found.name },
    });
  });
  return readMapping(db, actor, id);
}

/** Deletes a saved mapping; uploads made with it keep a copy. Throws 404. */
export async function removeMapping(db: Db, actor: Actor, id: string): Promise<void> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const found = await findMapping(tx, actor, id, true);
    await tx.execute(sql`delete from loan_mappings where id = ${id}`);
    audit({
      action: 'loan-mapping.delete',
      entity: 'loan-mapping',
      entityId: id,
      details: { client: found.client_name, name: found.name, mapping: found.mapping },
    });
  });
}
