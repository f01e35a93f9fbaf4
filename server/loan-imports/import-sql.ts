import { FIELD_COLUMNS } from './import-columns.ts';

/** Columns of a loan that a file may change: all but the number it is known by. */
const changeable = FIELD_COLUMNS.filter((column) => column !== 'loan_number');

/** Condition on a file `i` and a loan's figure `f`: the file is of an earlier day than what is kept, which stays. */
export const isOlder = 'coalesce(i.as_of < f.as_of, false)';

/**
 * What is due when a row's figure counts: the figure less the payments since its time (`i`: the end of the file's day, or
 * the instant of the upload). A row without a figure leaves the due as it is; so does what is asked of a settled loan.
 */
const dueAfter = `case when s.total_due_amount is null or ${isOlder}
    or (l.status = 'SETTLED' and s.total_due_amount > 0) then l.total_due_amount
  when s.total_due_amount <= 0 or l.paid_amount = 0 then s.total_due_amount
  else greatest(s.total_due_amount - (select coalesce(sum(p.amount), 0) from payments p where p.loan_id = l.id
    and p.reversed_at is null and case when i.as_of is null then p.created_at > i.created_at
      else p.paid_on > i.as_of end), 0) end::bigint`;

/**
 * A file that names a recalled or expired loan brings it back to work, and a paid one of which it says that money is due.
 * An older one does not.
 */
const comesBack = (dueSql: string): string =>
  `((l.status in ('WITHDRAWN', 'EXPIRED') or (l.status = 'PAID' and ${dueSql} > 0)) and not ${isOlder})`;

const differs = [
  comesBack('due.after'),
  'due.after is distinct from l.total_due_amount',
  ...changeable
    .filter((column) => column !== 'total_due_amount')
    .map(
      (column) =>
        `(s.${column} is not null and s.${column} is distinct from l.${column} and (l.${column} is null or not ${isOlder}))`,
    ),
  `(s.other_columns is not null and not l.other_columns @> s.other_columns
    and not (${isOlder} and s.other_columns || l.other_columns = l.other_columns))`,
].join(' or ');

/** A UUID version 7, on every PostgreSQL from 15 on. */
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * $1 import, $2 client: tells new loans, updates and unchanged rows apart, and what each makes of the due; refused rows and
 * duplicates stay. Rows that were told so before are not touched.
 */
export const setOutcomes = `
  update loan_import_rows t set outcome = j.outcome, due_before = j.due_before, due_after = j.due_after
    from (
      select s.row, l.total_due_amount as due_before, due.after as due_after,
        case when ${differs} then 'UPDATE' else 'UNCHANGED' end as outcome
      from loan_imports i join loan_import_rows s on s.import_id = i.id
        join loans l on l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
        left join lender_figures f on f.loan_id = l.id
        cross join lateral (select ${dueAfter} as after) due
      where i.id = $1 and s.outcome in ('NEW', 'UPDATE', 'UNCHANGED')) j
   where t.import_id = $1 and t.row = j.row
     and (t.outcome, t.due_before, t.due_after) is distinct from (j.outcome, j.due_before, j.due_after)`;

/** $1 import, $2 client: rows whose loan is no longer there are new ones. */
export const resetOutcomes = `
  update loan_import_rows s set outcome = 'NEW', due_before = null, due_after = null
   where s.import_id = $1 and s.outcome in ('UPDATE', 'UNCHANGED') and not exists
     (select 1 from loans l where l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED')`;

/** $1 import, $2 client: the loans of the file of which a figure of a later day is kept, and the latest such day. */
export const olderFigures = `
  select count(*)::int as count, to_char(max(f.as_of), 'DD-MM-YYYY') as day
    from loan_imports i join loan_import_rows s on s.import_id = i.id
      join loans l on l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
      join lender_figures f on f.loan_id = l.id
   where i.id = $1 and s.outcome in ('UPDATE', 'UNCHANGED') and ${isOlder}`;

/**
 * $1 import, $2 client: new loans of which another client has the number with the same borrower; how many, and the first.
 * Only an admin's uploads may tell of them: a lender's people learn nothing of another lender's loans.
 */
export const loansOfOthers = `
  select count(*)::int as count, (array_agg(s.loan_number order by s.row))[1] as number
    from loan_import_rows s
   where s.import_id = $1 and s.outcome = 'NEW' and exists (select 1 from loan_imports i join users u on u.id = i.created_by
       where i.id = $1 and u.role in ('ADMIN', 'SUPER_ADMIN'))
     and exists (select 1 from loan_keys k where upper(k.loan_number) = upper(s.loan_number) and k.client_id <> $2
       and k.status <> 'DELETED' and lower(k.customer_name) = lower(s.customer_name))`;

/** $1 import: how many rows of each outcome. */
export const countOutcomes = `
  select outcome, count(*)::int as count from loan_import_rows where import_id = $1 group by outcome`;

/** Columns that feed fields: what a loan kept of their cells, because it was no value, is what an earlier file said. */
const mappedHeaders = `(select coalesce(array_agg(m.value), '{}') from loan_imports i, jsonb_each_text(i.mapping) m
  where i.id = $1)`;

