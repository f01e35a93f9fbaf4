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

/** What the filters offer: distinct values among the loans the actor may see, sorted (spec 7.5). */
export async function getDistinctBucketClients(
  context: Context,
  actor: Actor,
  query: OffersQuery,
): Promise<Offers> {
  const where = allOf([loansVisibleTo(actor), ...workedWithin(context.settings.businessTz, query)]);
  const result = await context.db.execute<Record<keyof Offers, string[]>>(sql`
    with met as materialized (
      select l.client_id, l.bucket, l.city, l.product from loans l where ${where}
      group by l.client_id, l.bucket, l.city, l.product)
    select
      array(select c.name from clients c where c.id in (select client_id from met) order by 1) as clients,
      array(select distinct bucket from met where bucket <> '' order by 1 limit ${MOST_VALUES}) as buckets,
      array(select distinct city from met where city <> '' order by 1 limit ${MOST_VALUES}) as cities,
      array(select distinct product from met where product <> '' order by 1 limit ${MOST_VALUES}) as products`);
  return result.rows[0] ?? { clients: [], buckets: [], cities: [], products: [] };
}
