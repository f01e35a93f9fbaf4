import type { Client } from 'pg';
import { migrate } from '../database/migrate.ts';
import type { BackupHead, BackupManifest } from './backup-format.ts';
import { readBackup } from './backup-reading.ts';
import { RESTORED_ORIGIN, prepareTarget, refuseNewerBackup } from './restore-target.ts';
import { connectForBackup } from './snapshot.ts';
import { beginLoading } from './table-loading.ts';
import type { TableLoading } from './table-loading.ts';

/** Where a backup goes. */
export interface RestoreAsk {
  readonly source: AsyncIterable<Uint8Array>;
  readonly identity: string;
  /** An empty database. */
  readonly url: string;
  /** Takes a file of the data folder; read to its end. */
  readonly onFile: (path: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Everything is there and right: what must happen before the rows are there for others. */
  readonly beforeCommit?: () => Promise<void>;
  readonly onHead?: (head: BackupHead) => void;
  readonly signal?: AbortSignal;
}

/** What was restored. */
export interface Restored {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
}

const MARK_AS_COPY = `update public.organisation set origin = '${RESTORED_ORIGIN}'`;

/** What ran when the snapshot was taken runs no more. It may have been finished since, as this very backup was: its file stays. */
const END_UNFINISHED = `update public.backups set state = 'FAILED', finished_at = now(), file_name = null,
  problem = 'It was not finished when the backup that was restored was made.' where state in ('WAITING', 'WRITING', 'DRILLING')`;

/** What was due when the snapshot was taken was sent since, or not: nobody is written to twice because of a restore. */
const HOLD_MESSAGES = `update public.messages set state = 'UNKNOWN',
  error = 'A backup was restored. Whether this was sent after the backup is not known.'
  where state in ('QUEUED', 'SENDING')`;

/** A run would go on queueing what it has queued since. */
const END_MESSAGE_RUNS = `update public.message_runs set state = 'FAILED' where state = 'QUEUEING'`;

/** What the restored rows must not set going again, as far as the backup's level has it. */
async function settleWork(client: Client, { tables }: BackupHead): Promise<void> {
  const has = (table: string) => tables.some(({ name }) => name === table);
  await client.query(MARK_AS_COPY);
  if (has('backups')) await client.query(END_UNFINISHED);
  if (has('messages')) await client.query(HOLD_MESSAGES);
  if (has('message_runs')) await client.query(END_MESSAGE_RUNS);
}

async function load(client: Client, ask: RestoreAsk): Promise<Restored> {
  let head: BackupHead | null = null;
  let loading: TableLoading | null = null;
  const manifest = await readBackup(ask.source, ask.identity, {
    begin: async (found) => {
      head = found;
      ask.onHead?.(found);
      await refuseNewerBackup(found);
      await prepareTarget(client);
      await migrate(ask.url, undefined, new Set(found.migrations.map(({ name }) => name)));
      await client.query('begin');
      loading = await beginLoading(client, found);
    },
    rows: async (table, piece) => {
      ask.signal?.throwIfAborted();
      await loading?.rows(table, piece);
    },
    file: ask.onFile,
    end: async ({ sequences }) => {
      await loading?.finish(sequences);
    },
  });
  if (head === null) throw new Error('A backup without its head was read.');
  return { head, manifest };
}

/**
 * Restores a backup into an empty database, at the backup's migrations: all of it in one transaction, or nothing. Throws
 * BackupProblem. The caller brings the database up to date and begins its new life.
 */
export async function restoreRows(ask: RestoreAsk): Promise<Restored> {
  const client = await connectForBackup(ask.url);
  try {
    const restored = await load(client, ask);
    await settleWork(client, restored.head);
    await ask.beforeCommit?.();
    await client.query('commit');
    await client.query('analyze');
    return restored;
  } finally {
    await client.end().catch(() => undefined);
  }
}
