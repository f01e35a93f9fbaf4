import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { loanCalls } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { addDays, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf } from '../database/list-page.ts';
import { isOfManyLoans } from './loan-list-service.ts';
import { wordsWhere } from './loan-words-service.ts';

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

/** The distinct values among the loans of a condition, in whatever letter case, by reading these loans. */
export function offersOfFewStatement(where: SQL): SQL {
  return sql`
    with met as materialized (
      select l.client_id, l.bucket, l.city, l.product from loans l where ${where}
      group by l.client_id, l.bucket, l.city, l.product)
    select
      array(select c.name from clients c where c.id in (select client_id from met) order by 1) as clients,
      array(select min(bucket) from met where bucket <> '' group by lower(bucket) order by 1 limit ${MOST_VALUES}) as buckets,
      array(select min(city) from met where city <> '' group by lower(city) order by 1 limit ${MOST_VALUES}) as cities,
      array(select min(product) from met where product <> '' group by lower(product) order by 1 limit ${MOST_VALUES}) as products`;
}

/** A condition that a loan is there whose keys (under an alias of `loan_keys`) meet `about`. */
type Probe = (about: (keys: SQL) => SQL) => SQL;

/** Among the loans of a condition on `l` that their keys can tell. */
export const amongKeys =
  (where: SQL): Probe =>
  (about) =>
    sql`exists (select 1 from loan_keys l where ${about(sql`l`)} and ${where})`;

/** Among the loans of any condition on `l`: loan after loan, until one is met. */
export const amongLoans =
  (where: SQL): Probe =>
  (about) =>
    sql`exists (select 1 from loan_keys k where ${about(sql`k`)} and k.status <> 'DELETED'
      and (select true from loans l where l.id = k.id and ${where}))`;

/** The values of a column with a loan, in their order. */
function valuesOf(column: SQL, probe: Probe): SQL {
  const met = probe((keys) => sql`${keys}.${column} = s.value`);
  return sql`array(select min(w.value) from (${wordsWhere(column, met)}) w group by lower(w.value) order by 1 limit ${MOST_VALUES})`;
}

/** The same where very many loans are chosen. */
export function offersOfManyStatement(probe: Probe): SQL {
  return sql`select
    array(select c.name from clients c
      where ${probe((keys) => sql`${keys}.client_id = c.id`)} order by 1) as clients,
    ${valuesOf(sql`bucket`, probe)} as buckets,
    ${valuesOf(sql`city`, probe)} as cities,
    ${valuesOf(sql`product`, probe)} as products`;
}

/** What the filters offer: distinct values among the loans the actor may see, sorted (spec 7.5). */
export async function getDistinctBucketClients(
  context: Context,
  actor: Actor,
  query: OffersQuery,
): Promise<Offers> {
  const visible = loansVisibleTo(actor);
  const days = workedWithin(context.settings.businessTz, query);
  const where = allOf([visible, ...days]);
  const counted = await context.db.execute<{ loans: number }>(sql`select count(*) as loans from (
    select 1 from loans l where ${where} limit ${MOST_READ + 1}) found`);
  const isMany = (counted.rows[0]?.loans ?? 0) > MOST_READ;
  const canKeysTell = isOfManyLoans(actor.role) && days.length === 0;
  const probe = canKeysTell ? amongKeys(visible) : amongLoans(where);
  const statement = isMany ? offersOfManyStatement(probe) : offersOfFewStatement(where);
  const result = await context.db.execute<Record<keyof Offers, string[]>>(statement);
  return result.rows[0] ?? { clients: [], buckets: [], cities: [], products: [] };
}
