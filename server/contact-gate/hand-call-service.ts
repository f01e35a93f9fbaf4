import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** A call by hand without an outcome is over after so long: its outcome may never come. */
const CALL_BY_HAND_MINUTES = 10;

/**
 * Condition: somebody, other than `exceptId`, began a call to the loan or the number at a desk or phone, and has not said yet
 * what came of it.
 */
export const calledByHand = (
  loanId: SQL,
  number: SQL,
  exceptId: string | null = null,
): SQL => sql`exists (select 1 from contact_attempts g
  where (g.loan_id = ${loanId} or g.number = ${number}) and g.channel = 'CALL' and g.decision <> 'REFUSED'
    and g.at > now() - make_interval(mins => ${CALL_BY_HAND_MINUTES}) and (g.agent_id = ${exceptId}::uuid) is not true
    and not exists (select 1 from dispositions o where o.id = g.id and o.code <> 'CALL_STARTED'))`;
