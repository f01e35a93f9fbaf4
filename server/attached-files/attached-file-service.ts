import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { FILE_KINDS } from '../../contract/disposition.ts';
import type { AttachedFile, announcedFileSchema } from '../../contract/disposition.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { files } from '../database/tables/dispositions.ts';
import { badInput, conflict } from '../errors.ts';
import type { FileStore } from '../file-store/file-store.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { bytesKey, dropBytes, keepBytes, sha256Of } from './file-bytes.ts';
import { checkedFile, shownName } from './file-content.ts';

/** What a file hangs on. */
type Place = { readonly loanId: string } & (
  | { readonly dispositionId: string; readonly settlementId?: undefined }
  | { readonly settlementId: string; readonly dispositionId?: undefined }
);

/** A file of a form, checked and stored, not yet attached to anything. */
export type StoredUpload = Omit<AttachedFile, 'isDelivered'>;

/** The files that a request gives: those whose bytes follow, and those that came in its form. */
export interface GivenFiles {
  readonly announced: readonly z.output<typeof announcedFileSchema>[];
  readonly uploads: readonly StoredUpload[];
}

const MOST_BYTES = 20_000_000;

/** Whether a kind of attachment must be a picture. */
export function isPictureKind(kind: string): boolean {
  return kind === 'photo' || kind === 'screenShot';
}

async function storeUpload(store: FileStore, upload: UploadedFile): Promise<StoredUpload> {
  const kind = FILE_KINDS.find((name) => name === upload.part);
  if (kind === undefined) throw badInput('There is no place for this file here.');
  if (upload.size > MOST_BYTES)
    throw badInput('Attach files of at most 20 MB each.', [
      fieldProblem(kind, 'file-too-large', { most: 20 }),
    ]);
  const file = await checkedFile(await readFile(upload.path), {
    isPictureWanted: isPictureKind(kind),
    isFromDevice: false,
  });
  const id = newId();
  await keepBytes(store, id, file);
  return {
    _id: id,
    kind,
    name: shownName(upload.name),
    contentType: file.contentType,
    size: file.bytes.length,
    sha256: sha256Of(file.bytes),
  };
}

/** Checks and stores the files of a form. When one is refused (415) none is kept. */
async function storeUploads(
  store: FileStore,
  uploads: readonly UploadedFile[],
): Promise<StoredUpload[]> {
  const stored: StoredUpload[] = [];
  try {
    for (const upload of uploads) stored.push(await storeUpload(store, upload));
  } catch (error) {
    for (const file of stored) await dropBytes(store, file._id);
    throw error;
  }
  return stored;
}

/** Removes the stored files of a form that nothing took: it was refused, or a repeat of what is there. */
async function dropUnattached(
  db: Db,
  store: FileStore,
  uploads: readonly StoredUpload[],
): Promise<void> {
  const ids = uploads.map((file) => file._id);
  const taken = await db.execute<{ id: string }>(
    sql`select id from files where id = any(${sql.param(ids)}::uuid[])`,
  );
  const kept = new Set(taken.rows.map((row) => row.id));
  for (const id of ids) if (!kept.has(id)) await dropBytes(store, id);
}

/** What is done with a form's files. */
interface WorkWithUploads<Result> {
  /** Throws what the work would refuse without its files. */
  readonly refuse: () => Promise<unknown>;
  readonly work: (uploads: readonly StoredUpload[]) => Promise<Result>;
}

/**
 * Does a form's work with its files, checked and stored; what was not attached to anything does not stay. Looking at pictures
 * costs more than all the rest: a form that is refused anyway is refused before it.
 */
export async function withUploads<Result>(
  { db, fileStore }: Pick<Context, 'db' | 'fileStore'>,
  files: readonly UploadedFile[],
  { refuse, work }: WorkWithUploads<Result>,
): Promise<Result> {
  if (files.length === 0) return work([]);
  await refuse();
  const uploads = await storeUploads(fileStore, files);
  try {
    return await work(uploads);
  } finally {
    await dropUnattached(db, fileStore, uploads);
  }
}

/** Attaches the stored files of a form. */
export async function attachStoredFiles(
  tx: Db,
  actor: Actor,
  place: Place,
  uploads: readonly StoredUpload[],
): Promise<void> {
  if (uploads.length === 0) return;
  await tx.insert(files).values(
    uploads.map(({ _id: id, ...file }) => ({
      id,
      ...file,
      ...place,
      ownerId: actor.userId,
      storeKey: bytesKey(id),
      deliveredAt: sql`now()`,
    })),
  );
}

/**
 * Notes files whose bytes follow from the device, or came before it and were held. A repeat changes nothing. Throws 409
 * when an id is taken by another file.
 */
export async function announceFiles(
  tx: Db,
  actor: Actor,
  place: Place,
  announced: readonly z.output<typeof announcedFileSchema>[],
): Promise<void> {
  for (const file of announced) {
    const noted = await tx.execute(sql`
      insert into files (id, disposition_id, settlement_id, loan_id, owner_id, kind, name, content_type, size, sha256)
      values (${file._id}, ${place.dispositionId ?? null}, ${place.settlementId ?? null}, ${place.loanId}, ${actor.userId}, ${file.kind},
        ${shownName(file.name)}, ${file.contentType}, ${file.size}, ${file.sha256})
      on conflict (id) do update set disposition_id = excluded.disposition_id,
        settlement_id = excluded.settlement_id, loan_id = excluded.loan_id,
        kind = excluded.kind, name = excluded.name,
        delivered_at = case when files.store_key is not null then coalesce(files.delivered_at, now()) end
      where files.owner_id = excluded.owner_id and files.sha256 = excluded.sha256
        and coalesce(files.disposition_id, files.settlement_id, excluded.disposition_id, excluded.settlement_id)
          = coalesce(excluded.disposition_id, excluded.settlement_id)
      returning id`);
    if (noted.rows.length === 0)
      throw conflict('FILE_TAKEN', 'A file with this id was saved before with other content.');
  }
}

/**
 * Whether a repeat gives other files than those that are there: announced ones are known by their ids, those of a form by
 * their content, since each sending gives them new ids. `mayHaveMore`: others may have come since.
 */
export async function hasOtherFiles(
  tx: Db,
  place: { readonly dispositionId?: string; readonly settlementId?: string },
  { announced, uploads }: GivenFiles,
  mayHaveMore = false,
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string; content: string }>(sql`
    select id, kind || ' ' || sha256 as content from files
    where disposition_id = ${place.dispositionId ?? null} or settlement_id = ${place.settlementId ?? null}`);
  const others = [...rows];
  const take = (isIt: (row: { id: string; content: string }) => boolean): boolean => {
    const index = others.findIndex(isIt);
    if (index !== -1) others.splice(index, 1);
    return index !== -1;
  };
  const areAllThere =
    announced.every((file) => take(({ id }) => id === file._id)) &&
    uploads.every((file) => take(({ content }) => content === `${file.kind} ${file.sha256}`));
  return !areAllThere || (!mayHaveMore && others.length > 0);
}
