import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { closeLoans, reopenLoans } from '../loan-closures/loan-closing-service.ts';
import { dropUnsavedImport, holdStoring } from '../loan-imports/import-reopening-service.ts';
import { byIndex, countSheetLoans, takenBackWith } from './sheet-loans.ts';
import { broughtBy, lockSheet } from './sheet-rows.ts';
import type { LockedSheet } from './sheet-rows.ts';

const beingStored = () =>
  conflict(
    'SHEET_BUSY',
    'Loans of this client are being stored right now. Try again when that is done.',
  );

/** What came of taking back a sheet, in loans. */
export interface TakenBack {
  readonly takenBack: number;
  /** Worked, promised or given to someone. */
  readonly kept: number;
  /** Money was taken for them. */
  readonly paid: number;
}

async function freeLoanIds(tx: Db, batchNo: number, includeWorked: boolean): Promise<string[]> {
  // Whoever works one of them at this moment has it: what was locked is judged as it stands then.
  const { rows } = await tx.execute<{ id: string }>(sql`select l.id from loans l
    where ${broughtBy(sql`${batchNo}::int`)} and ${takenBackWith(includeWorked)} order by l.id for update of l`);
  return rows.map(({ id }) => id);
}

async function takeLoans(
  command: Command,
  actor: Actor,
  sheet: LockedSheet,
  includeWorked: boolean,
): Promise<TakenBack & { commandId: string | null }> {
  const { tx } = command;
  if (!(await holdStoring(tx, sheet.clientId))) throw beingStored();
  const loanIds = await byIndex(tx, async () => freeLoanIds(tx, sheet.batchNo, includeWorked));
  // A second go takes what the first one kept; both are undone together.
  const commandId = sheet.takenBackCommand ?? newId();
  const takenBack =
    loanIds.length === 0
      ? 0
      : await closeLoans(command, actor.userId, {
          loanIds,
          reason: 'DELETED',
          note: `Sheet ${sheet.batchNo} was taken back`,
          commandId,
        });
  const left = await byIndex(tx, async () => countSheetLoans(tx, sheet.batchNo));
  return { takenBack, kept: left.kept + left.free, paid: left.paid, commandId };
}

async function takeUpload(tx: Db, sheet: LockedSheet): Promise<TakenBack & { commandId: null }> {
  const isOpen = ['READING', 'CHECKING', 'PENDING'].includes(sheet.uploadState);
  if (isOpen && !(await dropUnsavedImport(tx, sheet.id))) throw beingStored();
  return { takenBack: 0, kept: 0, paid: 0, commandId: null };
}

/**
 * Takes back a whole sheet: the loans that it brought first and nobody touched are deleted, with `includeWorked` also those
 * that were worked, promised or given to someone; loans with money taken for them always stay. One that holds no loans yet
 * is dropped. Throws 404, or 409 while loans of this lender are being stored.
 */
export async function takeBackSheet(
  context: Context,
  actor: Actor,
  { _id: id, includeWorked }: { _id: string; includeWorked: boolean },
): Promise<TakenBack> {
  return runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await allowLongWork(tx);
    const sheet = await lockSheet(tx, actor, id);
    if (sheet.uploadState === 'SAVING') throw beingStored();
    const { commandId, ...taken } =
      sheet.uploadState === 'DONE'
        ? await takeLoans(command, actor, sheet, includeWorked)
        : await takeUpload(tx, sheet);
    await tx.execute(sql`update loan_imports set taken_back_at = clock_timestamp(), taken_back_by = ${actor.userId},
      taken_back_command = ${commandId} where id = ${id}`);
    audit({
      action: 'sheet.take-back',
      entity: 'loan-import',
      entityId: id,
      details: {
        client: sheet.clientName,
        batchNo: sheet.batchNo,
        name: sheet.name,
        includeWorked,
        commandId,
        ...taken,
      },
    });
    return taken;
  });
}

/** What came of giving the loans of a sheet back. */
export interface GivenBack {
  readonly givenBack: number;
  /** Another loan has their number by now. */
  readonly notGivenBack: number;
}

/**
 * Undoes the taking back of a sheet: its loans stand as before, with those who had them. Throws 404, or 409 when it was not
 * taken back, or not today.
 */
export async function giveBackSheet(
  context: Context,
  actor: Actor,
  id: string,
): Promise<GivenBack> {
  const zone = context.settings.businessTz;
  return runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await allowLongWork(tx);
    const sheet = await lockSheet(tx, actor, id);
    if (sheet.takenBackAt === null || sheet.takenBackCommand === null)
      throw conflict(
        'NOT_TAKEN_BACK',
        'This sheet was not taken back, or someone undid it already.',
      );
    if (businessDay(zone, new Date(isoInstant(sheet.takenBackAt))) !== businessDay(zone))
      throw conflict(
        'TOO_LATE',
        'A sheet can be given back on the day it was taken back only. Upload its file again.',
      );
    if (!(await holdStoring(tx, sheet.clientId))) throw beingStored();
    const { reopened, kept } = await reopenLoans(command, actor.userId, {
      commandId: sheet.takenBackCommand,
    });
    await tx.execute(sql`update loan_imports set taken_back_at = null, taken_back_by = null, taken_back_command = null
      where id = ${id}`);
    audit({
      action: 'sheet.give-back',
      entity: 'loan-import',
      entityId: id,
      details: { client: sheet.clientName, batchNo: sheet.batchNo, givenBack: reopened, kept },
    });
    return { givenBack: reopened, notGivenBack: kept };
  });
}
