import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { paymentsVisibleTo, toldMoneyCountedFor } from '../access/scope.ts';
import { atMostDays, monthSoFar } from '../day-span.ts';
import { allOf } from '../database/list-page.ts';
import { isVerified } from '../payments/collected-service.ts';

/** Which money a reconciliation is about. */
export interface ReconciliationFilter {
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientName?: readonly string[] | undefined;
  /** `none`: payments that nobody is credited for. */
  readonly agent?: string | undefined;
}

/** The days of a reconciliation and its conditions on `r` (receipts) and `p` (payments). */
export interface ReconciliationScope {
  readonly from: string;
  readonly to: string;
  readonly receipts: SQL;
  readonly payments: SQL;
}

const MOST_DAYS = 366;

/**
 * What the actor sees of receipts and payments in those days (default: this month so far), narrowed by the filter. Throws
 * 422 for more than a year.
 */
export function reconciliationScope(
  zone: string,
  actor: Actor,
  filter: ReconciliationFilter,
): ReconciliationScope {
  const { from, to } = atMostDays(MOST_DAYS, monthSoFar(zone, filter));
  const receipts = [
    toldMoneyCountedFor(actor),
    sql`not r.is_claim and r.collected_on between ${from}::date and ${to}::date`,
  ];
  const payments = [
    paymentsVisibleTo(actor),
    sql`${isVerified} and p.paid_on between ${from}::date and ${to}::date`,
  ];
  if (filter.clientId !== undefined) {
    receipts.push(sql`r.client_id = ${filter.clientId}`);
    payments.push(sql`p.client_id = ${filter.clientId}`);
  }
  if (filter.clientName !== undefined && filter.clientName.length > 0) {
    const named = sql`any(array(select c.id from clients c where c.name = any(${sql.param(filter.clientName)}::text[])))`;
    receipts.push(sql`r.client_id = ${named}`);
    payments.push(sql`p.client_id = ${named}`);
  }
  if (filter.agent === 'none') {
    receipts.push(sql`false`);
    payments.push(sql`p.collector_id is null`);
  } else if (filter.agent !== undefined) {
    receipts.push(sql`r.agent_id = ${filter.agent}`);
    payments.push(sql`p.collector_id = ${filter.agent}`);
  }
  return { from, to, receipts: allOf(receipts), payments: allOf(payments) };
}
