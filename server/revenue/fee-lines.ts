import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { InvoiceLineKind } from '../../contract/invoice.ts';
import { bucketThen, dpdThen, productThen } from '../payments/loan-then-service.ts';
import { billedPoints, billedStates } from './billed-tax.ts';

/*
 * What lenders owe, worked out from what happened (docs/money.md, "Fees"). One statement's tables: the draft that is looked
 * at, the lines that sending stores and what employees earn come from the same text.
 */

/** Which fees: of these clients (a condition on `c`, clients), of this month. */
export interface FeeScope {
  /** The month's first day. */
  readonly month: string;
  readonly clients: SQL;
  /** The business time zone. */
  readonly zone: string;
}

/** A line as the statements here make it. */
export interface FeeLineRow extends Record<string, unknown> {
  source: string;
  kind: InvoiceLineKind;
  clientId: string;
  agreementId: string | null;
  loanId: string | null;
  Loan_ID: string | null;
  paymentId: string | null;
  settlementId: string | null;
  creditsId: string | null;
  onDate: string;
  base: number | null;
  basisPoints: number | null;
  fee: number;
  gst: number;
  tds: number;
}

/** Half up, in whole numbers: so many hundredths of a percent of an amount in paise. */
const partOf = (paise: SQL, basisPoints: SQL): SQL =>
  sql`((${paise} * ${basisPoints} + 5000) / 10000)::bigint`;

/** The GST of a fee: within a state it is twice its half, rounded, as the centre's part and the state's are the same. */
const gstOf = (fee: SQL, row: SQL): SQL => sql`case when ${row}.is_halved
  then (${fee} * ${row}.gst_points + 10000) / 20000 * 2 else ${partOf(fee, sql`${row}.gst_points`)} end::bigint`;

/**
 * Agreements of the months' clients with the day on which each ends (a day has one at most), whether their GST is of one
 * state, the ages at which their rates change, and whether one of those is for settlements.
 */
const agreements = sql`agreed as materialized (
  select a.id, a.client_id, a.terms, a.valid_from, least(coalesce(a.valid_to, 'infinity'::date),
      coalesce(lead(a.valid_from) over (partition by a.client_id order by a.valid_from) - 1, 'infinity'::date)) as until,
    (a.terms->>'gstBasisPoints')::bigint as gst_points, (a.terms->>'tdsBasisPoints')::bigint as tds_points,
    coalesce((select left(c.gst, 2) from clients c where c.id = a.client_id)
      = (select left(d.details->>'gst', 2) from invoicing_details d), false) as is_halved,
    (select coalesce(array_agg(distinct x.cut order by x.cut), '{}'::int[])
      from jsonb_array_elements(a.terms->'rates') e(rate) cross join lateral (values ((e.rate->>'ageFrom')::int),
        ((e.rate->>'ageTo')::int + 1)) x(cut) where x.cut is not null) as ages,
    exists (select 1 from jsonb_array_elements(a.terms->'rates') e(rate)
      where upper(e.rate->>'mode') = 'SETTLEMENT') as rates_settlements
  from fee_agreements a where a.replaced_at is null and a.client_id in (select m.client_id from months m))`;

/** What a rate looks at in a payment `p` of a loan `l` under an agreement `a`; letter case does not matter. */
const ratedBy = sql`lateral (select
    ${productThen} as product, ${bucketThen} as bucket, lower(coalesce(p.mode, '')) as mode, ${dpdThen} as dpd,
    a.rates_settlements and exists (select 1 from settlements s where s.loan_id = p.loan_id
      and s.offered_on <= p.paid_on and s.letter_at is not null
      and s.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'BROKEN')) as is_settling)`;

/** The rate of payments alike `k` under an agreement `a`: the first that fits. */
const rateOf = sql`lateral (select e.place::int as place
  from rows from (jsonb_to_recordset(a.terms->'rates')
    as (product text, bucket text, mode text, "ageFrom" int, "ageTo" int))
    with ordinality as e(product, bucket, mode, age_from, age_to, place)
  where (e.product is null or lower(e.product) = k.product)
    and (e.bucket is null or lower(e.bucket) = k.bucket)
    and (e.age_from is null or k.dpd >= e.age_from) and (e.age_to is null or k.dpd <= e.age_to)
    and (e.mode is null or lower(e.mode) = k.mode or (upper(e.mode) = 'SETTLEMENT' and k.is_settling))
  order by e.place limit 1)`;

