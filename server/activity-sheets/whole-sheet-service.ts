import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { confirmSheet } from './sheet-decision.ts';
import { readSheet } from './sheet-record.ts';
import { takeSheet } from './sheet-upload.ts';
import type { ReceivedFile } from '../http/uploads.ts';

const lookEveryMs = 25;

async function comeToRest(context: Context, actor: Actor, id: string): Promise<ActivitySheet> {
  for (;;) {
    const { wire } = await readSheet(context.db, actor, id);
    if (wire.state !== 'READING' && wire.state !== 'POSTING') return wire;
    await new Promise((resolve) => {
      setTimeout(resolve, lookEveryMs);
    });
  }
}

/** Uploads a sheet for a client and waits until its rows are decided. Throws what the upload throws, or why it failed. */
export async function sheetToPending(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: { kind: SheetKind; Client_Name: string },
): Promise<ActivitySheet> {
  const taken = await takeSheet(context, actor, file, given);
  const pending = await comeToRest(context, actor, taken._id);
  if (pending.state !== 'PENDING') throw new Error(pending.error ?? 'The sheet was dropped.');
  return pending;
}

/** The same, then confirms it and waits until its rows are posted. */
export async function sheetToPosted(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: { kind: SheetKind; Client_Name: string },
): Promise<ActivitySheet> {
  const pending = await sheetToPending(context, actor, file, given);
  await confirmSheet(context, actor, pending._id, [given.kind]);
  const done = await comeToRest(context, actor, pending._id);
  if (done.state !== 'DONE') throw new Error(done.error ?? 'The rows were not posted.');
  return done;
}
