import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { sheetCalls } from '../../contract/sheet.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { badInput, notAllowed } from '../errors.ts';
import { reopenImport } from '../loan-imports/import-reopening-service.ts';
import { giveBackSheet } from './sheet-removal.ts';
import type { GivenBack } from './sheet-removal.ts';
import { lockSheet, readSheet } from './sheet-rows.ts';

type Change = z.output<typeof sheetCalls.changeSheet.body>;

async function renameSheet(
  context: Context,
  actor: Actor,
  id: string,
  name: string,
): Promise<void> {
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    const sheet = await lockSheet(tx, actor, id);
    if (sheet.name === name) return;
    // Named as its file it has no name of its own.
    const own = name === sheet.fileName ? null : name;
    await tx.execute(sql`update loan_imports set name = ${own} where id = ${id}`);
    audit({
      action: 'sheet.rename',
      entity: 'loan-import',
      entityId: id,
      details: { client: sheet.clientName, batchNo: sheet.batchNo, from: sheet.name, to: name },
    });
  });
}

const nothing: GivenBack = { givenBack: 0, notGivenBack: 0 };

async function reopenSheet(context: Context, actor: Actor, change: Change): Promise<GivenBack> {
  const sheet = await readSheet(context.db, context.settings.businessTz, actor, change._id);
  if (sheet.state === 'TAKEN_BACK' && !sheet.canReopen) {
    if (!isAdmin(actor)) throw notAllowed('Ask the agency to give the loans of this sheet back.');
    return giveBackSheet(context, actor, change._id);
  }
  await reopenImport(context, actor, change._id, change);
  return nothing;
}

/**
 * Renames a sheet, reads a failed or dropped one again, or undoes its taking back (spec 7.5). Throws 400 when nothing is
 * asked, 404, and 409 or 422 when it can't be reopened.
 */
export async function changeSheet(
  context: Context,
  actor: Actor,
  change: Change,
): Promise<CallAnswer<typeof sheetCalls.changeSheet>> {
  const { _id: id, name, reopen } = change;
  if (name === undefined && reopen === undefined)
    throw badInput('Give the sheet a name, or say that it is to be opened again.', [
      fieldProblem('name', 'name-missing'),
    ]);
  if (name !== undefined) await renameSheet(context, actor, id, name);
  const given = reopen === true ? await reopenSheet(context, actor, change) : nothing;
  const sheet = await readSheet(context.db, context.settings.businessTz, actor, id);
  return { ...sheet, ...given };
}
