import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import { SAME_CALL_HOURS } from '../access/workable-loan.ts';
import { isNotSuperseded } from './disposition-rows-service.ts';

/**
 * Condition on `l`: the actor began a call by hand while it had the loan, and owes its outcome (workable-loan.ts takes it). Until
 * then it may read this one loan, to record that: in no list, and nothing that hangs on it.
 */
export const isOutcomeOwedBy = (
  actor: Actor,
): SQL => sql`(l.status <> 'DELETED' and exists (select 1 from dispositions d
  where d.loan_id = l.id and d.agent_id = ${actor.userId} and d.channel = 'CALL' and d.code = ${CALL_STARTED}
    and d.recorded_at >= now() - make_interval(hours => ${SAME_CALL_HOURS}) and ${isNotSuperseded}))`;
