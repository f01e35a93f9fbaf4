import { sql } from 'drizzle-orm';
import type { SavedSheetMapping } from '../../contract/activity-sheet.ts';
import type { SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import type { ChosenClient } from '../loan-imports/import-tools-service.ts';

interface MappingRow extends Record<string, unknown> {
  id: string;
  name: string;
  mapping: SheetMapping;
  updated_at: string;
}

/** The client's newest saved mapping for this kind whose columns all stand in a file with these headers, or null. */
export async function findFittingMapping(
  db: Db,
  kind: SheetKind,
  client: ChosenClient,
  headers: readonly string[],
): Promise<SavedSheetMapping | null> {
  const { rows } = await db.execute<MappingRow>(
    sql`select m.id, m.name, m.mapping, m.updated_at from activity_sheet_mappings m
      where m.client_id = ${client.id} and m.kind = ${kind} order by m.updated_at desc limit 100`,
  );
  const known = new Set(headers);
  const row = rows.find(({ mapping }) =>
    Object.values(mapping).every((column) => known.has(column)),
  );
  if (!row) return null;
  return {
    _id: row.id,
    kind,
    Client_Name: client.name,
    name: row.name,
    mapping: row.mapping,
    updatedAt: isoInstant(row.updated_at),
  };
}

/** Saves a mapping under a name for a client's next sheet of the kind; the same name replaces it. */
export async function saveSheetMapping(
  { tx, audit }: Command,
  actor: Actor,
  given: { kind: SheetKind; client: ChosenClient; name: string; mapping: SheetMapping },
): Promise<void> {
  const { kind, client, name, mapping } = given;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into activity_sheet_mappings (id, kind, client_id, name, mapping, updated_by)
    values (${newId()}, ${kind}, ${client.id}, ${name}, ${JSON.stringify(mapping)}::jsonb, ${actor.userId})
    on conflict (client_id, kind, lower(name)) do update
      set mapping = excluded.mapping, name = excluded.name, updated_by = excluded.updated_by, updated_at = now()
    returning id`);
  audit({
    action: 'activity-sheet-mapping.save',
    entity: 'activity-sheet-mapping',
    entityId: rows[0]?.id ?? '',
    details: { client: client.name, kind, name },
  });
}