/** Conditions on `y` (invoice lines) that spare reading those of long ago: a line has the day of what it is for. */
const sinceMonths = sql`y.on_date >= (select min(m.month) from months m)`;
const sincePaidMonths = sql`y.on_date >= (select min(m.month) from paid_months m)`;

/**
 * `paid_months`: of the `months` this one, and those sent ones whose payments have to be gone through again. A payment can
 * be new to a sent month when it was stored since (a transaction may have begun before), when a settlement changed its
 * rate, or when it goes by its loan as that is now.
 */
const paidMonths = (month: string): SQL => sql`late as materialized (
  select p.id, p.client_id, i.month from payments p
    join invoices i on i.client_id = p.client_id and i.month = date_trunc('month', p.paid_on::timestamp)::date
  where p.client_id in (select m.client_id from months m) and i.state <> 'DRAFT' and p.reversed_at is null
    and p.paid_on < ${month}::date and p.paid_on >= (select min(m.month) from months m)
    and (p.created_at >= i.sent_at - interval '1 day' or p.loan_then is null
      or p.loan_id in (select s.loan_id from settlements s where s.letter_at is not null))),
missed as materialized (select distinct w.client_id, w.month from late w
  where (select y.id from invoice_lines y where y.payment_id = w.id and y.kind = 'PAYMENT') is null),
paid_months as materialized (select m.client_id, m.month from months m
  where m.month = ${month}::date or (m.client_id, m.month) in (select w.client_id, w.month from missed w))`;

/**
 * Every payment of the `paid_months` that has a rate and that no invoice has had, with its fee. The rate is looked for once
 * for all payments that are alike, the slab once for all of a rate: it goes by what the rate brought in its month.
 */
const payments = sql`posted as materialized (
  select p.id, p.client_id, p.loan_id, p.paid_on, p.amount, m.month, a.id as agreement_id,
    x.product, x.bucket, x.mode, x.dpd, coalesce(width_bucket(x.dpd, a.ages), -1) as age, x.is_settling
  from paid_months m join payments p on p.client_id = m.client_id and p.paid_on >= m.month
      and p.paid_on >= (select min(f.month) from paid_months f)
      and p.paid_on < m.month + interval '1 month' and p.reversed_at is null
    join loans l on l.id = p.loan_id
    join agreed a on a.client_id = p.client_id and p.paid_on between a.valid_from and a.until
    cross join ${ratedBy} x),
alike as materialized (select k.*, r.place, a.gst_points, a.is_halved, a.tds_points, a.terms->'rates'->(r.place - 1)->'slabs' as slabs
  from (select k.agreement_id, k.month, k.product, k.bucket, k.mode, k.age, k.is_settling, min(k.dpd) as dpd,
      sum(k.amount) as amount from posted k group by 1, 2, 3, 4, 5, 6, 7) k
    join agreed a on a.id = k.agreement_id cross join ${rateOf} r),
rated as materialized (select k.*, coalesce((select (s->>'basisPoints')::int from jsonb_array_elements(k.slabs) s
    where (s->>'fromAmount')::bigint <= k.brought order by (s->>'fromAmount')::bigint desc limit 1), 0) as points
  from (select k.*, sum(k.amount) over (partition by k.agreement_id, k.month, k.place) as brought from alike k) k),
unbilled as (select p.*, k.points, ((p.amount * k.points + 50) / 100)::bigint as fee, k.gst_points, k.is_halved, k.tds_points
  from posted p join rated k on k.agreement_id = p.agreement_id and k.month = p.month and k.product = p.product
      and k.bucket = p.bucket and k.mode = p.mode and k.age = p.age and k.is_settling = p.is_settling
  where not exists (select 1 from invoice_lines y where y.payment_id = p.id and y.kind = 'PAYMENT'
    and ${sincePaidMonths}))`;

