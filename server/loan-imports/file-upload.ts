import { createReadStream } from 'node:fs';
import { fieldProblem } from '../../contract/errors.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import {
  findFittingMapping,
  readMapping,
  saveMapping,
} from '../column-mappings/column-mapping-service.ts';
import type { FittingMapping } from '../column-mappings/column-mapping-service.ts';
import { refuseUnfitMapping } from '../column-mappings/mapping-fitness-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import type { ReceivedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { withUnlocked } from '../spreadsheets/unlocking.ts';
import { chooseClient } from './client-choice.ts';
import type { FileGlance } from './file-reading.ts';
import { IMPORT_QUEUE } from './import-jobs.ts';
import { insertImport, readImport } from './import-record.ts';
import { readableOrRefused } from './readable-file.ts';
import { glanceInThread } from './reading-thread.ts';

/** Looks into a file. Throws 415 for another kind of file and 400 for one that can't be read. */
export async function glance(
  file: Pick<ReceivedFile, 'path'>,
  mapping: ImportMapping | null,
  sheetName: string | null,
): Promise<FileGlance> {
  return readableOrRefused(async () =>
    glanceInThread(file.path, await detectFileKind(file.path), mapping, sheetName),
  );
}

/** Does something with a file as it is without its password. Throws what `readableOrRefused` throws. */
async function unlocked<Result>(
  file: Pick<ReceivedFile, 'path'>,
  password: string | undefined,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  return readableOrRefused(() => withUnlocked(file.path, password ?? null, work));
}

/** Loans whose period is over already would expire the night they come. */
function refusePastPeriod({ settings }: Context, periodEndsOn: string | undefined): void {
  if (periodEndsOn !== undefined && periodEndsOn < businessDay(settings.businessTz))
    throw badInput(
      "The last day of the client's allocation is over already. Give today or a later day, or leave it out.",
      [fieldProblem('periodEndsOn', 'day-is-over')],
      'PERIOD_OVER',
    );
}

/** A lender's figures can't be of a day that is not over. */
function refuseLaterFigures({ settings }: Context, asOf: string | undefined): void {
  if (asOf !== undefined && asOf > businessDay(settings.businessTz))
    throw badInput(
      'The figures can be of today at the latest. Give the day as of which the client worked them out, or leave it out.',
      [fieldProblem('asOf', 'day-in-future')],
      'AS_OF_LATER',
    );
}

/** What a look into a file answers. */
export interface MappingProposal {
  headers: string[];
  sheets: string[];
  sheetName: string | null;
  sample: Record<string, string>[];
  sampleRows: number[];
  suggested: ImportMapping;
  saved: SavedMapping | null;
  newColumns: string[];
  proposed: ImportMapping;
}

/**
 * Looks into a file: headers, first rows, suggested mapping and the client's saved one that fits; with a name and a
 * mapping it also saves that mapping. Stores no loans.
 */
export async function proposeMapping(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: {
    Client_Name?: string | undefined;
    name?: string | undefined;
    mapping?: ImportMapping | undefined;
    sheetName?: string | undefined;
    password?: string | undefined;
  },
): Promise<MappingProposal> {
  const { Client_Name: clientName, name, mapping, sheetName = null } = given;
  const client = clientName ? await chooseClient(context.db, actor, clientName) : null;
  const seen = await unlocked(file, given.password, (path) =>
    glance({ path }, mapping ?? null, sheetName),
  );
  const { headers, sample, sampleRows } = seen;
  const proposal = {
    headers: [...headers],
    sheets: [...seen.sheets],
    sheetName: seen.sheetName,
    sample: [...sample],
    sampleRows: [...sampleRows],
    suggested: seen.suggested,
  };
  if (name && mapping) {
    if (!client)
      throw badInput(
        'Choose a client.',
        [fieldProblem('Client_Name', 'client-missing')],
        'UNKNOWN_CLIENT',
      );
    refuseUnfitMapping('LOANS', mapping, headers);
    const given = { kind: 'LOANS', owner: client, name, mapping, columns: headers } as const;
    const id = await runCommand(context.db, actor, (command) => saveMapping(command, actor, given));
    const saved = await readMapping(context.db, actor, id);
    return { ...proposal, saved, newColumns: [], proposed: mapping };
  }
  const found = client ? await findFittingMapping(context.db, 'LOANS', client.id, headers) : null;
  return {
    ...proposal,
    saved: found?.saved ?? null,
    newColumns: found?.newColumns ?? [],
    proposed: found ? withNewColumns(found, seen.suggested) : seen.suggested,
  };
}

/** A saved mapping with what is suggested for the columns that it has not seen. */
function withNewColumns(
  { saved, newColumns }: FittingMapping,
  suggested: ImportMapping,
): ImportMapping {
  const fresh = Object.entries(suggested).filter(([, column]) => newColumns.includes(column));
  return { ...Object.fromEntries(fresh), ...saved.mapping };
}

/** What a lender's file is sent with. */
interface GivenUpload {
  readonly Client_Name: string;
  readonly mapping?: ImportMapping | undefined;
  readonly sheetName?: string | undefined;
  readonly periodEndsOn?: string | undefined;
  readonly asOf?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Takes a lender's file in: stores it and begins a pending list in the background. Without a mapping the client's saved
 * one that fits is used, with what is suggested for columns that are new to it, else the suggested one. A file with a password is stored as it is without it. Throws 400, 415 or
 * 422 with the reason when the file or mapping is unfit, or the password missing or wrong.
 */
export async function takeLoanFile(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: GivenUpload,
): Promise<LoanImport> {
  return unlocked(file, given.password, (path) =>
    takePlainFile(context, actor, { name: file.name, path }, given),
  );
}

async function takePlainFile(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
  given: GivenUpload,
): Promise<LoanImport> {
  refusePastPeriod(context, given.periodEndsOn);
  refuseLaterFigures(context, given.asOf);
  const client = await chooseClient(context.db, actor, given.Client_Name);
  const { headers, sheetName, suggested } = await glance(
    file,
    given.mapping ?? null,
    given.sheetName ?? null,
  );
  const found = given.mapping
    ? null
    : await findFittingMapping(context.db, 'LOANS', client.id, headers);
  const mapping = given.mapping ?? (found ? withNewColumns(found, suggested) : suggested);
  refuseUnfitMapping('LOANS', mapping, headers);
  const id = newId();
  const storeKey = `imports/${id}`;
  const { size, sha256 } = await context.fileStore.write(storeKey, createReadStream(file.path));
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await insertImport(tx, {
      id,
      fileName: file.name,
      storeKey,
      clientId: client.id,
      headers,
      mapping,
      sheetName,
      periodEndsOn: given.periodEndsOn ?? null,
      asOf: given.asOf ?? null,
      createdBy: actor.userId,
    });
    await context.jobs.add(tx, IMPORT_QUEUE, id);
    audit({
      action: 'loan-import.upload',
      entity: 'loan-import',
      entityId: id,
      details: { client: client.name, fileName: file.name, size, sha256 },
    });
  });
  context.jobs.wake(IMPORT_QUEUE);
  return (await readImport(context.db, actor, id)).wire;
}
