import { FIELD_COLUMNS } from './import-columns.ts';

/** Columns of a loan that a file may change: all but the number it is known by. */
const changeable = FIELD_COLUMNS.filter((column) => column !== 'loan_number');

/** A file that names a recalled or expired loan brings it back to work; a paid one stays paid. */
const comesBack = `l.status in ('WITHDRAWN', 'EXPIRED')`;

const differs = [
  comesBack,
  ...changeable.map(
    (column) => `(s.${column} is not null and s.${column} is distinct from l.${column})`,
  ),
  `(s.other_columns is not null and not l.other_columns @> s.other_columns)`,
].join(' or ');

/** A UUID version 7, on every PostgreSQL from 15 on. */
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** $1 import, $2 client: tells new loans, updates and unchanged rows apart; refused rows and duplicates stay. */
export const setOutcomes = `
  update loan_import_rows s set outcome = case when ${differs} then 'UPDATE' else 'UNCHANGED' end
    from loans l
   where s.import_id = $1 and s.outcome in ('NEW', 'UPDATE', 'UNCHANGED')
     and l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED'
     and s.outcome is distinct from case when ${differs} then 'UPDATE' else 'UNCHANGED' end`;

/** $1 import, $2 client: rows whose loan is no longer there are new ones. */
export const resetOutcomes = `
  update loan_import_rows s set outcome = 'NEW'
   where s.import_id = $1 and s.outcome in ('UPDATE', 'UNCHANGED') and not exists
     (select 1 from loans l where l.client_id = $2 and l.loan_number = s.loan_number and l.status <> 'DELETED')`;

/** $1 import: how many rows of each outcome. */
export const countOutcomes = `
  select outcome, count(*)::int as count from loan_import_rows where import_id = $1 group by outcome`;

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

/** Same parameters as `insertLoans`: an empty cell leaves the stored value; allocation and dispositions are not touched. */
export const updateLoans = `
  update loans l set batch_no = $3, first_batch_no = coalesce(l.first_batch_no, l.batch_no),
         period_ends_on = coalesce($6::date, l.period_ends_on),
         ${changeable.map((column) => `${column} = coalesce(s.${column}, l.${column})`).join(', ')},
         other_columns = l.other_columns || coalesce(s.other_columns, '{}'::jsonb)
    from loan_import_rows s
   where ${rowRange} and s.outcome = 'UPDATE' and l.client_id = $2 and l.loan_number = s.loan_number
     and l.status <> 'DELETED'`;

/** $1 import, $2 client: the loans that the file brings back. */
export const loansComingBack = `
  select l.id from loan_import_rows s join loans l on l.client_id = $2 and l.loan_number = s.loan_number
   where s.import_id = $1 and s.outcome = 'UPDATE' and ${comesBack}`;

/** $1 import, $2 client, $3 last day of the lender's allocation: loans that the file leaves as they are get it too. */
export const prolongUnchanged = `
  update loans l set period_ends_on = $3::date from loan_import_rows s
   where s.import_id = $1 and s.outcome = 'UNCHANGED' and l.client_id = $2 and l.loan_number = s.loan_number
     and l.status = 'ACTIVE' and l.period_ends_on is distinct from $3::date`;