/** Lines of those payments that no invoice has had. */
const paid = sql`(select 'payment:' || p.id as source, 'PAYMENT' as kind, p.client_id, p.agreement_id, p.loan_id, l.loan_number,
    p.id as payment_id, null::uuid as settlement_id, null::uuid as credits_id, p.paid_on as on_date, p.amount as base,
    p.points as basis_points, p.fee, p.gst_points, p.is_halved, p.tds_points
  from unbilled p left join loans l on l.id = p.loan_id)`;

/** Condition on `k` (invoice lines): the lender disputed it, and that was accepted. */
const isWaived = sql`exists (select 1 from invoice_disputes q where q.line_id = k.id and q.outcome = 'ACCEPTED')`;

/** `taken_back`: how often a visit or settlement of a day was billed and credited as it had fallen. */
const takenBack = sql`taken_back as materialized (
  select coalesce(k.settlement_id, k.loan_id) as of_id, k.kind, k.on_date, count(*) as times
  from invoice_lines y join invoice_lines k on k.id = y.credits_id
  where y.client_id in (select m.client_id from months m) and y.kind = 'CREDIT' and ${sinceMonths}
    and k.kind in ('VISIT', 'SETTLEMENT') and not ${isWaived} group by 1, 2, 3)`;

/** What follows the source of what stands anew after its credit: it is billed once more, as another one. */
const anew = (
  kind: SQL,
  ofId: SQL,
  onDate: SQL,
): SQL => sql`coalesce((select ':' || t.times from taken_back t
  where t.of_id = ${ofId} and t.kind = ${kind} and t.on_date = ${onDate}), '')`;

/** One fee for a loan and day with a visit, whoever visited and how often. */
const visits = (zone: string): SQL => sql`${takenBack}, visited as (
  select 'visit:' || d.loan_id || ':' || d.on_date || ${anew(sql`'VISIT'`, sql`d.loan_id`, sql`d.on_date`)} as source, 'VISIT' as kind, d.client_id, a.id as agreement_id,
    d.loan_id, d.loan_number, null::uuid as payment_id, null::uuid as settlement_id, null::uuid as credits_id,
    d.on_date, null::bigint as base, null::int as basis_points,
    ((a.terms->>'visitFee')::bigint * 100)::bigint as fee, a.gst_points, a.is_halved, a.tds_points
  from (select distinct m.client_id, d.loan_id, l.loan_number, (d.recorded_at at time zone ${zone})::date as on_date
      from months m join loans l on l.client_id = m.client_id join dispositions d on d.loan_id = l.id
      where d.channel = 'FIELD' and d.recorded_at >= m.month::timestamp at time zone ${zone}
        and d.recorded_at < (m.month + interval '1 month') at time zone ${zone}) d
    join agreed a on a.client_id = d.client_id and d.on_date between a.valid_from and a.until
  where (a.terms->>'visitFee')::bigint > 0)`;

/** A fee for each settlement that was paid as agreed; one that fell and was paid again is another. */
const settlements = sql`settled as (
  select 'settlement:' || s.id || ':' || s.fulfilled_on || ${anew(sql`'SETTLEMENT'`, sql`s.id`, sql`s.fulfilled_on`)} as source,
    'SETTLEMENT' as kind, s.client_id,
    a.id as agreement_id, s.loan_id, l.loan_number, null::uuid as payment_id, s.id as settlement_id,
    null::uuid as credits_id, s.fulfilled_on as on_date, null::bigint as base, null::int as basis_points,
    ((a.terms->>'settlementFee')::bigint * 100)::bigint as fee, a.gst_points, a.is_halved, a.tds_points
  from months m join settlements s on s.client_id = m.client_id and s.state = 'FULFILLED'
      and s.fulfilled_on >= m.month and s.fulfilled_on < m.month + interval '1 month'
    join loans l on l.id = s.loan_id
    join agreed a on a.client_id = s.client_id and s.fulfilled_on between a.valid_from and a.until
  where (a.terms->>'settlementFee')::bigint > 0)`;

const taxed = (
  table: SQL,
): SQL => sql`select f.source, f.kind, f.client_id, f.agreement_id, f.loan_id,
  f.loan_number, f.payment_id, f.settlement_id, f.credits_id, f.on_date, f.base, f.basis_points, f.fee,
  ${gstOf(sql`f.fee`, sql`f`)} as gst, ${partOf(sql`f.fee`, sql`f.tds_points`)} as tds, f.gst_points from ${table} f`;

