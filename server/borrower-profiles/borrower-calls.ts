import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * Every call to one loan whose outcome is known, as rows (number, code, at): what agents recorded, and what the dialer
 * tried without ever reaching an agent. `number` is null where nobody noted which one was dialled.
 */
export const callsOfLoan = (loanId: string): SQL => sql`
  select coalesce(d.dialled_number, c.number) as number, d.code, d.recorded_at as at
  from dispositions d left join dialer_calls c on c.id = d.id
  where d.loan_id = ${loanId} and d.channel = 'CALL' and d.code <> 'CALL_STARTED'
  union all
  select c.number, case c.result when 'BUSY' then 'BUSY' when 'FAILED' then 'NOT_REACHABLE' else 'RINGING' end,
    coalesce(c.ended_at, c.placed_at)
  from dialer_calls c
  where c.loan_id = ${loanId} and c.source = 'ENGINE' and c.result in ('BUSY', 'NO_ANSWER', 'MACHINE', 'FAILED')
    and not exists (select 1 from dispositions d where d.id = c.id)`;

/** Condition on `k` (disposition codes): somebody was spoken to. */
export const isReached = sql`(k.disposition_class not in ('NOT_CONTACTED', 'SKIP'))`;

/** What makes two spellings of a phone number the same: their last ten digits. */
export const numberKey = (number: SQL): SQL =>
  sql`right(regexp_replace(${number}, '\\D', '', 'g'), 10)`;
