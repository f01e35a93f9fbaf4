import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { loansAtHandOf } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

/** A loan that the actor may see. */
export interface VisibleLoan extends Record<string, unknown> {
  readonly id: string;
  readonly client_id: string;
  readonly zone: string | null;
  /** The number that is called when none is named. */
  readonly number: string | null;
}

/** The loan with the zone its borrower lives in (null: the business zone). Throws 404 when the actor may not see it. */
export async function visibleLoan(db: Db, actor: Actor, loanId: string): Promise<VisibleLoan> {
  const { rows } = await db.execute<VisibleLoan>(sql`
    select l.id, l.client_id, coalesce(z.time_zone, p.time_zone) as zone,
      coalesce(nullif(l.mobile_number, ''), nullif(l.alternate_mobile_number, '')) as number
    from loans l left join contact_zones z on z.loan_id = l.id left join contact_policies p on p.client_id = l.client_id
    where l.id = ${loanId} and ${loansAtHandOf(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This loan');
  return row;
}