/**
 * Lines that were billed and that nothing holds any more: each is taken back once. Those of payments are found by the
 * payments that were reversed, which are few; nobody reads all that was ever billed.
 */
const fallen = (zone: string): SQL => sql`dropped as materialized (
  select k.id from invoice_lines k where k.kind = 'PAYMENT' and k.payment_id = any(array(select p.id from payments p
    where p.client_id in (select m.client_id from months m) and p.reversed_at is not null))
  union select q.line_id from invoice_disputes q where q.outcome = 'ACCEPTED'
  union select k.id from invoice_lines k where k.client_id in (select m.client_id from months m)
    and k.kind in ('VISIT', 'SETTLEMENT') and ${isFallen(zone)}),
credited as (
  select 'credit:' || k.id as source, 'CREDIT' as kind, k.client_id, k.agreement_id, k.loan_id, k.loan_number,
    k.payment_id, k.settlement_id, k.id as credits_id, k.on_date, -k.base as base, k.basis_points, -k.fee as fee,
    -k.gst as gst, -k.tds as tds, ${billedPoints} as gst_points
  from invoice_lines k where k.id = any(array(select d.id from dropped d)) and k.kind <> 'CREDIT'
    and k.client_id in (select m.client_id from months m)
    and (select y.id from invoice_lines y where y.client_id = k.client_id and y.source = 'credit:' || k.id) is null)`;

/** Condition on `k` (invoice lines): what it was for was reversed, taken back or fell. */
const isFallen = (zone: string): SQL => sql`case k.kind
  when 'PAYMENT' then exists (select 1 from payments p where p.id = k.payment_id and p.reversed_at is not null)
  when 'SETTLEMENT' then not exists (select 1 from settlements s where s.id = k.settlement_id and s.state = 'FULFILLED'
    and s.fulfilled_on = k.on_date)
  when 'VISIT' then not exists (select 1 from dispositions d where d.loan_id = k.loan_id and d.channel = 'FIELD'
    and d.recorded_at >= k.on_date::timestamp at time zone ${zone}
    and d.recorded_at < (k.on_date + 1)::timestamp at time zone ${zone})
  else false end`;

/** What brings the month's billed fees to the least of the agreement that holds on its last day. */
const minimum = (month: string): SQL => sql`least_fee as (
  select 'minimum:' || ${month}::date as source, 'MINIMUM' as kind, a.client_id, a.id as agreement_id, null::uuid as loan_id,
    null as loan_number, null::uuid as payment_id, null::uuid as settlement_id, null::uuid as credits_id,
    (${month}::date + interval '1 month' - interval '1 day')::date as on_date, null::bigint as base,
    null::int as basis_points, (a.terms->>'minimumFee')::bigint * 100 - coalesce(b.fee, 0)::bigint as fee, a.gst_points, a.is_halved, a.tds_points
  from agreed a left join (select client_id, sum(fee) as fee from billed group by client_id) b on b.client_id = a.client_id
  where a.client_id in (select client_id from months)
    and (${month}::date + interval '1 month' - interval '1 day')::date between a.valid_from and a.until
    and (a.terms->>'minimumFee')::bigint * 100 > coalesce(b.fee, 0))`;

const told = sql`f.source, f.kind, f.client_id as "clientId", f.agreement_id as "agreementId", f.loan_id as "loanId",
  f.loan_number as "Loan_ID", f.payment_id as "paymentId", f.settlement_id as "settlementId",
  f.credits_id as "creditsId", f.on_date as "onDate", f.base, f.basis_points as "basisPoints", f.fee, f.gst, f.tds`;

const isNew = sql`not exists (select 1 from invoice_lines y where y.client_id = f.client_id and y.source = f.source
  and ${sinceMonths})`;

/** What no invoice has had of visits and settlements, taxed. */
const others = sql`select f.* from (${taxed(sql`visited`)} union all ${taxed(sql`settled`)}) f where ${isNew}`;

