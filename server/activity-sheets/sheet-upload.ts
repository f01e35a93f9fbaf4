import { createReadStream } from 'node:fs';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import {
  findFittingMapping,
  refuseKind,
  saveMapping,
} from '../column-mappings/column-mapping-service.ts';
import { refuseUnfitMapping } from '../column-mappings/mapping-fitness-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { ReceivedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { chooseClient } from '../loan-imports/import-tools-service.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { readOrRefuse } from '../spreadsheets/file-refusal.ts';
import { SHEET_QUEUE } from './sheet-jobs.ts';
import type { SheetLook } from './sheet-reading.ts';
import { insertSheet, readSheet } from './sheet-record.ts';
import { lookInThread } from './sheet-thread.ts';

/** Looks into a received file. Throws 415 for another kind of file and 400 for one that can't be read. */
async function look(
  { path }: ReceivedFile,
  kind: SheetKind,
  mapping: SheetMapping | null,
  sheetName: string | null,
): Promise<SheetLook> {
  return readOrRefuse(async () =>
    lookInThread({ path, fileKind: await detectFileKind(path), kind, mapping, sheetName }),
  );
}

/** What a look into a file answers. */
export interface SheetProposal {
  sheets: string[];
  headers: string[];
  sample: Record<string, string>[];
  suggested: SheetMapping;
  saved: SavedMapping | null;
}

/** What an upload or a look is for. */
export interface SheetRequest {
  readonly kind: SheetKind;
  readonly Client_Name: string;
  readonly sheetName?: string | undefined;
}

/** Looks into a file: headers, first rows, suggested mapping and the client's saved one that fits. Stores nothing. */
export async function proposeSheet(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: SheetRequest,
): Promise<SheetProposal> {
  refuseKind(actor, given.kind);
  const client = await chooseClient(context.db, actor, given.Client_Name);
  const found = await look(file, given.kind, null, given.sheetName ?? null);
  const fitting = await findFittingMapping(context.db, given.kind, client.id, found.headers);
  return {
    sheets: [...found.sheets],
    headers: [...found.headers],
    sample: [...found.sample],
    suggested: found.suggested,
    saved: fitting?.saved ?? null,
  };
}

/**
 * Takes a sheet in: stores the file and begins reading it in the background. Without a mapping the client's saved one that
 * fits is used, else the suggested one. Throws 400, 415 or 422 with the reason when file or mapping is unfit.
 */
export async function takeSheet(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: SheetRequest & {
    mapping?: SheetMapping | undefined;
    dayOrder?: DayOrder | undefined;
    saveAs?: string | undefined;
  },
): Promise<ActivitySheet> {
  const { kind, saveAs, sheetName = null } = given;
  refuseKind(actor, kind);
  const client = await chooseClient(context.db, actor, given.Client_Name);
  const found = await look(file, kind, given.mapping ?? null, sheetName);
  const fitting = given.mapping
    ? null
    : await findFittingMapping(context.db, kind, client.id, found.headers);
  const saved = fitting?.saved;
  const mapping = given.mapping ?? saved?.mapping ?? found.suggested;
  const dayOrder = given.dayOrder ?? saved?.dayOrder ?? null;
  refuseUnfitMapping(kind, mapping, found.headers);
  const id = newId();
  const storeKey = `activity-sheets/${id}`;
  const { size, sha256 } = await context.fileStore.write(storeKey, createReadStream(file.path));
  await runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await insertSheet(tx, {
      id,
      kind,
      clientId: client.id,
      fileName: file.name,
      storeKey,
      sheetName,
      headers: found.headers,
      mapping,
      dayOrder,
      createdBy: actor.userId,
    });
    if (saveAs)
      await saveMapping(command, actor, {
        kind,
        owner: client,
        name: saveAs,
        mapping,
        dayOrder,
        columns: found.headers,
      });
    await context.jobs.add(tx, SHEET_QUEUE, id);
    audit({
      action: 'activity-sheet.upload',
      entity: 'activity-sheet',
      entityId: id,
      details: { kind, client: client.name, fileName: file.name, size, sha256 },
    });
  });
  context.jobs.wake(SHEET_QUEUE);
  return (await readSheet(context.db, actor, id)).wire;
}
