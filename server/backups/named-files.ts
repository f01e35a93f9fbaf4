import type { Client } from 'pg';
import { tableName } from './backup-format.ts';
import { FILES_FOLDER } from './data-files.ts';
import { connectForBackup } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** The column by which rows of whatever noun name a file of the store. */
const STORE_KEY = 'store_key';
/** Rows that also say what is in it vouch for it as long as they stand; others outlive a file that was read or taken back. */
const VOUCHING = [STORE_KEY, 'sha256'];
const KEYS_AT_ONCE = 10_000;

async function* namedKeys(lane: Client, table: string): AsyncGenerator<string> {
  const declared = `declare named_keys no scroll cursor for
    select ${STORE_KEY} as key from ${tableName(table)} where ${STORE_KEY} is not null`;
  await lane.query(declared);
  const next = `fetch ${KEYS_AT_ONCE} from named_keys`;
  for (let count = KEYS_AT_ONCE; count === KEYS_AT_ONCE;) {
    const { rows } = await lane.query<{ key: string }>(next);
    for (const { key } of rows) yield key;
    count = rows.length;
  }
  await lane.query('close named_keys');
}

/** Those of the keys that rows name now, the snapshot being over: what was removed since went with its row. */
async function stillNamed(url: string, table: string, keys: readonly string[]): Promise<string[]> {
  const client = await connectForBackup(url);
  try {
    const asked = `select ${STORE_KEY} as key from ${tableName(table)} where ${STORE_KEY} = any($1::text[]) order by 1`;
    return (await client.query<{ key: string }>(asked, [keys])).rows.map(({ key }) => key);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Paths of the files (pictures, letters, contracts) that rows of the snapshot name, and name still, and that are not among `paths`. */
export async function lackingFiles(
  { lanes, tables }: Snapshot,
  url: string,
  paths: ReadonlySet<string>,
): Promise<string[]> {
  const [lane] = lanes;
  const found: string[] = [];
  for (const { name, columns } of tables) {
    if (lane === undefined || !VOUCHING.every((column) => columns.includes(column))) continue;
    const keys: string[] = [];
    for await (const key of namedKeys(lane, name))
      if (!paths.has(`${FILES_FOLDER}${key}`)) keys.push(key);
    if (keys.length > 0) found.push(...(await stillNamed(url, name, keys)));
  }
  return found.map((key) => `${FILES_FOLDER}${key}`);
}
