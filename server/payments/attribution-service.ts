import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AttributionBasis } from '../../contract/attribution.ts';
import { paymentDayEnd } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { idArray } from '../database/prepared.ts';

/*
 * Whose each rupee is (contract/attribution.ts). Most lenders have no rule of their own: their payments are whose
 * `payments.collector_id` says, nothing else is stored. Payments under a rule are marked and have shares.
 */

/** Whom a basis finds for a payment `p` under a part `x`. */
const FOUND: Readonly<Record<AttributionBasis, SQL>> = {
  CREDITED: sql`p.collector_id`,
  // Payments of before it was kept have only whom they were credited to; later ones may be of nobody.
  HOLDER: sql`coalesce(p.had_id, case when p.day_ends_at is null then p.holder_id end)`,
  LAST_CONTACT: sql`(select d.agent_id from dispositions d where d.loan_id = p.loan_id and d.channel in ('CALL', 'FIELD')
    and d.code <> 'CALL_STARTED' and d.recorded_at < ${paymentDayEnd}
    and d.recorded_at >= ${paymentDayEnd} - make_interval(days => x."withinDays" + 1)
    order by d.recorded_at desc, d.id desc limit 1)`,
  PROMISE: sql`(select m.agent_id from promises m where m.loan_id = p.loan_id and m.made_on <= p.paid_on
    and m.last_on >= p.paid_on - x."withinDays" order by m.made_at desc, m.id desc limit 1)`,
  SETTLEMENT: sql`(select s.proposed_by from settlements s where s.loan_id = p.loan_id and s.offered_on <= p.paid_on
    and (s.letter_at is not null or s.handed_over_at is not null or s.fulfilled_at is not null)
    order by s.offered_on desc, s.id desc limit 1)`,
};

/** Why a payment `p` is credited to whom it is. */
const creditReason = sql`case when p.collector_id is null then 'NOBODY'
  when exists (select 1 from activity_sheet_rows y where y.sheet_id = p.sheet_id and y.row = p.row
    and y.person_id is not null) then 'FILE'
  when exists (select 1 from receipts y where y.payment_id = p.id and not y.is_claim and y.cancelled_at is null
    and y.agent_id = p.collector_id) then 'RECEIPT' else 'HOLDER' end`;

/** The rule that holds for a payment `p`, as `rule.parts`. */
const ruleOf = sql`lateral (select r.parts from attribution_rules r
  where r.client_id = p.client_id and r.valid_from <= p.paid_on order by r.valid_from desc limit 1) rule`;

const isDefault = sql`(jsonb_array_length(rule.parts) = 1 and rule.parts->0->>'basis' = 'CREDITED')`;

/** Gives the payments of a condition on `p` to whom their lenders' rules say. */
async function share(tx: Db, which: SQL): Promise<void> {
  await tx.execute(
    sql`delete from payment_shares s using payments p where p.id = s.payment_id and ${which}`,
  );
  await tx.execute(sql`
    insert into payment_shares (payment_id, place, person_id, amount, reason)
    select f.payment_id, f.place, coalesce(f.found, f.credited), f.amount,
      case when f.basis = 'CREDITED' or f.found is null then f.credit_reason else f.basis end
    from (
      select p.id as payment_id, x.place::int as place, x.basis, p.collector_id as credited, ${creditReason} as credit_reason,
        case x.basis when 'CREDITED' then ${FOUND.CREDITED} when 'HOLDER' then ${FOUND.HOLDER}
          when 'LAST_CONTACT' then ${FOUND.LAST_CONTACT} when 'PROMISE' then ${FOUND.PROMISE}
          else ${FOUND.SETTLEMENT} end as found,
        (p.amount * x.upto / 100 - p.amount * (x.upto - x.percent) / 100)::bigint as amount
      from payments p cross join ${ruleOf} cross join lateral (
        select e.place, e.basis, e.percent, e."withinDays", sum(e.percent) over (order by e.place) as upto
        from rows from (jsonb_to_recordset(rule.parts) as (basis text, percent int, "withinDays" int))
          with ordinality as e(basis, percent, "withinDays", place)) x
      where ${which} and p.reversed_at is null and not ${isDefault}) f
    where f.amount > 0`);
  await tx.execute(sql`
    update payments p set is_shared = n.is_shared
    from (select p.id, exists (select 1 from payment_shares s where s.payment_id = p.id) as is_shared
      from payments p where ${which}) n
    where n.id = p.id and p.is_shared <> n.is_shared`);
}

/** Condition on a loan `l`: it has payments that a rule of its lender is about. */
export const hasRuledPayment: SQL = sql`exists (select 1 from payments p where p.loan_id = l.id
  and (p.is_shared or exists (select 1 from attribution_rules r where r.client_id = p.client_id)))`;

/**
 * Works out anew whose the payments of these loans are, where their lender has a rule. Call it after every change of what
 * rules look at (credits, contacts, promises), with the loans' rows locked.
 */
export async function attributePayments(tx: Db, loanIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    select /* prepared */ 1 from loans l where l.id = any(${idArray(loanIds)}) and ${hasRuledPayment} limit 1`);
  if (rows.length > 0) await share(tx, sql`p.loan_id = any(${sql.param(loanIds)}::uuid[])`);
}

/** The same for a lender's payments from a day on. It locks their loans: whoever records on one attributes its payments too. */
export async function attributeClient(tx: Db, clientId: string, from: string): Promise<void> {
  await tx.execute(sql`select 1 from loans l where l.client_id = ${clientId}
      and exists (select 1 from payments p where p.loan_id = l.id and p.paid_on >= ${from}::date)
    order by l.id for no key update of l`);
  await share(tx, sql`p.client_id = ${clientId} and p.paid_on >= ${from}::date`);
}

/**
 * Payments by whose they are, as a table: `collector_id` and `amount` are those of a share. A payment without a rule is one
 * row, one with shares is as many. What is asked of its columns is asked of the payments' indexes.
 */
export const attributedPayments: SQL = sql`(
  select p.id, p.client_id, p.loan_id, p.collector_id, p.manager_id, p.paid_on, p.amount, p.created_at, p.reversed_at,
    p.day_ends_at, p.mode, p.reference, p.sheet_id, p.row, p.is_shared, p.loan_then from payments p where not p.is_shared
  union all
  select p.id, p.client_id, p.loan_id, s.person_id, p.manager_id, p.paid_on, s.amount, p.created_at, p.reversed_at,
    p.day_ends_at, p.mode, p.reference, p.sheet_id, p.row, p.is_shared, p.loan_then
  from payments p join payment_shares s on s.payment_id = p.id
  where p.is_shared)`;

/** The shares of a payment `p` as JSON, in their order (contract/attribution.ts). */
export const sharesOfPayment: SQL = sql`case when p.reversed_at is not null then '[]'::jsonb
  when p.is_shared then (select jsonb_agg(jsonb_build_object('personId', s.person_id, 'name', y.full_name,
      'amount', s.amount, 'reason', s.reason) order by s.place)
    from payment_shares s left join users y on y.id = s.person_id where s.payment_id = p.id)
  else jsonb_build_array(jsonb_build_object('personId', p.collector_id,
    'name', (select y.full_name from users y where y.id = p.collector_id), 'amount', p.amount, 'reason', ${creditReason}))
  end`;
