import type { Client } from 'pg';
import { FILES_FOLDER } from './data-files.ts';
import { connectForBackup } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The files of the store (pictures, letters, contracts) whose rows also say what is in them: such a row vouches for its file
 * as long as it stands. Others outlive a file that was read or taken back.
 */
export const VOUCHED = `(select store_key as key from files where store_key is not null
  union all select store_key from settlement_letters
  union all select store_key from client_policies) as vouched`;
const KEYS_AT_ONCE = 10_000;

async function* vouchedKeys(lane: Client): AsyncGenerator<string> {
  await lane.query(`declare vouched_keys no scroll cursor for select key from ${VOUCHED}`);
  for (let count = KEYS_AT_ONCE; count === KEYS_AT_ONCE;) {
    const { rows } = await lane.query<{ key: string }>(`fetch ${KEYS_AT_ONCE} from vouched_keys`);
    for (const { key } of rows) yield key;
    count = rows.length;
  }
  await lane.query('close vouched_keys');
}

const pathOf = (key: string): string => `${FILES_FOLDER}${key}`;

/** Those of the keys that rows name now, the snapshot being over: what was removed since went with its row. */
async function stillNamed(url: string, keys: readonly string[]): Promise<string[]> {
  const client = await connectForBackup(url);
  try {
    const { rows } = await client.query<{ key: string }>(
      `select key from ${VOUCHED} where key = any($1::text[]) order by 1`,
      [keys],
    );
    return rows.map(({ key }) => key);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Paths of the files that rows of the snapshot vouch for, and still do, and that are not among `paths`. */
export async function lackingFiles(
  { lanes: [lane] }: Snapshot,
  url: string,
  paths: ReadonlySet<string>,
): Promise<string[]> {
  if (lane === undefined) return [];
  const lacking: string[] = [];
  for await (const key of vouchedKeys(lane)) if (!paths.has(pathOf(key))) lacking.push(key);
  if (lacking.length === 0) return [];
  return (await stillNamed(url, lacking)).map(pathOf);
}
