import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import { SAME_CALL_HOURS } from '../access/workable-loan.ts';
import { isNotSuperseded } from './disposition-rows-service.ts';

/**
 * Of the loan `l`: the newest call (JSON) that the actor began by hand while it had the loan, and whose outcome it owes
 * (workable-loan.ts takes it); null without one. Until then it may read this one loan, to record that: in no list, and nothing
 * that hangs on it.
 */
export const callOwedBy = (
  actor: Actor,
): SQL => sql`(select json_build_object('_id', d.id, 'dialledNumber', d.dialled_number) from dispositions d
  where d.loan_id = l.id and l.status <> 'DELETED' and d.agent_id = ${actor.userId} and d.channel = 'CALL'
    and d.code = ${CALL_STARTED} and d.recorded_at >= now() - make_interval(hours => ${SAME_CALL_HOURS})
    and ${isNotSuperseded} order by d.recorded_at desc, d.id desc limit 1)`;
