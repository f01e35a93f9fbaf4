import { sql } from 'drizzle-orm';
import type { Db } from '../../server/database/connection.ts';

/** A rule that must hold over the stored books at every moment, and what breaks it (as rows). */
interface Balance {
  readonly rule: string;
  readonly broken: string;
}

/*
 * Said once more in SQL, from the raw rows and apart from the code that keeps them: a sum kept in one place against the
 * rows it is the sum of.
 */
const BALANCES: readonly Balance[] = [
  {
    rule: "a loan's paid amount is the sum of its payments that stand",
    broken: `select l.loan_number, l.paid_amount, coalesce(sum(p.amount), 0) as payments
      from loans l left join payments p on p.loan_id = l.id and p.reversed_at is null
      group by l.id having l.paid_amount <> coalesce(sum(p.amount), 0)`,
  },
  {
    rule: "a loan's due is the lender's figure less the payments and write-offs since that figure",
    broken: `select l.loan_number, l.total_due_amount, f.amount, coalesce(sum(p.amount), 0) as since, w.amount as waived
      from loans l join lender_figures f on f.loan_id = l.id
        cross join lateral (select coalesce(sum(s.waived_amount), 0) as amount from settlements s where s.loan_id = l.id
          and (s.fulfilled_on >= f.as_of or (f.as_of is null and s.fulfilled_at > f.told_at))) w
        left join payments p on p.loan_id = l.id and p.reversed_at is null
          and (p.paid_on > f.as_of or (f.as_of is null and p.created_at > f.told_at))
      group by l.id, f.loan_id, w.amount
      having l.total_due_amount is distinct from
        case when f.amount <= 0 then f.amount when l.status = 'SETTLED' then 0 else greatest(f.amount - coalesce(sum(p.amount), 0) - w.amount, 0) end`,
  },
  {
    rule: 'what came on a settlement with its letter is the sum of the payments since the offer that a later one, open or with its letter, does not have',
    broken: `select s.id, s.state, s.paid_amount, coalesce(sum(p.amount), 0) as payments
      from settlements s left join payments p on p.loan_id = s.loan_id and p.reversed_at is null
        and p.paid_on >= s.offered_on and p.created_at > s.created_at
        and not exists (select 1 from settlements o where o.loan_id = s.loan_id
          and (o.letter_at is not null or o.waits_for is not null) and o.created_at > s.created_at and p.paid_on >= o.offered_on and p.created_at > o.created_at)
      where s.letter_at is not null and not s.is_stale
      group by s.id having s.paid_amount <> coalesce(sum(p.amount), 0)`,
  },
  {
    rule: 'once a settlement was made, none of its loan is fulfilled beside it',
    broken: `select s.id, o.id as older from settlements s join settlements o on o.loan_id = s.loan_id and o.id <> s.id
      where s.state = 'FULFILLED' and o.state = 'FULFILLED' and o.created_at <= s.created_at and o.fulfilled_at > s.created_at`,
  },
  {
    rule: 'a settled loan has a fulfilled settlement: offer paid, the rest written off, no more than was approved',
    broken: `select l.loan_number, l.status, s.paid_amount, s.offered_amount, s.waived_amount
      from loans l left join settlements s on s.loan_id = l.id and s.state = 'FULFILLED'
      where (l.status = 'SETTLED' and s.id is null)
        -- Where money from before the offer came late, less than the offer may have been owed: nothing is written off then.
        or (s.paid_amount < s.offered_amount and s.waived_amount > 0)
        -- What the lender adds to its own figure later is its own to write off.
        or (s.waived_amount > s.waiver_amount and not exists (select 1 from lender_figures f
          where f.loan_id = l.id and f.told_at > s.created_at))`,
  },
  {
    rule: 'a loan has a figure of its lender exactly when something is told of its due',
    broken: `select l.loan_number from loans l left join lender_figures f on f.loan_id = l.id
      where (l.total_due_amount is null) <> (f.loan_id is null)`,
  },
  {
    rule: 'money collected and not verified is the sum of the receipts that stand and that no payment confirms',
    broken: `select l.loan_number, l.unverified_amount, coalesce(sum(r.amount), 0) as receipts
      from loans l left join receipts r on r.loan_id = l.id and r.payment_id is null and r.cancelled_at is null
        and not r.is_claim
      group by l.id having l.unverified_amount <> coalesce(sum(r.amount), 0)`,
  },
  {
    rule: 'a receipt is confirmed by one payment that stands, of its loan and amount, and a payment confirms one receipt',
    broken: `select r.id from receipts r join payments p on p.id = r.payment_id
      where p.loan_id <> r.loan_id or p.amount <> r.amount or p.reversed_at is not null or r.cancelled_at is not null
        or exists (select 1 from receipts o where o.payment_id = r.payment_id and o.id <> r.id)`,
  },
  {
    rule: 'an excess is a part of its receipt, and is settled by somebody, with a reason, or waits',
    broken: `select id, amount, excess_amount, excess_reason, excess_known_at from receipts
      where excess_amount < 0 or excess_amount > amount or (is_claim and excess_amount > 0)
        or (excess_known_at is not null and (excess_reason is null or excess_known_by is null))`,
  },
  {
    rule: 'what is said by phone is a claim, what is taken in on a visit a receipt, and no claim is deposited',
    broken: `select r.id from receipts r join dispositions d on d.id = r.disposition_id
      where r.is_claim <> (d.channel = 'CALL') or (r.is_claim and r.deposit_id is not null)`,
  },
  {
    rule: 'no receipt stays unconfirmed beside a payment of its loan and amount, of its days, that confirms no receipt',
    broken: `select r.id, p.id from receipts r join payments p on p.loan_id = r.loan_id and p.amount = r.amount
      where not r.is_claim and r.cancelled_at is null and r.payment_id is null and p.reversed_at is null
        and p.paid_on between r.collected_on - 1 and r.collected_on + 10
        and not exists (select 1 from receipts o where o.payment_id = p.id and not o.is_claim)`,
  },
  {
    rule: 'no claim stays open beside a payment of its loan and amount, of its days, that confirms nothing',
    broken: `select r.id, p.id from receipts r join payments p on p.loan_id = r.loan_id and p.amount = r.amount
      where r.is_claim and r.cancelled_at is null and r.payment_id is null and p.reversed_at is null
        and p.paid_on >= coalesce(r.paid_on - 3, r.collected_on - 31)
        and p.paid_on <= coalesce(r.paid_on, r.collected_on) + 10
        and not exists (select 1 from receipts o where o.payment_id = p.id)`,
  },
  {
    rule: 'a payment is credited to whom its row names, else to whose receipt it confirms, else to who had the loan that day',
    broken: `select p.id, p.collector_id, r.agent_id, had.assignee_id from payments p
      join activity_sheet_rows s on s.sheet_id = p.sheet_id and s.row = p.row
      left join receipts r on r.payment_id = p.id and not r.is_claim
      left join lateral (select p.holder_id as assignee_id) had on true
      where p.reversed_at is null
        and p.collector_id is distinct from coalesce(s.person_id, r.agent_id, had.assignee_id)`,
  },
  {
    rule: 'a payment that was reversed is posted again only where somebody chose that row',
    broken: `select p.id from payments p join payments b on b.client_id = p.client_id and b.payment_key = p.payment_key
        and b.reversed_at < p.created_at
      join activity_sheet_rows s on s.sheet_id = p.sheet_id and s.row = p.row where not s.is_chosen`,
  },
  {
    rule: 'a loan that owes nothing is not worked',
    broken: `select loan_number, total_due_amount from loans where status = 'ACTIVE' and total_due_amount <= 0`,
  },
  {
    rule: 'no payment lowers the dues by more than it is, or by less than nothing',
    broken: `select id, amount, applied_amount from payments
      where applied_amount < 0 or applied_amount > amount or amount <= 0`,
  },
  {
    rule: 'every payment leads back to one row of its sheet, of the same loan and amount',
    broken: `select p.id from payments p
      left join activity_sheet_rows r on r.sheet_id = p.sheet_id and r.row = p.row
      where r.loan_id is distinct from p.loan_id or r.amount is distinct from p.amount`,
  },
  {
    rule: 'a payment and its loan are of one client',
    broken: `select p.id from payments p join loans l on l.id = p.loan_id where l.client_id <> p.client_id`,
  },
  {
    rule: 'of each agent and client: collected = deposited + in hand + cancelled',
    broken: `select agent_id, client_id from (
        select agent_id, client_id, sum(amount) as collected,
          coalesce(sum(amount) filter (where deposit_id is not null and cancelled_at is null), 0) as deposited,
          coalesce(sum(amount) filter (where deposit_id is null and cancelled_at is null), 0) as in_hand,
          coalesce(sum(amount) filter (where cancelled_at is not null), 0) as cancelled
        from receipts where not is_claim group by agent_id, client_id) s
      where collected <> deposited + in_hand + cancelled`,
  },
  {
    rule: 'a deposit is the sum of its receipts, all of its agent and client, none of them cancelled',
    broken: `select d.id, d.amount, coalesce(sum(r.amount), 0) as receipts
      from deposits d left join receipts r on r.deposit_id = d.id
      where d.cancelled_at is null group by d.id
      having d.amount <> coalesce(sum(r.amount), 0)
        or bool_or(r.agent_id <> d.agent_id or r.client_id <> d.client_id or r.cancelled_at is not null)`,
  },
  {
    rule: 'a cancelled deposit has no receipts any more',
    broken: `select d.id from deposits d join receipts r on r.deposit_id = d.id where d.cancelled_at is not null`,
  },
  {
    rule: 'what was taken out of a deposit is of its agent and client, and no more than the receipt says',
    broken: `select t.id from deposit_returns t join deposits d on d.id = t.deposit_id
      left join receipts r on r.id = t.receipt_id
      where r.id is null or r.amount <> t.amount or r.agent_id <> d.agent_id or r.client_id <> d.client_id`,
  },
  {
    rule: 'an amount that an agent collected has a receipt, and at most one that stands, of that amount',
    broken: `select d.id, d.amount_collected from dispositions d left join receipts r on r.disposition_id = d.id
      where coalesce(d.amount_collected, 0) > 0 or r.id is not null
      group by d.id
      having count(r.id) = 0 or count(r.id) filter (where r.cancelled_at is null) > 1
        or coalesce(sum(r.amount) filter (where r.cancelled_at is null), d.amount_collected, 0)
          <> coalesce(d.amount_collected, 0)`,
  },
  {
    rule: 'who has a loan is who has its open allocation',
    broken: `select l.loan_number, k.kind from loans l
      cross join lateral (values ('COLLECTOR', l.collector_id), ('MANAGER', l.manager_id), ('FIELD', l.field_agent_id))
        as k(kind, holder)
      left join allocations a on a.loan_id = l.id and a.kind = k.kind and a.ended_at is null
      where a.assignee_id is distinct from k.holder`,
  },
  {
    rule: 'a loan that is not worked has an open end with its reason, and no agent',
    broken: `select l.loan_number, l.status, c.reason from loans l
      left join loan_closures c on c.loan_id = l.id and c.reopened_at is null
      where (l.status = 'ACTIVE') <> (c.id is null) or (c.id is not null and c.reason <> l.status)
        or (l.status <> 'ACTIVE' and (l.collector_id is not null or l.field_agent_id is not null))`,
  },
  {
    rule: "a client's dues are those of its agents and of nobody",
    broken: `select client_id from (
        select client_id, sum(total_due_amount) as dues,
          coalesce(sum(total_due_amount) filter (where collector_id is null), 0) as with_nobody
        from loans where status = 'ACTIVE' group by client_id) c
      where dues <> with_nobody + coalesce((select sum(l.total_due_amount) from allocations a join loans l on l.id = a.loan_id
        where l.client_id = c.client_id and l.status = 'ACTIVE' and a.kind = 'COLLECTOR' and a.ended_at is null), 0)`,
  },
  {
    rule: 'a client has a loan number once among the loans that are not deleted',
    broken: `select client_id, loan_number from loans where status <> 'DELETED'
      group by 1, 2 having count(*) > 1`,
  },
];

/** The rules of the books that do not hold, with the first rows that break them; none when all is well. */
export async function brokenBalances(db: Db): Promise<{ rule: string; rows: unknown[] }[]> {
  const found = [];
  for (const { rule, broken } of BALANCES) {
    const { rows } = await db.execute(sql.raw(`${broken} limit 3`));
    if (rows.length > 0) found.push({ rule, rows });
  }
  return found;
}