/** What the month's invoice is made of, behind `with`; the fees that `billed` is to have come after it. */
const sources = ({ month, clients, zone }: FeeScope): SQL => sql`
  months as materialized (select c.id as client_id, ${month}::date as month from clients c where ${clients}
    union all select c.id, i.month from clients c join invoices i on i.client_id = c.id
    where ${clients} and i.state <> 'DRAFT' and i.month < ${month}::date and i.month >= ${month}::date - interval '12 months'),
  ${agreements}, ${paidMonths(month)}, ${payments}, ${visits(zone)}, ${settlements}`;

/**
 * Tables of a statement (behind `with`), the last of them `lines`: what the invoice of a month says if it were sent now. Of
 * its own month all that no invoice has yet; of the twelve months before, where their invoice was sent, what came too late
 * for it; what was billed and fell since; what brings it to the least fee.
 */
export const invoiceLinesOf = (scope: FeeScope): SQL => sql`${sources(scope)},
  billed as materialized (${taxed(paid)} union all ${others}),
  ${fallen(scope.zone)}, ${minimum(scope.month)},
  lines as (select ${told} from (select * from billed union all select * from credited
    union all ${taxed(sql`least_fee`)}) f)`;

const summed = (
  states: SQL,
): SQL => sql`f.client_id, f.kind, f.gst_points, ${states} as states, count(*)::int as lines,
  sum(f.fee)::bigint as fee, sum(f.gst)::bigint as gst, sum(f.tds)::bigint as tds`;
const own = sql`null::text`;

/** The sums of these lines by client, kind, percentage of GST and whose it is, as `sums`: without the lines, which cost more than all the rest. */
export const invoiceSumsOf = (scope: FeeScope): SQL => sql`${sources(scope)},
  billed as materialized (select ${summed(own)} from (select p.client_id, 'PAYMENT' as kind, p.gst_points, p.fee,
      ${gstOf(sql`p.fee`, sql`p`)} as gst, ${partOf(sql`p.fee`, sql`p.tds_points`)} as tds from unbilled p) f
      group by f.client_id, f.kind, f.gst_points
    union all select ${summed(own)} from (${others}) f group by f.client_id, f.kind, f.gst_points),
  ${fallen(scope.zone)}, ${minimum(scope.month)},
  sums as (select * from billed
    union all select ${summed(sql`f.states`)} from (select x.*, ${billedStates(sql`x.credits_id`)} as states
      from (select * from credited union all ${taxed(sql`least_fee`)}) x) f
      group by f.client_id, f.kind, f.gst_points, f.states)`;

/** The lines that the invoice of a month takes back, as `credited`. */
export const creditedLinesOf = ({ month, clients, zone }: FeeScope): SQL => sql`
  months as (select c.id as client_id, ${month}::date as month from clients c where ${clients}), ${fallen(zone)}`;

/**
 * What a month's payments, visits and settlements earned that stand, billed or not: what employees earned, as `paid_fees`
 * (a row for each payment), and as `other_fees`. Billed fees stay as they were billed, unless they were
 * given up in a dispute.
 */
export const earnedFeesOf = ({ month, clients, zone }: FeeScope): SQL => sql`
  months as materialized (select c.id as client_id, ${month}::date as month from clients c where ${clients}),
  paid_months as (select m.* from months m),
  ${agreements}, ${payments}, ${visits(zone)}, ${settlements},
  stated as materialized (select k.id, k.kind, k.client_id, k.loan_id, k.payment_id, k.settlement_id, k.on_date, k.fee
    from invoice_lines k join months m on m.client_id = k.client_id
    where k.kind in ('PAYMENT', 'VISIT', 'SETTLEMENT') and k.on_date >= m.month
      and k.on_date < m.month + interval '1 month' and not ${isWaived}
      and not exists (select 1 from invoice_lines y where y.credits_id = k.id and ${sinceMonths})),
  paid_fees as (select p.id, p.amount, p.fee from unbilled p
    union all select p.id, p.amount, k.fee
    from stated k join payments p on p.id = k.payment_id where k.kind = 'PAYMENT' and p.reversed_at is null),
  other_fees as materialized (select f.kind, f.loan_id, f.settlement_id, f.on_date, f.fee from (${others}) f
    union all select k.kind, k.loan_id, k.settlement_id, k.on_date, k.fee from stated k
    where k.kind <> 'PAYMENT' and not ${isFallen(zone)})`;
