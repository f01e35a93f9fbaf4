import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import { COST_SHEET_COLUMNS, employeeCostSchema } from '../../contract/employee-revenue.ts';
import type { EmployeeCost, employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import { parseFields } from '../../contract/errors.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { rupeesText } from '../../contract/rupees.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { againstRules } from '../errors.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { statedIncentives } from '../incentives/incentive-sum-service.ts';
import { loginNameOf } from '../identity/account-service.ts';
import { peopleByName } from '../people/named-people-service.ts';
import { earlierRows, givenAmounts, readNamedRows } from '../spreadsheets/named-rows.ts';
import { monthOf } from '../targets/target-service.ts';
import { setEmployeeCosts } from './employee-revenue.ts';

type Answer = CallAnswer<typeof employeeRevenueCalls.uploadEmployeeCosts>;

const MOST_ROWS = 500;
const AMOUNTS = ['Salary', 'Incentive', 'Calls', 'Visits'] as const;

/** The column that a field comes from. */
const columnOf = (path: string): string =>
  COST_SHEET_COLUMNS.find((column) => column.toLowerCase() === path) ?? 'Person';

/** Finds whom the agency pays by a name. */
async function whoIsPaid(context: Context) {
  const people = await context.db.execute<{
    id: string;
    username: string;
    email: string;
    fullName: string;
    isGone: boolean;
  }>(
    // Who left is paid too, who left last where several had the name.
    sql`select u.id, ${loginNameOf(sql`u.username`)} as username, ${loginNameOf(sql`u.email`)} as email,
        u.full_name as "fullName", u.deleted_at is not null as "isGone"
      from users u where u.client_id is null order by u.deleted_at nulls last`,
  );
  return peopleByName(people.rows);
}

/** Incentives (rows by person) that are others than the statements of the month, which hold: nobody would miss them. */
async function notAsStated(
  context: Context,
  month: string,
  costs: readonly EmployeeCost[],
  rowOf: ReadonlyMap<string, number>,
): Promise<Answer['problems']> {
  if (rowOf.size === 0) return [];
  const stated = await statedIncentives(context, month);
  return costs.flatMap(({ personId, incentive }) => {
    const [row, total] = [rowOf.get(personId), stated.get(personId)];
    if (row === undefined || total === undefined || total === incentive) return [];
    const reason = fileSentence('incentive-is-stated', { amount: rupeesText(total) });
    return [{ row, column: 'Incentive', reason }];
  });
}

/** Sets the costs of a sheet. Nothing is set while a row is wrong: the answer says which and why. */
export async function uploadEmployeeCosts(
  context: Context,
  actor: Actor,
  file: UploadedFile,
  month: string | undefined,
): Promise<Answer> {
  const rows = await readNamedRows(file.path, COST_SHEET_COLUMNS, 'Person', MOST_ROWS);
  if (rows.length === 0) throw againstRules('EMPTY_SHEET', 'There is nobody below the first row.');
  const personOf = await whoIsPaid(context);
  const problems: Answer['problems'] = [];
  const costs: EmployeeCost[] = [];
  const earlierOf = earlierRows();
  const incentiveRows = new Map<string, number>();
  for (const row of rows) {
    const { number, cell } = row;
    const person = personOf(cell('Person'));
    if (person === null || person === 'several') {
      const reason =
        person === null
          ? ROW_WORDS['no-such-user']
          : fileSentence('several-of-name', { name: cell('Person') });
      problems.push({ row: number, column: 'Person', reason });
      continue;
    }
    const personId = person.id;
    const earlier = earlierOf(personId, number);
    if (earlier !== null) {
      const reason = fileSentence('has-it-already', { row: earlier });
      problems.push({ row: number, column: 'Person', reason });
      continue;
    }
    // Under other headings than ours every amount would be 0.
    if (AMOUNTS.every((column) => cell(column) === '')) {
      problems.push({ row: number, column: 'Salary', reason: ROW_WORDS['row-says-nothing'] });
      continue;
    }
    const parsed = parseFields(employeeCostSchema, {
      personId,
      ...givenAmounts(row, AMOUNTS, 0),
    });
    if (cell('Incentive') !== '') incentiveRows.set(personId, number);
    if (parsed.problems === null) costs.push(parsed.data);
    else
      for (const { path, message } of parsed.problems)
        problems.push({ row: number, column: columnOf(path), reason: message });
  }
  const day = monthOf(month ?? businessDay(context.settings.businessTz));
  problems.push(...(await notAsStated(context, day, costs, incentiveRows)));
  if (problems.length > 0) return { count: 0, problems: problems.slice(0, 100) };
  return { ...(await setEmployeeCosts(context, actor, day, costs)), problems: [] };
}
