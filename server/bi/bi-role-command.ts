import { sql } from 'drizzle-orm';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { WrongUse, runCommandLine, say } from '../command-line.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { makeBiRole } from './bi-role.ts';

const usage =
  'npm run bi-role -- --name bi_xenon (--client "Xenon Finance" [--client ...] | --all)';

async function clientIdsOf(db: Db, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select c.id from clients c where c.name = ${name}`,
    );
    const [found] = rows;
    if (!found) throw new Error(`There is no client named "${name}".`);
    ids.push(found.id);
  }
  return ids;
}

/** Makes a read-only role for a BI tool and prints its password once. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      client: { type: 'string', multiple: true },
      all: { type: 'boolean', default: false },
    },
  });
  const names = values.client ?? [];
  if (values.name === undefined || (names.length === 0) === !values.all)
    throw new WrongUse('Say whose data the role may read.');
  const name = values.name;
  const database = await reachDatabase(readSettings(process.env));
  try {
    const ids = values.all ? null : await clientIdsOf(database.db, names);
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    let password: string;
    try {
      password = await makeBiRole(client, name, ids);
    } finally {
      await client.end();
    }
    await runCommand(database.db, null, async ({ audit }) =>
      audit({
        action: 'bi.role',
        entity: 'bi',
        details: { name, clients: values.all ? 'all' : names },
      }),
    );
    say(`The role ${name} reads the views of the schema bi. Its password, shown once: ${password}`);
  } finally {
    await database.close();
  }
  return 0;
}

runCommandLine(main, { usage });
