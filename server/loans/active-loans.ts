import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Disposition } from '../../contract/disposition.ts';
import { CHANCE_SORT } from '../../contract/loan-calls.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf } from '../access/scope.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import {
  dispositionColumns,
  dispositionJoins,
  toDisposition,
} from '../dispositions/disposition-rows-service.ts';
import type { DispositionRow } from '../dispositions/disposition-rows-service.ts';
import { isOrderedByChance, readOrderingChances } from '../predictions/score-order-service.ts';
import type { LoanChoice } from './loan-count.ts';
import { loanFilterConditions } from './loan-filter-service.ts';
import { workedWithin } from './loan-offers.ts';
import { brokenPromisesFirst, byChance, loanOrder } from './loan-order.ts';
import type { LoanOrder } from './loan-order.ts';
import { readLoanPage } from './loan-page.ts';
import type { LoanPageAsk } from './loan-page.ts';
import { toLoan } from './loan-rows-service.ts';

type ActiveLoans = CallAnswer<typeof loanCalls.listActiveLoans>;
type ActiveLoansQuery = CallRequest<typeof loanCalls.listActiveLoans>['query'];

/** The statement that reads the newest disposition of each of these loans, newest first; a call without outcome is none. */
export function newestDispositionsStatement(loanIds: readonly string[]): SQL {
  return sql`select /* prepared */ ${dispositionColumns}
    from unnest(${sql.param(loanIds)}::uuid[]) as shown(loan_id)
    cross join lateral (select x.* from dispositions x where x.loan_id = shown.loan_id and x.code <> ${CALL_STARTED}
      order by x.recorded_at desc, x.id desc limit 1) d
    ${dispositionJoins} order by d.recorded_at desc, d.id desc`;
}

async function newestDispositions(db: Db, loanIds: readonly string[]): Promise<Disposition[]> {
  if (loanIds.length === 0) return [];
  const result = await db.execute<DispositionRow>(newestDispositionsStatement(loanIds));
  return result.rows.map(toDisposition);
}

function activeOrder(sort: string | undefined, isByChance: boolean): LoanOrder {
  if (sort === undefined)
    return isByChance ? byChance({ isUnasked: true, isDescending: true }) : brokenPromisesFirst();
  if (sort.replace(/^-/, '') === CHANCE_SORT)
    return byChance({ isUnasked: false, isDescending: sort.startsWith('-') });
  return loanOrder(sort, '-disCreatedAt');
}

/**
 * What a query for active loans asks of the database: the actor's loans; unless sorted otherwise broken promises first,
 * then the last worked, or where clients ask for it (`isByChance`) the likeliest to pay.
 */
export function activeLoansAsk(
  zone: string,
  actor: Actor,
  query: ActiveLoansQuery,
  isByChance = false,
): LoanPageAsk {
  const { managerId, collectorId, clientsName, gte, lte } = query;
  const filter = {
    ...query,
    client: clientsName,
    managerId: managerId === undefined ? undefined : [managerId],
    collectorId: collectorId === undefined ? undefined : [collectorId],
  };
  const conditions = loanFilterConditions(filter, actor.role);
  const chosen = [...conditions, ...workedWithin(zone, { gte, lte })];
  const choice: LoanChoice = { table: 'loans', where: allOf([activeLoansOf(actor), ...chosen]) };
  return {
    ...choice,
    counted: choice,
    order: activeOrder(query.sort, isByChance),
    // A collector's or a manager's: never all loans.
    isWide: false,
    isUsual: chosen.length === 0 && query.sort === undefined,
    page: query.page,
    pageSize: query.pageSize,
  };
}

/** A page of the collector's or manager's loans with the newest disposition of each (spec 7.5). */
export async function listActiveLoans(
  context: Context,
  actor: Actor,
  query: ActiveLoansQuery,
): Promise<ActiveLoans> {
  const isByChance =
    query.sort === undefined && (await isOrderedByChance(context.db, activeLoansOf(actor)));
  const ask = activeLoansAsk(context.settings.businessTz, actor, query, isByChance);
  const { rows, totalCount, isCountExact } = await readLoanPage(context.db, ask);
  const worked = rows.filter((row) => row.disposition !== null).map((row) => row._id);
  return {
    loans: rows.map((row) => toLoan(row, actor.role)),
    dispositions: await newestDispositions(context.db, worked),
    chances: await readOrderingChances(
      context.db,
      rows.map((row) => row._id),
    ),
    isByChance,
    totalCount,
    isCountExact,
    page: query.page,
    pageSize: query.pageSize,
  };
}
