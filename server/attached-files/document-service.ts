import { readFile } from 'node:fs/promises';
import { fieldProblem } from '../../contract/errors.ts';
import { badInput } from '../errors.ts';
import type { FileStore } from '../file-store/file-store.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { sha256Of } from './file-bytes.ts';
import { checkedFile, shownName } from './file-content.ts';

/** A file of a form that lies in the store; nothing refers to it yet. */
export interface StoredDocument {
  readonly id: string;
  readonly name: string;
  /** By its content. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly storeKey: string;
}

async function storeDocument(
  store: FileStore,
  folder: string,
  upload: UploadedFile,
): Promise<StoredDocument> {
  if (upload.size === 0)
    throw badInput(`${shownName(upload.name)} is empty. Choose another file.`, [
      fieldProblem(upload.part, 'file-empty'),
    ]);
  const file = await checkedFile(await readFile(upload.path), {
    isPictureWanted: false,
    isFromDevice: false,
  });
  const id = newId();
  const storeKey = `${folder}/${id}`;
  await store.write(storeKey, file.bytes);
  return {
    id,
    name: shownName(upload.name),
    contentType: file.contentType,
    size: file.bytes.length,
    sha256: sha256Of(file.bytes),
    storeKey,
  };
}

/** Removes stored documents; those that are gone already don't matter. */
export async function dropDocuments(store: FileStore, storeKeys: readonly string[]): Promise<void> {
  for (const key of storeKeys) await store.remove(key);
}

/**
 * Checks the files of a form by their content, stores them below `folder` and does what refers to them. When a file is
 * refused (400, 415) or `refer` throws, none is kept.
 */
export async function withStoredDocuments<Result>(
  store: FileStore,
  folder: string,
  uploads: readonly UploadedFile[],
  refer: (documents: readonly StoredDocument[]) => Promise<Result>,
): Promise<Result> {
  const stored: StoredDocument[] = [];
  try {
    for (const upload of uploads) stored.push(await storeDocument(store, folder, upload));
    return await refer(stored);
  } catch (error) {
    await dropDocuments(
      store,
      stored.map(({ storeKey }) => storeKey),
    );
    throw error;
  }
}
