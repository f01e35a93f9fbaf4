import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import { parseFields } from '../../contract/errors.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { TARGET_SHEET_COLUMNS, targetInputSchema } from '../../contract/target.ts';
import type { targetCalls, TargetInput } from '../../contract/target.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { peopleByName } from '../people/named-people-service.ts';
import { earlierRows, givenAmounts, readNamedRows } from '../spreadsheets/named-rows.ts';
import type { NamedRow } from '../spreadsheets/named-rows.ts';
import { needsOwner, ownersSetBy } from './target-scope.ts';
import { setActorsTargets } from './target-setting.ts';

type Answer = CallAnswer<typeof targetCalls.uploadTargets>;
type Column = (typeof TARGET_SHEET_COLUMNS)[number];

const MOST_ROWS = 500;
const bare = (text: string) => text.trim().toLowerCase();

async function readSheet(path: string): Promise<readonly NamedRow<Column>[]> {
  const rows = await readNamedRows(path, TARGET_SHEET_COLUMNS, 'Amount', MOST_ROWS);
  if (rows.length === 0)
    throw againstRules('EMPTY_SHEET', 'There is no target below the first row.');
  return rows;
}

async function idsByName(db: Db, actor: Actor) {
  const people = await db.execute<{
    id: string;
    username: string;
    email: string;
    fullName: string;
    isGone: boolean;
    isSet: boolean;
  }>(sql`select u.id, u.username, u.email, u.full_name as "fullName", false as "isGone", ${ownersSetBy(actor)} as "isSet"
    from users u where u.deleted_at is null and ${peopleVisibleTo(actor)}`);
  const lenders = await db.execute<{ id: string; name: string }>(
    sql`select c.id, lower(c.name) as name from clients c where ${clientsVisibleTo(actor)}`,
  );
  return {
    personOf: peopleByName(people.rows),
    lenders: new Map(lenders.rows.map(({ id, name }) => [name, id])),
  };
}

/** What is wrong with the person of a row. */
function problemOf(
  name: string,
  owner: { readonly isSet: boolean } | 'several' | null,
  actor: Actor,
): string | null {
  if (name === '') return needsOwner(actor) ? ROW_WORDS['name-person'] : null;
  if (owner === null) return ROW_WORDS['no-such-user'];
  if (owner === 'several') return fileSentence('several-of-name', { name });
  return owner.isSet ? null : ROW_WORDS['not-your-target'];
}

/** Equal for targets of the same person and part of the book. */
const aboutTheSame = ({ ownerId, forClientId, City, Region, Bucket, Product }: TargetInput) =>
  JSON.stringify([ownerId, forClientId, City, Region, Bucket, Product]).toLowerCase();

/** The column that a field comes from. */
const columnOf = (path: string): string =>
  TARGET_SHEET_COLUMNS.find((column) => column.toLowerCase() === path.toLowerCase()) ?? 'Person';

/** Sets the targets of a sheet. Nothing is set while a row is wrong: the answer says which and why. */
export async function uploadTargets(
  context: Context,
  actor: Actor,
  file: UploadedFile,
  month: string | undefined,
): Promise<Answer> {
  const rows = await readSheet(file.path);
  const { personOf, lenders } = await idsByName(context.db, actor);
  const problems: Answer['problems'] = [];
  const targets: TargetInput[] = [];
  const earlierOf = earlierRows();
  for (const row of rows) {
    const { number, cell } = row;
    const wrong = (column: string, reason: string) =>
      problems.push({ row: number, column, reason });
    const owner = cell('Person') === '' ? null : personOf(cell('Person'));
    const ownerId = owner === null || owner === 'several' ? null : owner.id;
    const forClientId = lenders.get(bare(cell('Client'))) ?? null;
    const personProblem = problemOf(cell('Person'), owner, actor);
    if (personProblem !== null) wrong('Person', personProblem);
    if (cell('Client') !== '' && forClientId === null) wrong('Client', ROW_WORDS['no-such-client']);
    const parsed = parseFields(targetInputSchema, {
      ownerId,
      forClientId: actor.clientId ?? forClientId,
      City: cell('City'),
      Region: cell('Region'),
      Bucket: cell('Bucket'),
      Product: cell('Product'),
      month: month ?? businessDay(context.settings.businessTz),
      ...givenAmounts(row, ['Amount', 'Loans', 'Promises', 'Contacts'], null),
    });
    if (parsed.problems === null) {
      const earlier = earlierOf(aboutTheSame(parsed.data), number);
      if (earlier === null) targets.push(parsed.data);
      else wrong('Person', fileSentence('has-it-already', { row: earlier }));
    } else
      for (const { path, message } of parsed.problems)
        // That nobody is named is told already, or follows from a name that there is not.
        if (path !== 'ownerId' || personProblem === null) wrong(columnOf(path), message);
  }
  if (problems.length > 0) return { count: 0, problems: problems.slice(0, 100) };
  return { ...(await setActorsTargets(context, actor, targets)), problems: [] };
}
