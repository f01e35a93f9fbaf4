import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { addDays, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf } from './loan-filter-service.ts';

type Offers = CallAnswer<typeof loanCalls.getDistinctBucketClients>;
type OffersQuery = CallRequest<typeof loanCalls.getDistinctBucketClients>['query'];

/** Conditions that a loan's newest disposition is of the days `gte` to `lte`, both included; none without days. */
export function workedWithin(
  zone: string,
  days: { gte?: string | undefined; lte?: string | undefined },
): SQL[] {
  const conditions: SQL[] = [];
  if (days.gte !== undefined)
    conditions.push(sql`l.disposition_at >= ${instantOf(zone, days.gte)}::timestamptz`);
  if (days.lte !== undefined)
    conditions.push(sql`l.disposition_at < ${instantOf(zone, addDays(days.lte, 1))}::timestamptz`);
  return conditions;
}

/** More values than this are no choice list any more. */
const MOST_VALUES = 2000;
/** Up to so many loans are looked through; among more, each value is looked up by itself. */
const MOST_READ = 20_000;

/** The distinct values among the loans of a condition, by reading these loans. */
export function offersOfFewStatement(where: SQL): SQL {
  return sql`
    with met as materialized (
      select l.client_id, l.bucket, l.city, l.product from loans l where ${where}
      group by l.client_id, l.bucket, l.city, l.product)
    select
      array(select c.name from clients c where c.id in (select client_id from met) order by 1) as clients,
      array(select distinct bucket from met where bucket <> '' order by 1 limit ${MOST_VALUES}) as buckets,
      array(select distinct city from met where city <> '' order by 1 limit ${MOST_VALUES}) as cities,
      array(select distinct product from met where product <> '' order by 1 limit ${MOST_VALUES}) as products`;
}

/**
 * The values of a column in their order, from one to the next by its index, those with a loan of the condition: as many
 * steps as there are values, not loans.
 */
function valuesOf(column: SQL, where: SQL): SQL {
  const next = (after: SQL) => sql`(select ${column} as value from loans l
    where l.status <> 'DELETED' and ${column} > ${after} order by ${column} limit 1)`;
  return sql`array(with recursive steps as (
      ${next(sql`''`)}
      union all select x.value from steps s cross join lateral ${next(sql`s.value`)} x)
    select s.value from steps s
    where exists (select 1 from loans l where ${column} = s.value and ${where}) order by 1 limit ${MOST_VALUES})`;
}

/** The same where the condition leaves very many loans. */
export function offersOfManyStatement(where: SQL): SQL {
  return sql`select
    array(select c.name from clients c where exists (
      select 1 from loans l where l.client_id = c.id and ${where}) order by 1) as clients,
    ${valuesOf(sql`l.bucket`, where)} as buckets,
    ${valuesOf(sql`l.city`, where)} as cities,
    ${valuesOf(sql`l.product`, where)} as products`;
}

/** What the filters offer: distinct values among the loans the actor may see, sorted (spec 7.5). */
export async function getDistinctBucketClients(
  context: Context,
  actor: Actor,
  query: OffersQuery,
): Promise<Offers> {
  const where = allOf([loansVisibleTo(actor), ...workedWithin(context.settings.businessTz, query)]);
  const counted = await context.db.execute<{ loans: number }>(sql`select count(*) as loans from (
    select 1 from loans l where ${where} limit ${MOST_READ + 1}) found`);
  const isMany = (counted.rows[0]?.loans ?? 0) > MOST_READ;
  const statement = isMany ? offersOfManyStatement(where) : offersOfFewStatement(where);
  const result = await context.db.execute<Record<keyof Offers, string[]>>(statement);
  return result.rows[0] ?? { clients: [], buckets: [], cities: [], products: [] };
}
