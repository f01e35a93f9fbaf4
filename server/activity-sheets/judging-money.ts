import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { loginNameOf } from '../identity/account-service.ts';
import { sameReferenceOf } from '../payment-reference.ts';
import {
  FULL_NAME_RANK,
  peopleCreditableBy,
  severalOfName,
  uniqueFullName,
} from './nameable-people.ts';
import { isSameByReference } from './same-payment.ts';

/*
 * What becomes of each row of a payment or bank-paid sheet, decided in one pass over sets. Rows of one loan are taken in
 * the file's order: what an earlier row pays, a later one can't pay again. A bank-paid row without an amount pays the
 * whole rest. A payment that was reversed stays reversed: its row is left out unless somebody chose it. The same payment
 * in a file with another mode or reference can't be told from another one of that day and amount: its row is taken, and
 * says so. So does one under the same reference a few days apart: a bank may book money on another day than the lender. And
 * so does a row whose day is more than a year ago: it may be of a mistyped year.
 */

/** A payment or bank-paid sheet. */
interface MoneySheet {
  readonly id: string;
  readonly clientId: string;
  readonly isBankPaid: boolean;
  /** The day of rows that name none. */
  readonly undatedOn: string;
  /** The business day. */
  readonly today: string;
}

/**
 * Whom a row may name: of the names that stand in the sheet, those of people whom the actor may credit, who left too. A full
 * name that several of them have names nobody (`id` null).
 */
const namedPeople = (actor: Actor, sheetId: string) => sql`
    select distinct on (n.name) n.name, n.id from (
      select ${loginNameOf(sql`u.username`)} as name, u.id, 1 as rank, u.deleted_at from users u
      where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and ${peopleCreditableBy(actor)}
      union all
      select ${loginNameOf(sql`u.email`)}, u.id, 2, u.deleted_at from users u
      where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and ${peopleCreditableBy(actor)}
      union all
      select ${uniqueFullName(sql`true`)}, u.deleted_at from users u
      where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and ${peopleCreditableBy(actor)}) n
    where n.name in (select lower(s.person) from activity_sheet_rows s where s.sheet_id = ${sheetId})
    order by n.name, n.rank = ${FULL_NAME_RANK}, n.deleted_at is null desc, n.rank, n.deleted_at desc`;

/** A bank's list without days that comes again within so many days may be the same one: in another month it has other keys. */
const SAME_LIST_DAYS = 14;

/** A payment may be of another day in the bank's books than in the lender's, over holidays; instalments are a week apart. */
const BOOKED_APART_DAYS = 5;

/** Conditions on a row `left_over` and a payment `p` of its loan and amount: what makes them look like one payment. */
const isLikeUndated = ({ undatedOn, today }: MoneySheet): SQL =>
  sql`(left_over.on_date is null and p.paid_on between ${undatedOn}::date - ${SAME_LIST_DAYS}::int and ${today}::date)`;
const isLikePosted = sql`(p.paid_on = left_over.on_date
  and (lower(p.mode), lower(p.reference)) is distinct from (lower(left_over.mode), lower(left_over.reference)))`;
const isLikeReferenced = sql`(p.paid_on <> left_over.on_date and p.reference ~ '[0-9]'
  and p.paid_on between left_over.on_date - ${BOOKED_APART_DAYS}::int and left_over.on_date + ${BOOKED_APART_DAYS}::int
  and ${sameReferenceOf(sql`p.reference`)} = ${sameReferenceOf(sql`left_over.reference`)})`;

/** Why a row of `left_over` may be a payment that stands already: told in the words of the file that brought it. */
const likeness = (sheet: MoneySheet) => sql`
  (select jsonb_build_array(jsonb_build_object('column', '', 'value', '', 'reason',
      replace(replace(case when ${isLikePosted} then ${ROW_WORDS['like-posted']}::text
        when ${isLikeReferenced} then ${ROW_WORDS['like-referenced']}::text
        else ${ROW_WORDS['like-undated']}::text end, '{{day}}', to_char(p.paid_on, 'DD-MM-YYYY')), '{{file}}', a.file_name)))
    from payments p join activity_sheets a on a.id = p.sheet_id
    where p.loan_id = left_over.loan_id and p.amount = left_over.amount
      and (${isLikePosted} or ${isLikeReferenced} or ${isLikeUndated(sheet)})
      and p.reversed_at is null and p.sheet_id <> ${sheet.id}
      and p.payment_key not in (select payment_key from activity_sheet_rows
        where sheet_id = ${sheet.id} and payment_key is not null)
    order by ${isLikeReferenced} desc, p.created_at, p.id limit 1)`;

/** A payment of so many days ago may be of a mistyped year. */
const UNUSUAL_DAYS = 366;

