import { Client } from 'pg';
import { COPY_SESSION } from './backup-format.ts';
import type { BackedTable, BackupHead, BackupManifest } from './backup-format.ts';

/** One state of the database, seen alike by several connections for as long as it takes. */
export interface Snapshot {
  /** The connections, each inside its transaction. */
  readonly lanes: readonly Client[];
  readonly at: string;
  readonly migrations: BackupHead['migrations'];
  readonly postgresVersion: string;
  /** The largest first, with how many rows the planner thinks there are. */
  readonly tables: readonly (BackedTable & { readonly estimatedRows: number })[];
  close(): Promise<void>;
}

/** A connection without time limits whose texts are those of backups. It breaks loudly at its next use only. */
export async function connectForBackup(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'recoup-backup' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(COPY_SESSION);
  return client;
}

/** Ordinary tables of ours: neither an extension's nor the queue's, which is made anew. */
const TABLES = `select c.relname as name, greatest(c.reltuples, 0)::float8 as "estimatedRows",
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
  order by pg_table_size(c.oid) desc, c.relname`;

const SEQUENCES = `select sequencename as name, coalesce(last_value, start_value)::text as value,
    last_value is not null as "isCalled"
  from pg_sequences where schemaname = 'public' order by 1`;

/** Where the sequences are: read after the snapshot, they are beyond every number in it. */
export async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  return (await client.query<BackupManifest['sequences'][number]>(SEQUENCES)).rows;
}

/** The tables of the database that a backup has. */
export async function readTables(client: Client): Promise<Snapshot['tables'][number][]> {
  return (await client.query<Snapshot['tables'][number]>(TABLES)).rows;
}

/** The migrations that the database has, in their order; none without the table of them. */
export async function readMigrationsOf(client: Client): Promise<BackupHead['migrations']> {
  const known = await client.query(`select to_regclass('public.schema_migration') as name`);
  if ((known.rows[0] as { name: string | null }).name === null) return [];
  return (
    await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.schema_migration order by name',
    )
  ).rows;
}

async function describe(client: Client): Promise<Omit<Snapshot, 'lanes' | 'close'>> {
  const about = await client.query<{ at: string; version: string }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as version`,
  );
  return {
    at: about.rows[0]?.at ?? new Date().toISOString(),
    postgresVersion: about.rows[0]?.version ?? '',
    migrations: await readMigrationsOf(client),
    tables: await readTables(client),
  };
}

/** Takes a snapshot that `count` connections share; whoever asks closes it. */
export async function openSnapshot(url: string, count: number): Promise<Snapshot> {
  const lanes: Client[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(lanes.map((lane) => lane.end().catch(() => undefined)));
  };
  try {
    let exported: string | undefined;
    for (let place = 0; place < count; place += 1) {
      const lane = await connectForBackup(url);
      lanes.push(lane);
      await lane.query('begin isolation level repeatable read read only');
      if (exported !== undefined) {
        const sameSnapshot = `set transaction snapshot '${exported}'`;
        await lane.query(sameSnapshot);
        continue;
      }
      const { rows } = await lane.query<{ name: string }>('select pg_export_snapshot() as name');
      exported = rows[0]?.name;
    }
    const [first] = lanes;
    if (!first) throw new Error('A snapshot needs a connection.');
    return { lanes, close, ...(await describe(first)) };
  } catch (error) {
    await close();
    throw error;
  }
}
