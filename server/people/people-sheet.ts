import { sql } from 'drizzle-orm';
import type { BulkPeopleAnswer } from '../../contract/person.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { fileMissing } from '../http/uploads.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { hashNewPassword } from '../identity/account-service.ts';
import { lockLoginNames, nameProblems, takenLoginNames } from '../identity/login-names-service.ts';
import { hasManager } from './person-account.ts';
import { insertPerson } from './person-creation.ts';
import { isPersonFor } from './person-rows.ts';
import { readSheet } from './sheet-columns.ts';
import { judgeDoubles, judgeRow, storedRole } from './sheet-rows.ts';
import type { JudgedRow } from './sheet-rows.ts';

/** Who can be named as a manager: by user name, e-mail or full name, lower-case; a name of several leads nowhere. */
type ManagersByName = ReadonlyMap<string, ReadonlySet<string>>;

interface ManagerRow extends Record<string, unknown> {
  id: string;
  names: string[];
}

const lower = (text: string) => text.trim().toLowerCase();

function indexed(managers: readonly ManagerRow[]): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>();
  for (const { id, names } of managers)
    for (const name of names.map(lower)) {
      const ids = byName.get(name) ?? new Set();
      byName.set(name, ids.add(id));
    }
  return byName;
}

/** The managers that the actor may choose and, by their row, those that the sheet itself makes. */
async function readManagers(
  db: Db,
  actor: Actor,
  rows: readonly JudgedRow[],
): Promise<ManagersByName> {
  const known = await db.execute<ManagerRow>(sql`
    select u.id, array[u.username, u.email, u.full_name] as names from users u
    where u.disabled_at is null and ${isPersonFor(actor, ['MANAGER'])}`);
  const made = rows
    .filter((row) => row.role === 'MANAGER' && row.problems.length === 0)
    .map(({ sheet: { row, cells } }) => ({
      id: rowKey(row),
      names: [cells.username, cells.email, cells.fullName],
    }));
  return indexed([...known.rows, ...made]);
}

/** Stands for the id of a manager that a row of the sheet makes. */
const rowKey = (row: number) => `row ${row}`;

function judgeManagers(rows: readonly JudgedRow[], managers: ManagersByName): void {
  for (const { sheet, role, problems } of rows) {
    if (role === null || !hasManager(role)) continue;
    const name = lower(sheet.cells.manager);
    const found = managers.get(name)?.size ?? 0;
    if (found === 1) continue;
    const reason =
      name === ''
        ? ROW_WORDS['name-manager']
        : found === 0
          ? ROW_WORDS['no-such-manager']
          : ROW_WORDS['several-managers'];
    problems.push({ column: 'manager', reason });
  }
}

async function judgeNames(db: Db, rows: readonly JudgedRow[]): Promise<void> {
  const names = rows.flatMap(({ sheet }) => [sheet.cells.username, sheet.cells.email]);
  const taken = await takenLoginNames(db, names.filter(Boolean), null);
  for (const { sheet, problems } of rows)
    for (const { path, message } of nameProblems(sheet.cells, taken))
      problems.push({ column: path, reason: message });
}

/** Makes the people of right rows, managers first; returns the rows that were made. */
async function makePeople(
  command: Command,
  actor: Actor,
  rows: readonly JudgedRow[],
  hashes: ReadonlyMap<number, string>,
): Promise<Set<number>> {
  const { tx, audit } = command;
  // Somebody may have taken a name since the rows were judged; from here on nobody can.
  await lockLoginNames(tx);
  const open = rows.filter((row) => row.problems.length === 0);
  await judgeNames(tx, open);
  judgeManagers(open, await readManagers(tx, actor, open));
  const managers = await readManagers(tx, actor, open);
  const idOfRow = new Map<string, string>();
  const made = new Set<number>();
  const managersFirst = [...open].sort(
    (a, b) => Number(b.role === 'MANAGER') - Number(a.role === 'MANAGER'),
  );
  for (const row of managersFirst) {
    const { input, sheet, problems } = row;
    const passwordHash = hashes.get(sheet.row);
    if (input === null || passwordHash === undefined || problems.length > 0) continue;
    const [named] = managers.get(lower(sheet.cells.manager)) ?? [];
    const managerId = named === undefined ? null : (idOfRow.get(named) ?? named);
    const { password: _, ...fields } = input;
    const role = storedRole(row);
    const id = await insertPerson(command, actor, role, { ...fields, managerId, passwordHash });
    idOfRow.set(rowKey(sheet.row), id);
    made.add(sheet.row);
  }
  audit({ action: 'user.sheet', details: { rows: rows.length, made: made.size } });
  return made;
}

function toAnswer(
  rows: readonly JudgedRow[],
  made: ReadonlySet<number>,
  isTrial: boolean,
): BulkPeopleAnswer {
  const failed = rows.filter((row) => row.problems.length > 0).length;
  return {
    isTrial,
    rowCount: rows.length,
    createdCount: made.size,
    failedCount: failed,
    rows: rows.map(({ sheet, role, madePassword, problems }) => ({
      row: sheet.row,
      role: role ?? sheet.cells.role,
      fullName: sheet.cells.fullName,
      username: sheet.cells.username.toLowerCase(),
      email: sheet.cells.email.toLowerCase(),
      manager: sheet.cells.manager,
      madePassword: made.has(sheet.row) ? madePassword : null,
      problems,
    })),
  };
}

/**
 * Checks a sheet of people, or makes those of its rows that are right, all of them together. A made password is said in
 * this answer and kept nowhere. Throws 400 without a file, 415, 422.
 */
export async function addPeopleFromSheet(
  context: Context,
  actor: Actor,
  files: readonly UploadedFile[],
  isTrial: boolean,
): Promise<BulkPeopleAnswer> {
  const [file] = files;
  if (!file) throw fileMissing('Choose the sheet with the people.');
  const rows = (await readSheet(file.path)).map((sheet) => judgeRow(actor, sheet));
  judgeDoubles(rows);
  await judgeNames(context.db, rows);
  judgeManagers(rows, await readManagers(context.db, actor, rows));
  if (isTrial) return toAnswer(rows, new Set(), true);
  const hashes = new Map<number, string>();
  // Four at a time: as many as the hashing runs beside each other anyway.
  const waiting = rows.filter((row) => row.problems.length === 0);
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift())
      if (row.input)
        hashes.set(row.sheet.row, await hashNewPassword(row.input.password, row.input));
  };
  await Promise.all([work(), work(), work(), work()]);
  const made = await runCommand(context.db, actor, async (command) =>
    makePeople(command, actor, rows, hashes),
  );
  return toAnswer(rows, made, false);
}
