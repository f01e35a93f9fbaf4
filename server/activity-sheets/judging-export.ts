import type pg from 'pg';

/** What a lender's word for a loan's state means for us; null: nothing that can be compared. */
const theirStatus = `case
  when lower(s.status) ~ '^(paid|closed|settled|foreclosed|fully paid|written ?off and paid)' then 'PAID'
  when lower(s.status) ~ '^(withdrawn|recalled|returned)' then 'WITHDRAWN'
  when lower(s.status) ~ '^expired' then 'EXPIRED'
  when lower(s.status) ~ '^(active|open|live|running|regular|overdue|npa|delinquent)' then 'ACTIVE' end`;

const one = (field: string, theirs: string, ours: string, differs: string) =>
  `select 1 as place, jsonb_build_object('field', '${field}', 'theirs', ${theirs}, 'ours', coalesce(${ours}, '')) as difference where ${differs}`;

const differences = [
  one(
    'Total_Due_Amount',
    's.amount::text',
    'l.total_due_amount::text',
    's.amount is not null and s.amount is distinct from l.total_due_amount',
  ),
  one(
    'Bucket',
    's.bucket',
    'l.bucket',
    `s.bucket is not null and lower(trim(s.bucket)) is distinct from lower(trim(l.bucket))`,
  ),
  one('Status', 's.status', 'l.status', `${theirStatus} <> l.status`),
].join(' union all ');

/** $1 sheet, $2 client. */
const compare = `
  update activity_sheet_rows s set loan_id = j.loan_id, outcome = j.outcome, differences = j.differences
  from (
    select s.row, l.id as loan_id, d.differences,
      case when l.id is null then 'MISSING_HERE' when d.differences is null then 'EQUAL' else 'DIFFERENT' end as outcome
    from activity_sheet_rows s
      left join loans l on l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
      left join lateral (select jsonb_agg(difference) as differences from (${differences}) one) d on l.id is not null
    where s.sheet_id = $1 and s.outcome not in ('FAILED', 'DUPLICATE')) j
  where s.sheet_id = $1 and s.row = j.row`;

/** $1 sheet, $2 client: loans that we work and the lender's list lacks. Their rows are numbered after the file's last. */
const addMissing = `
  insert into activity_sheet_rows (sheet_id, row, outcome, loan_number, loan_id, amount, bucket, status)
  select $1, (select coalesce(max(row), 0) from activity_sheet_rows where sheet_id = $1)::int
      + row_number() over (order by l.loan_number)::int,
    'MISSING_THERE', l.loan_number, l.id, l.total_due_amount, l.bucket, l.status
  from loans l
  where l.client_id = $2 and l.status = 'ACTIVE'
    and not exists (select 1 from activity_sheet_rows s where s.sheet_id = $1 and s.loan_number = l.loan_number)`;

/** Compares a lender's own list with our loans, both ways. */
export async function judgeExport(
  client: pg.PoolClient,
  sheet: { readonly id: string; readonly clientId: string },
): Promise<void> {
  const given = [sheet.id, sheet.clientId];
  await client.query(
    `delete from activity_sheet_rows where sheet_id = $1 and outcome = 'MISSING_THERE'`,
    [sheet.id],
  );
  // The rows were stored a moment ago and nothing is known of how many there are: a plan row by row would take forever.
  await client.query('set local enable_nestloop = off');
  await client.query(compare, given);
  await client.query(addMissing, given);
  await client.query('set local enable_nestloop = on');
}