const rowRange = `s.import_id = $1 and s.row > $4 and s.row <= $5`;

/**
 * $1 import, $2 client, $3 batch, $4 and $5 row range, $6 last day of the lender's allocation or null: stores the new
 * loans. They belong to nobody yet.
 */
export const insertLoans = `
  insert into loans (id, client_id, batch_no, first_batch_no, period_ends_on, ${FIELD_COLUMNS.join(', ')}, other_columns)
  select ${newId}, $2::uuid, $3::int, $3::int, $6::date, ${FIELD_COLUMNS.map((column) => `s.${column}`).join(', ')},
         coalesce(s.other_columns, '{}'::jsonb)
    from loan_import_rows s
   where ${rowRange} and s.outcome = 'NEW' order by s.row`;

/** A loan's column after a row: an empty cell leaves what is stored, and an older file only fills what is empty. */
const changed = (column: string): string =>
  column === 'total_due_amount'
    ? `${column} = coalesce(s.due_after, l.${column})`
    : `${column} = case when s.is_older then coalesce(l.${column}, s.${column}) else coalesce(s.${column}, l.${column}) end`;

/** Same parameters as `insertLoans`: allocation and dispositions are not touched. */
export const updateLoans = `
  update loans l set batch_no = $3, first_batch_no = coalesce(l.first_batch_no, l.batch_no),
         period_ends_on = case when s.is_older then l.period_ends_on else coalesce($6::date, l.period_ends_on) end,
         ${changeable.map(changed).join(', ')},
         other_columns = case when s.is_older then coalesce(s.other_columns, '{}'::jsonb) || l.other_columns
           else (l.other_columns - ${mappedHeaders}) || coalesce(s.other_columns, '{}'::jsonb) end
    from (select s.*, k.id as loan_id, ${isOlder} as is_older
      from loan_import_rows s join loan_imports i on i.id = s.import_id
        join loans k on k.client_id = $2 and k.loan_number = s.loan_number and k.status <> 'DELETED'
        left join lender_figures f on f.loan_id = k.id
      where ${rowRange} and s.outcome = 'UPDATE') s
   where l.id = s.loan_id`;

/** $1 import: says when its figures were told to the trigger that keeps those of new loans. */
export const noteFigureTime = `
  select set_config('recoup.figures_told_at', created_at::text, true),
    set_config('recoup.figures_as_of', coalesce(as_of::text, ''), true) from loan_imports where id = $1`;

/**
 * $1 import, $2 client: keeps the figures that the rows tell of loans which we had. Returns the loans that have payments:
 * what these lower the figure by is to be worked out, and those with settlements, which follow it.
 */
export const tellFigures = `
  with told as (
    insert into lender_figures as f (loan_id, amount, as_of, told_at)
    select l.id, s.total_due_amount, i.as_of, i.created_at
      from loan_imports i join loan_import_rows s on s.import_id = i.id
        join loans l on l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
     where i.id = $1 and s.outcome in ('UPDATE', 'UNCHANGED') and s.total_due_amount is not null
    on conflict (loan_id) do update set amount = excluded.amount, as_of = excluded.as_of, told_at = excluded.told_at
      where not coalesce(excluded.as_of < f.as_of, false)
    returning f.loan_id)
  select l.id from told join loans l on l.id = told.loan_id where l.paid_amount > 0
    or exists (select 1 from settlements s where s.loan_id = l.id) order by l.id`;

/** $1 import, $2 client: loans of the file that are worked and owe nothing. */
export const loansWithNothingDue = `
  select l.id from loan_import_rows s join loans l on l.client_id = $2 and l.loan_number = s.loan_number
   where s.import_id = $1 and s.outcome in ('NEW', 'UPDATE', 'UNCHANGED') and l.status = 'ACTIVE'
     and l.total_due_amount <= 0 order by l.id`;

/** $1 import, $2 client: the loans that the file brings back. */
export const loansComingBack = `
  select l.id from loan_import_rows s join loan_imports i on i.id = s.import_id
      join loans l on l.client_id = $2 and l.loan_number = s.loan_number left join lender_figures f on f.loan_id = l.id
   where s.import_id = $1 and s.outcome = 'UPDATE' and ${comesBack('s.due_after')}`;

/** $1 import, $2 client, $3 last day of the lender's allocation: loans that the file leaves as they are get it too. */
export const prolongUnchanged = `
  update loans l set period_ends_on = $3::date from loan_import_rows s
   where s.import_id = $1 and s.outcome = 'UNCHANGED' and l.client_id = $2 and l.loan_number = s.loan_number
     and l.status = 'ACTIVE' and l.period_ends_on is distinct from $3::date`;

/**
 * $1 import, $2 client: active loans that the file does not name, not even in a refused row. Loans that came after it was
 * uploaded are none of its business.
 */
export const loansNotNamed = `
  select l.id from loans l where l.client_id = $2 and l.status = 'ACTIVE'
     and l.created_at < (select i.created_at from loan_imports i where i.id = $1)
     and not exists (select 1 from loan_import_rows s where s.import_id = $1 and s.loan_number = l.loan_number)
   order by l.id`;
