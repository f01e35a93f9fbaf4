import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { Backup } from '../../contract/backups.ts';
import { writeBackup } from '../../server/backups/backup-writing.ts';
import type { BackupManifest } from '../../server/backups/backup-format.ts';
import { restoreRows } from '../../server/backups/restoring.ts';
import type { TestServer } from './server.ts';

/** A key of a backup and who may make one for it. */
export async function backupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The settings of backups that a person asks for. */
export const unscheduled = (recipient: string) => ({
  recipient,
  isScheduled: false,
  at: '02:00',
  keepDaily: 7,
  keepWeekly: 4,
  keepMonthly: 12,
});

/** The bytes of a whole backup of a database and its folder. */
export async function backUp(
  url: string,
  dataDir: string,
  recipient: string,
  backupDir = join(dataDir, 'backups'),
): Promise<{ bytes: Buffer; manifest: BackupManifest; drillIdentity: string }> {
  const made = await writeBackup({
    id: 'test',
    url,
    dataDir,
    backupDir,
    appVersion: 'test',
    recipients: [recipient],
  });
  const pieces: Buffer[] = [];
  for await (const piece of made.bytes) pieces.push(piece);
  return {
    bytes: Buffer.concat(pieces),
    manifest: made.written().manifest,
    drillIdentity: made.drillIdentity,
  };
}

/** Hands out bytes as a disk or a network would. */
export async function* inPieces(bytes: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Restores a backup's rows into a database; returns its files with their SHA-256. */
export async function restoreInto(
  url: string,
  bytes: Buffer,
  identity: string,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  await restoreRows({
    source: inPieces(bytes),
    identity,
    url,
    onFile: async (path, content) => {
      const hash = createHash('sha256');
      for await (const piece of content) hash.update(piece);
      files.set(path, hash.digest('hex'));
    },
  });
  return files;
}

/** Everything that a database holds and is: rows in their texts, sequences, constraints, indexes and triggers. */
export async function contentOf(url: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
    const tables = await ask(`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
    const content: Record<string, unknown> = {};
    for (const [name] of tables as [string][])
      content[name] = await ask(
        `select count(*)::int, md5(string_agg(t::text, E'\\n' order by t::text)) from public."${name}" t`,
      );
    content['sequences'] = await ask(
      `select sequencename, last_value, increment_by from pg_sequences where schemaname = 'public' order by 1`,
    );
    content['constraints'] = await ask(`select conrelid::regclass::text, conname, convalidated,
      pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`);
    content['indexes'] = await ask(
      `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    );
    content['triggers'] = await ask(`select tgrelid::regclass::text, tgname, tgenabled
      from pg_trigger where not tgisinternal order by 1, 2`);
    return content;
  } finally {
    await client.end();
  }
}

/** How many rows a statement finds in a database. */
export async function countRows(url: string, text: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows.length;
  } finally {
    await client.end();
  }
}

/** What an admin does at /backup, on the server and for the key of a test file. */
export function backupDesk(serverOf: () => TestServer, recipientOf: () => string) {
  const asAdmin = { as: 'admin' } as const;
  const list = async () =>
    (await serverOf().call('GET', '/backups', asAdmin)).json<{ data: Backup[] }>().data;
  const one = async (id: string) => (await list()).find(({ _id }) => _id === id);
  const save = async (change: object = {}) => {
    const kept = { keepDaily: 7, keepWeekly: 4, keepMonthly: 12 };
    const plain = { recipient: recipientOf(), isScheduled: false, at: '02:00', ...kept };
    return serverOf().call('PUT', '/backups/settings', {
      ...asAdmin,
      body: { ...plain, ...change },
    });
  };
  return {
    list,
    one,
    save,
    /** Makes a backup and waits for its end. */
    made: async (): Promise<Backup> => {
      const { _id } = await serverOf().taken<Backup>('POST', '/backups', { ...asAdmin, body: {} });
      await expect.poll(async () => (await one(_id))?.state).toMatch(/DONE|FAILED/);
      return (await one(_id)) as Backup;
    },
    /** How often the admin was told something. */
    toldOf: async (kind: string) => {
      const { db, people } = serverOf();
      const { rows } = await db.execute(sql`select 1 from notifications where kind = ${kind}
        and user_id = ${people.admin.id}`);
      return rows.length;
    },
    /** As before the first backup, with the key that is known. */
    clear: async () => {
      const { db } = serverOf();
      await db.execute(sql`delete from backups`);
      await db.execute(sql`delete from notifications where kind like 'BACKUP%'`);
      await db.execute(sql`update backup_settings set told_late_on = null, since = null`);
      await save();
    },
  };
}
