import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { badInput } from '../errors.ts';

/** A lender, as chosen for an import. */
export interface ChosenClient {
  readonly id: string;
  readonly name: string;
}

/**
 * The client with this name (case and outer spaces don't matter) that the actor may import for. Throws 400 with the
 * names to choose from.
 */
export async function chooseClient(db: Db, actor: Actor, name: string): Promise<ChosenClient> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select c.id, c.name from clients c where ${clientsVisibleTo(actor)} order by c.name limit 1000`,
  );
  const wanted = name.trim().toLowerCase();
  const found = rows.find((row) => row.name.toLowerCase() === wanted);
  if (found) return found;
  const names = rows.map((row) => row.name);
  const choice =
    names.length === 0 ? 'There is no client yet.' : `Choose one of: ${names.join(', ')}.`;
  throw badInput(
    `There is no client named "${name}". ${choice}`,
    [fieldProblem('Client_Name', 'wrong-client', { names })],
    'UNKNOWN_CLIENT',
  );
}
