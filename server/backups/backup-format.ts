import { z } from 'zod';
import { SESSION_SETTINGS } from '../database/session-settings.ts';

/** Counted up when an older Recoup could not read what is written. */
export const BACKUP_FORMAT = 1;

const tableSchema = z.object({
  /** Within the schema `public`. */
  name: z.string(),
  /** Those that are stored: generated ones are worked out again. */
  columns: z.array(z.string()),
});

/** A table as a backup holds it. */
export type BackedTable = z.infer<typeof tableSchema>;

/** What stands first in a backup: what it is, and what the database must be like that takes it. */
export const headSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  id: z.string(),
  appVersion: z.string(),
  postgresVersion: z.string(),
  /** When the snapshot was taken: what was saved before is in it, what was saved later is not. */
  at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
});

/** What stands first in a backup. */
export type BackupHead = z.infer<typeof headSchema>;

/** What stands last in a backup: a file without it is not whole. */
export const manifestSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
  /** Named by rows, and nowhere when the backup was made; earlier versions: removed between their listing and their turn. */
  goneFiles: z.array(z.string()),
});

/** What stands last in a backup. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Names of a backup's entries. */
export const entryNames = {
  head: 'head.json',
  manifest: 'manifest.json',
  piece: (table: string, place: number) =>
    `tables/${table}/${String(place).padStart(6, '0')}.copy.gz`,
  file: (path: string) => `files/${path}`,
} as const;

/** COPY's text is the same on every server that is told so. */
export const COPY_SESSION = `${SESSION_SETTINGS}; set datestyle = 'ISO, YMD'; set extra_float_digits = 1;
  set client_encoding = 'UTF8'; set synchronize_seqscans = off; set search_path = public, pg_catalog`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table and its columns, as COPY names them. */
export const copyTarget = ({ name, columns }: BackedTable): string =>
  `public.${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** A table of the schema `public`, quoted. */
export const tableName = (name: string): string => `public.${quoted(name)}`;
