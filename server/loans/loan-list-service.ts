import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { Role } from '../../contract/roles.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansInReachOf, loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { isLockOf } from '../database/locks.ts';
import type { LoanChoice } from './loan-count.ts';
import {
  loanFilterConditions,
  loanKeyConditions,
  loanWorkConditions,
} from './loan-filter-service.ts';
import { loanOrder } from './loan-order.ts';
import { readLoanPage } from './loan-page.ts';
import type { LoanPageAsk } from './loan-page.ts';
import { toLoan } from './loan-rows-service.ts';

type LoanListAnswer = CallAnswer<typeof loanCalls.listLoans>;
type LoanListQuery = CallRequest<typeof loanCalls.listLoans>['query'];
type ManagerListQuery = CallRequest<typeof loanCalls.listLoansOfManager>['query'];

/**
 * The instant as of which a list is read. Not later than the start of any other allocation that is still running: the list
 * does not show it, so a command on the list must notice it once it has committed.
 */
export async function readAsOf(db: Db): Promise<string> {
  const result = await db.execute<{ as_of: string }>(sql`
    select /* prepared */ least(clock_timestamp(), (select min(a.xact_start) from pg_locks k join pg_stat_activity a on a.pid = k.pid
      where ${isLockOf('allocation')} and k.pid <> pg_backend_pid())) as as_of`);
  return isoInstant(result.rows[0]?.as_of ?? new Date(0).toISOString());
}

const WIDE_ROLES = new Set<Role>(['ADMIN', 'SUPER_ADMIN', 'CLIENT_ADMIN', 'CUSTOMER', 'CLIENT']);

/** Whether a role's lists are of all loans or of a lender's, not of a person's few thousand. */
export function isOfManyLoans(role: Role): boolean {
  return WIDE_ROLES.has(role);
}

/** Deleted loans are listed for those who can bring them back, when they are asked for by name. */
const listedLoans = (actor: Actor, { status }: LoanListQuery) =>
  isAdmin(actor) && status?.includes('DELETED') ? loansInReachOf(actor) : loansVisibleTo(actor);

/**
 * Which loans a filter chooses among very many: in the table whose indexes serve the order, the conditions that belong to
 * the other one as a choice of ids.
 */
function wideChoice(actor: Actor, query: LoanListQuery, isOfKeys: boolean): LoanChoice {
  const ofKeys = loanKeyConditions(query, actor.role);
  const ofWork = loanWorkConditions(query);
  const visible = listedLoans(actor, query);
  const among = (table: SQL, conditions: readonly SQL[]): SQL[] =>
    conditions.length === 0
      ? []
      : [sql`l.id in (select l.id from ${table} where ${allOf([visible, ...conditions])})`];
  return isOfKeys
    ? { table: 'loan_keys', where: allOf([visible, ...ofKeys, ...among(sql`loans l`, ofWork)]) }
    : { table: 'loans', where: allOf([visible, ...ofWork, ...among(sql`loan_keys l`, ofKeys)]) };
}

/** What a list of loans asks of the database: those the actor may see, newest first unless sorted otherwise. */
export function loanListAsk(actor: Actor, query: LoanListQuery): LoanPageAsk {
  const first = actor.role === 'MANAGER' ? '-Total_Due_Amount' : '-createdAt';
  const order = loanOrder(query.sort, first);
  const place = { order, page: query.page, pageSize: query.pageSize };
  const { collectorId, managerId, fieldAgentId } = query;
  const isOfPerson = [collectorId, managerId, fieldAgentId].some((ids) => ids?.length);
  if (!isOfManyLoans(actor.role) || isOfPerson) {
    const conditions = loanFilterConditions(query, actor.role);
    const where = allOf([listedLoans(actor, query), ...conditions]);
    const choice: LoanChoice = { table: 'loans', where };
    const isUsual = conditions.length === 0 && query.sort === undefined;
    return { ...place, ...choice, counted: choice, isWide: false, isUsual };
  }
  const isAboutWork = loanWorkConditions(query).length > 0;
  return {
    ...place,
    ...wideChoice(actor, query, order.isOfKeys),
    counted: wideChoice(
      actor,
      query,
      loanKeyConditions(query, actor.role).length > 0 || !isAboutWork,
    ),
    isWide: true,
    isUsual: false,
  };
}

/** A page of all loans the actor may see (spec 7.5). */
export async function listLoans(
  context: Context,
  actor: Actor,
  query: LoanListQuery,
): Promise<LoanListAnswer> {
  const asOf = await readAsOf(context.db);
  const { rows, ...count } = await readLoanPage(context.db, loanListAsk(actor, query));
  const data = rows.map((row) => toLoan(row, actor.role));
  return { data, ...count, page: query.page, pageSize: query.pageSize, asOf };
}

/** A page of one manager's loans (spec 7.5), largest dues first unless sorted otherwise. */
export async function listLoansOfManager(
  context: Context,
  actor: Actor,
  query: ManagerListQuery,
): Promise<LoanListAnswer> {
  const sort = query.sort ?? '-Total_Due_Amount';
  return listLoans(context, actor, { ...query, managerId: [query.managerId], sort });
}
