import type pg from 'pg';
import type { CallSheet } from '../../contract/call-sheet.ts';
import { loginNameText } from '../identity/account-service.ts';

/** A call of ours within this many seconds of the sheet's is the same call. */
const SAME_CALL_SECONDS = 60;

/** The worked loans of each number of the sheet; the borrower's own number and the other one count alike. */
const findLoans = `
  create temporary table sheet_loans on commit drop as
  with numbers as (select distinct number from call_sheet_rows
    where sheet_id = $1 and outcome not in ('FAILED', 'DUPLICATE'))
  select n.number, l.id as loan_id, l.collector_id
  from numbers n join loans l on right(regexp_replace(l.mobile_number, '\\D', '', 'g'), 10) = n.number
  where l.status = 'ACTIVE'
  union
  select n.number, l.id, l.collector_id
  from numbers n join loans l on right(regexp_replace(l.alternate_mobile_number, '\\D', '', 'g'), 10) = n.number
  where l.status = 'ACTIVE' and l.alternate_mobile_number is not null`;

/**
 * Whom a name means: a user name or e-mail address, else a full name that only one person has. Those who left made their
 * calls too; where a name is another's by now it means the one who is here.
 */
const findPeople = `
  create temporary table sheet_people on commit drop as
  with names as (select distinct agent, lower(agent) as name from call_sheet_rows where sheet_id = $1 and agent is not null)
  select n.agent, coalesce(
    (select u.id from users u where n.name in (${loginNameText('u.username')}, ${loginNameText('u.email')})
      order by u.deleted_at desc nulls first limit 1),
    (select (array_agg(u.id order by u.deleted_at desc nulls first))[1] from users u where lower(u.full_name) = n.name
      having 1 in (count(*), count(*) filter (where u.deleted_at is null)))) as agent_id
  from names n`;

/** The calls of ours that a row may tell of without their call id: to its number at its time, by the agent that it names. */
const findPairs = `
  create temporary table sheet_pairs on commit drop as
  select r.row, p.agent_id is null as names_nobody, k.* from call_sheet_rows r left join sheet_people p on p.agent = r.agent
    cross join lateral (
      select k.id as call_id, k.agent_id, k.source, k.record_link is not null as has_link,
        abs(extract(epoch from k.placed_at - r.placed_at)) as apart
      from dialer_calls k
      where k.number in (r.number, '91' || r.number, '+91' || r.number, '0' || r.number) and k.external_id is null
        and k.source <> 'SHEET' and coalesce(k.agent_id = p.agent_id, true)
        and k.placed_at between r.placed_at - interval '${SAME_CALL_SECONDS} seconds'
          and r.placed_at + interval '${SAME_CALL_SECONDS} seconds') k
  where r.sheet_id = $1 and r.outcome not in ('FAILED', 'DUPLICATE')
    and not exists (select 1 from dialer_calls x where x.external_id = r.external_id)`;

/** Whose call a row that names nobody tells of is not known where several agents dialled. */
const dropUnclear = `
  delete from sheet_pairs where row in (select p.row from sheet_pairs p where p.names_nobody
    group by p.row having count(distinct coalesce(p.agent_id::text, '')) > 1)`;

const makeCalls = `create temporary table sheet_calls on commit drop as
  select row, call_id, source, has_link from sheet_pairs with no data`;

/**
 * Pairs the rows and calls that are the nearest to each other of those that are left: a call is one row's and a row one call's.
 * Once more, a row whose nearest call is another's takes the next one: where a number was dialled again within the minute, a
 * sheet without seconds tells all its tries of one time.
 */
const pairNearest = `
  insert into sheet_calls
  select row, call_id, source, has_link from (
    select *, row_number() over (partition by row order by apart, call_id) as of_row,
      row_number() over (partition by call_id order by apart, row) as of_call
    from sheet_pairs) pairs
  where of_row = 1 and of_call = 1`;

const dropPaired = `
  delete from sheet_pairs p using sheet_calls c where c.row = p.row;
  delete from sheet_pairs p using sheet_calls c where c.call_id = p.call_id`;

const decide = `
  with judged as (
    select r.row, p.agent_id, coalesce(known.id, near.call_id) as call_id, coalesce(known.source, near.source) as source,
      case when known.id is null then near.has_link else known.record_link is not null end as has_link,
      case when one.loans = 1 then one.loan_id when own.loans = 1 then own.loan_id end as loan_id,
      coalesce(one.loans, 0) as loans
    from call_sheet_rows r left join sheet_people p on p.agent = r.agent
      left join lateral (select count(*) as loans, (array_agg(s.loan_id))[1] as loan_id from sheet_loans s
        where s.number = r.number) one on true
      left join lateral (select count(*) as loans, (array_agg(s.loan_id))[1] as loan_id from sheet_loans s
        where s.number = r.number and s.collector_id = p.agent_id) own on true
      left join dialer_calls known on known.external_id = r.external_id
      left join sheet_calls near on near.row = r.row
    where r.sheet_id = $1 and r.outcome not in ('FAILED', 'DUPLICATE'))
  update call_sheet_rows r set agent_id = j.agent_id, loan_id = j.loan_id, call_id = j.call_id,
    outcome = case
      when j.source = 'SHEET' then 'KNOWN'
      when j.call_id is not null and (j.has_link or r.record_link is null) then 'KNOWN'
      when j.call_id is not null then 'COMPLETES'
      when j.loans = 0 then 'NO_LOAN'
      when j.loan_id is null then 'AMBIGUOUS'
      when r.agent is not null and j.agent_id is null then 'UNKNOWN_AGENT'
      else 'READY' end
  from judged j where r.sheet_id = $1 and r.row = j.row`;

/**
 * Decides what becomes of each row of a sheet, as loans, people and calls stand now. Returns the rows by outcome. In the
 * caller's transaction; nothing of people's work is locked.
 */
export async function judgeCalls(
  client: pg.PoolClient,
  sheetId: string,
): Promise<CallSheet['counts']> {
  await client.query('drop table if exists sheet_loans, sheet_people, sheet_pairs, sheet_calls');
  await client.query(findLoans, [sheetId]);
  await client.query('create index on sheet_loans (number)');
  await client.query(findPeople, [sheetId]);
  await client.query('analyze sheet_loans; analyze sheet_people; analyze call_sheet_rows');
  await client.query(findPairs, [sheetId]);
  await client.query(dropUnclear);
  await client.query(makeCalls);
  while ((await client.query(pairNearest)).rowCount !== 0) await client.query(dropPaired);
  await client.query('analyze sheet_calls');
  await client.query(decide, [sheetId]);
  const { rows } = await client.query<{ outcome: string; rows: number }>(
    'select outcome, count(*)::int as rows from call_sheet_rows where sheet_id = $1 group by outcome',
    [sheetId],
  );
  return Object.fromEntries(rows.map(({ outcome, rows: count }) => [outcome, count]));
}
