import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { WrongUse, runCommandLine, say } from '../command-line.ts';
import { runCommand } from '../command.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { clientIdsOf, makeBiRole } from './bi-role.ts';

const usage =
  'npm run bi-role -- --name bi_xenon (--client "Xenon Finance" [--client ...] | --all)';

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