/** Why a row's day may be mistyped. */
const oldness = ({ today }: MoneySheet) => sql`
  case when left_over.on_date < ${today}::date - ${UNUSUAL_DAYS}::int then jsonb_build_array(jsonb_build_object(
    'column', '', 'value', left_over.on_date::text, 'reason',
    replace(${ROW_WORDS['day-year-ago']}::text, '{{day}}', to_char(left_over.on_date, 'DD-MM-YYYY')))) end`;

const judge = (actor: Actor, sheet: MoneySheet) => {
  const { id, clientId, isBankPaid, undatedOn } = sheet;
  return sql`
  insert into judged (row, outcome, loan_id, applied, person_id, problems)
  with named as (
    ${namedPeople(actor, id)}),
  found as (
    select s.row, s.amount, s.person, s.on_date, s.mode, s.reference, t.is_known, n.id as person_id,
      n.name is not null and n.id is null as is_of_several, l.id as loan_id, l.status,
      greatest(coalesce(l.total_due_amount, 0), 0) as due,
      coalesce(coalesce(s.on_date, ${undatedOn}::date) <= f.as_of, false) as is_included,
      t.is_wanted,
      l.id is not null and (s.person is null or n.id is not null) and not t.is_known and t.is_wanted
        and not (${isBankPaid} and l.status = 'PAID') as is_taken
    from activity_sheet_rows s
      left join loans l on l.client_id = ${clientId} and l.loan_number = s.loan_number and l.status <> 'DELETED'
      left join lender_figures f on f.loan_id = l.id
      left join payments k on k.client_id = ${clientId} and k.payment_key = s.payment_key and k.reversed_at is null
      left join (select distinct payment_key from payments where client_id = ${clientId} and reversed_at is not null
        and payment_key in (select payment_key from activity_sheet_rows where sheet_id = ${id})) b on b.payment_key = s.payment_key
      left join named n on n.name = lower(s.person)
      left join lateral (select bool_or(p.reversed_at is null) as is_standing, bool_or(p.reversed_at is not null) as is_reversed
        from payments p where ${isSameByReference(sql`l.id`)}) o on true
      cross join lateral (select k.id is not null or coalesce(o.is_standing, false) as is_known,
        s.is_chosen or (b.payment_key is null and not coalesce(o.is_reversed, false)) as is_wanted) t
    where s.sheet_id = ${id} and s.outcome not in ('FAILED', 'DUPLICATE')),
  earlier as (
    select found.*,
      coalesce(sum(amount) filter (where is_taken and not is_included) over before, 0) as paid_before,
      coalesce(bool_or(amount is null) filter (where is_taken and not is_included) over before, false) as is_settled_before
    from found
    window before as (partition by loan_id order by row rows between unbounded preceding and 1 preceding)),
  left_over as (
    select earlier.*, case when is_settled_before then 0 else greatest(due - paid_before, 0)::bigint end as rest from earlier)
  select row,
    case when loan_id is null then 'UNMATCHED'
      when person is not null and person_id is null then 'UNKNOWN_PERSON'
      when not is_wanted and not is_known then 'REVERSED'
      when not is_taken then 'ALREADY_PAID'
      when status <> 'ACTIVE' then 'LATE'
      when is_included then 'INCLUDED'
      when coalesce(amount, rest) > rest then 'OVER_PAID'
      when coalesce(amount, rest) = rest then 'MATCHED'
      else 'PART_PAID' end,
    loan_id, case when is_taken and not is_included then least(coalesce(amount, rest), rest) else 0 end, person_id,
    case when is_of_several then ${severalOfName(sql`''`, sql`left_over.person`)}
      when is_taken then nullif(coalesce(${likeness(sheet)}, '[]') || coalesce(${oldness(sheet)}, '[]'), '[]') end
  from left_over`;
};

const keep = ({ id }: MoneySheet) => sql`
  update activity_sheet_rows s set outcome = j.outcome, loan_id = j.loan_id, applied_amount = j.applied, person_id = j.person_id,
    problems = j.problems
    from judged j where s.sheet_id = ${id} and s.row = j.row
     and (s.outcome, s.loan_id, s.applied_amount, s.person_id, s.problems)
       is distinct from (j.outcome, j.loan_id, j.applied, j.person_id, j.problems)`;

/** Decides over the rows of a payment or bank-paid sheet, as the loans stand now, in the name of `actor`. */
export async function judgeMoney(tx: Db, actor: Actor, sheet: MoneySheet): Promise<void> {
  await tx.execute(sql`create temporary table judged (row int primary key, outcome text not null, loan_id uuid,
    applied bigint, person_id uuid, problems jsonb) on commit drop`);
  await tx.execute(judge(actor, sheet));
  await tx.execute(sql`analyze judged`);
  await tx.execute(keep(sheet));
  await tx.execute(sql`drop table judged`);
}
