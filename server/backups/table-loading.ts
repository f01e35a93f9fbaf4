import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyTarget, tableName } from './backup-format.ts';
import type { BackedTable, BackupHead, BackupManifest } from './backup-format.ts';
import { BackupProblem } from './backup-problem.ts';
import { rowPieces, RowSum } from './row-pieces.ts';
import { bareTables } from './schema-rest.ts';
import { readTables } from './snapshot.ts';

/** Rows on their way into a database, in one transaction that the caller began and ends. */
export interface TableLoading {
  rows(table: string, piece: Buffer): Promise<void>;
  /** Puts constraints and sequences back and compares what is stored with what was sent. Throws BackupProblem. */
  finish(sequences: BackupManifest['sequences']): Promise<void>;
}

async function storeRows(client: Client, table: BackedTable, piece: Buffer): Promise<void> {
  const copyIn = copyFrom(`copy ${copyTarget(table)} from stdin`);
  const copy = client.query(copyIn);
  const done = finished(copy);
  copy.end(piece);
  await done;
}

const namesOf = (tables: readonly BackedTable[]) =>
  tables
    .map(({ name, columns }) => `${name}(${[...columns].sort().join()})`)
    .sort()
    .join('\n');

/** The tables of backup and database must be the same: both are at the same migration. */
async function refuseOtherTables(client: Client, head: BackupHead): Promise<void> {
  if (namesOf(await readTables(client)) !== namesOf(head.tables))
    throw new BackupProblem('other-tables');
}

/** Empties the tables and begins to fill them anew. */
export async function beginLoading(client: Client, head: BackupHead): Promise<TableLoading> {
  await refuseOtherTables(client, head);
  const dress = await bareTables(client);
  const tables = new Map(head.tables.map((table) => [table.name, table]));
  const sent = new Map(head.tables.map(({ name }) => [name, new RowSum()]));
  const rows = async (name: string, piece: Buffer): Promise<void> => {
    const table = tables.get(name);
    if (!table) throw new BackupProblem('rows-of-no-table', { table: name });
    sent.get(name)?.add(piece);
    await storeRows(client, table, piece);
  };
  const compare = async (): Promise<void> => {
    for (const table of head.tables) {
      const stored = new RowSum();
      for await (const piece of rowPieces(client, table)) stored.add(piece);
      if (stored.toString() !== sent.get(table.name)?.toString())
        throw new BackupProblem('rows-differ', { table: table.name });
    }
  };
  return {
    rows,
    finish: async (sequences) => {
      await dress();
      for (const { name, value, isCalled } of sequences)
        await client.query('select setval($1::text::regclass, $2::bigint, $3)', [
          tableName(name),
          value,
          isCalled,
        ]);
      await compare();
    },
  };
}
