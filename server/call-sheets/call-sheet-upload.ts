import { createReadStream } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { CallSheet, callSheetCalls } from '../../contract/call-sheet.ts';
import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import { findDialerMapping, saveMapping } from '../column-mappings/column-mapping-service.ts';
import { refuseUnfitMapping } from '../column-mappings/mapping-fitness-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, conflict } from '../errors.ts';
import type { ReceivedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { readOrRefuse } from '../spreadsheets/file-refusal.ts';
import { lookIntoCallFile } from './call-sheet-columns.ts';
import type { CallSheetLook } from './call-sheet-columns.ts';
import { CALL_SHEET_QUEUE } from './call-sheet-jobs.ts';
import { moveCallSheet, readCallSheetRecord } from './call-sheet-record.ts';

/** What an upload or a look is for. */
interface CallSheetRequest {
  readonly source: string;
  readonly sheetName?: string | undefined;
  readonly mapping?: SheetMapping | undefined;
}

async function look(
  { path }: ReceivedFile,
  { mapping, sheetName }: CallSheetRequest,
): Promise<CallSheetLook> {
  return readOrRefuse(async () =>
    lookIntoCallFile(path, await detectFileKind(path), mapping ?? null, sheetName ?? null),
  );
}

/** Looks into a file: headers, first rows, and the mapping of last time or the suggested one. Stores nothing. */
export async function proposeCallSheet(
  { db }: Context,
  file: ReceivedFile,
  given: CallSheetRequest,
): Promise<CallAnswer<typeof callSheetCalls.lookIntoCallSheet>> {
  const found = await look(file, given);
  const saved = await findDialerMapping(db, given.source, found.headers);
  return {
    sheets: [...found.sheets],
    headers: [...found.headers],
    sample: [...found.sample],
    mapping: saved ?? found.suggested,
    isSaved: saved !== null,
  };
}

/**
 * Takes a call sheet in: stores the file, keeps its mapping for the dialer's next one, and begins reading it in the
 * background. Throws 400 or 415 with the reason when file or mapping is unfit.
 */
export async function takeCallSheet(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: CallSheetRequest,
): Promise<CallSheet> {
  const { source, sheetName = null } = given;
  const found = await look(file, given);
  const mapping =
    given.mapping ??
    (await findDialerMapping(context.db, source, found.headers)) ??
    found.suggested;
  refuseUnfitMapping('CALLS', mapping, found.headers);
  const id = newId();
  const storeKey = `call-sheets/${id}`;
  const { size, sha256 } = await context.fileStore.write(storeKey, createReadStream(file.path));
  await runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await tx.execute(sql`insert into call_sheets (id, source, file_name, store_key, sheet_name, state, mapping, created_by)
      values (${id}, ${source}, ${file.name}, ${storeKey}, ${sheetName}, 'READING', ${JSON.stringify(mapping)}::jsonb, ${actor.userId})`);
    const owner = { id: null, name: source };
    await saveMapping(command, actor, { kind: 'CALLS', owner, name: source, mapping });
    await context.jobs.add(tx, CALL_SHEET_QUEUE, id);
    const details = { source, fileName: file.name, size, sha256 };
    audit({ action: 'call-sheet.upload', entity: 'call-sheet', entityId: id, details });
  });
  context.jobs.wake(CALL_SHEET_QUEUE);
  return (await readCallSheetRecord(context.db, id)).wire;
}

const notPending = conflict(
  'NOT_PENDING',
  'This sheet does not wait for confirmation (any more). Look at it again.',
);

/** Confirms a sheet: a job takes its calls in. Throws 404, 409, or 422 when no row of it can be taken. */
export async function confirmCallSheet(
  context: Context,
  actor: Actor,
  id: string,
): Promise<CallSheet> {
  const { wire } = await readCallSheetRecord(context.db, id);
  if (wire.state !== 'PENDING') throw notPending;
  if (wire.sums.taken === 0)
    throw againstRules(
      'NOTHING_TO_TAKE',
      'There is no new call in this sheet. Look at the rows, or upload another one.',
    );
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveCallSheet(tx, id, ['PENDING'], 'POSTING'))) throw notPending;
    await tx.execute(
      sql`update call_sheets set decided_by = ${actor.userId}, done_rows = 0 where id = ${id}`,
    );
    await context.jobs.add(tx, CALL_SHEET_QUEUE, id);
    const details = { source: wire.source, counts: wire.counts };
    audit({ action: 'call-sheet.confirm', entity: 'call-sheet', entityId: id, details });
  });
  context.jobs.wake(CALL_SHEET_QUEUE);
  return (await readCallSheetRecord(context.db, id)).wire;
}

/** Drops a sheet that is not confirmed, with its rows and file. Throws 404, or 409 when it is too late. */
export async function cancelCallSheet(
  context: Context,
  actor: Actor,
  id: string,
): Promise<CallSheet> {
  const { wire, storeKey } = await readCallSheetRecord(context.db, id);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveCallSheet(tx, id, ['READING', 'PENDING'], 'CANCELLED'))) throw notPending;
    await tx.execute(sql`delete from call_sheet_rows where sheet_id = ${id}`);
    const details = { source: wire.source };
    audit({ action: 'call-sheet.cancel', entity: 'call-sheet', entityId: id, details });
  });
  await context.fileStore.remove(storeKey);
  return (await readCallSheetRecord(context.db, id)).wire;
}
