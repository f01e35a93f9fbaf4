import type pg from 'pg';

/*
 * What becomes of each row of a payment or bank-paid sheet, decided in one pass over sets. Rows of one loan are taken in
 * the file's order: what an earlier row pays, a later one can't pay again. A bank-paid row without an amount pays the
 * whole rest.
 */

const makeTable = `
  create temporary table judged (row int primary key, outcome text not null, loan_id uuid, applied bigint, person_id uuid)
    on commit drop`;

/** $1 sheet, $2 client, $3 whether it is a bank's list. */
const judge = `
  insert into judged (row, outcome, loan_id, applied, person_id)
  with named as (
    select distinct on (n.name) n.name, n.id from (
      select u.username as name, u.id, 1 as rank, u.deleted_at from users u where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER')
      union all
      select u.email, u.id, 2, u.deleted_at from users u where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER')) n
    order by n.name, n.deleted_at is null desc, n.rank),
  found as (
    select s.row, s.amount, s.person, p.id as person_id, l.id as loan_id, l.status,
      greatest(coalesce(l.total_due_amount, 0), 0) as due,
      l.id is not null and (s.person is null or p.id is not null) and k.id is null and not ($3 and l.status = 'PAID') as is_taken
    from activity_sheet_rows s
      left join loans l on l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
      left join payments k on k.client_id = $2 and k.payment_key = s.payment_key and k.reversed_at is null
      left join named p on p.name = lower(s.person)
    where s.sheet_id = $1 and s.outcome not in ('FAILED', 'DUPLICATE')),
  earlier as (
    select found.*,
      coalesce(sum(amount) filter (where is_taken) over before, 0) as paid_before,
      coalesce(bool_or(amount is null) filter (where is_taken) over before, false) as is_settled_before
    from found
    window before as (partition by loan_id order by row rows between unbounded preceding and 1 preceding)),
  left_over as (
    select earlier.*, case when is_settled_before then 0 else greatest(due - paid_before, 0)::bigint end as rest from earlier)
  select row,
    case when loan_id is null then 'UNMATCHED'
      when person is not null and person_id is null then 'UNKNOWN_PERSON'
      when not is_taken then 'ALREADY_PAID'
      when status <> 'ACTIVE' then 'LATE'
      when coalesce(amount, rest) > rest then 'OVER_PAID'
      when coalesce(amount, rest) = rest then 'MATCHED'
      else 'PART_PAID' end,
    loan_id, case when is_taken then least(coalesce(amount, rest), rest) else 0 end, person_id
  from left_over`;

/** $1 sheet. */
const keep = `
  update activity_sheet_rows s set outcome = j.outcome, loan_id = j.loan_id, applied_amount = j.applied, person_id = j.person_id
    from judged j where s.sheet_id = $1 and s.row = j.row
     and (s.outcome, s.loan_id, s.applied_amount, s.person_id) is distinct from (j.outcome, j.loan_id, j.applied, j.person_id)`;

/** Decides over the rows of a payment or bank-paid sheet, as the loans stand now. */
export async function judgeMoney(
  client: pg.PoolClient,
  sheet: { readonly id: string; readonly clientId: string; readonly isBankPaid: boolean },
): Promise<void> {
  await client.query(makeTable);
  await client.query(judge, [sheet.id, sheet.clientId, sheet.isBankPaid]);
  await client.query('analyze judged');
  await client.query(keep, [sheet.id]);
  await client.query('drop table judged');
}
