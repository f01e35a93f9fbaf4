import { sql } from 'drizzle-orm';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { SavedMapping } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { chooseClient } from './client-choice.ts';

interface MappingRow extends Record<string, unknown> {
  id: string;
  name: string;
  client_name: string;
  mapping: ImportMapping;
  updated_at: string;
}

const selectMapping = sql`select m.id, m.name, c.name as client_name, m.mapping, m.updated_at
  from loan_mappings m join clients c on c.id = m.client_id`;

function toWire(row: MappingRow): SavedMapping {
  return {
    _id: row.id,
    name: row.name,
    Client_Name: row.client_name,
    mapping: row.mapping,
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

/** The client's newest saved mapping whose columns all stand in a file with these headers, or null. */
export async function findFittingMapping(
  db: Db,
  clientId: string,
  headers: readonly string[],
): Promise<SavedMapping | null> {
  const { rows } = await db.execute<MappingRow>(
    sql`${selectMapping} where m.client_id = ${clientId} order by m.updated_at desc limit 100`,
  );
  const known = new Set(headers);
  const fitting = rows.find((row) =>
    Object.values(row.mapping).every((column) => known.has(column)),
  );
  return fitting ? toWire(fitting) : null;
}

/** Saves a mapping under a name for a client; the same name replaces it. Throws 400 for an unknown client. */
export async function saveMapping(
  db: Db,
  actor: Actor,
  given: { name: string; Client_Name: string; mapping: ImportMapping },
): Promise<SavedMapping> {
  const client = await chooseClient(db, actor, given.Client_Name);
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ id: string; updated_at: string }>(sql`
      insert into loan_mappings (id, client_id, name, mapping, updated_by)
      values (${newId()}, ${client.id}, ${given.name}, ${JSON.stringify(given.mapping)}::jsonb, ${actor.userId})
      on conflict (client_id, name) do update
        set mapping = excluded.mapping, updated_by = excluded.updated_by, updated_at = now()
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
      updatedAt: isoInstant(saved.updated_at),
    };
  });
}
