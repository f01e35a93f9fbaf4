import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { EarlierVisit } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';

/** What is told of an earlier visit `d`, to stand behind `select`; goes with `earlierVisitJoins`. */
export const earlierVisitColumns = sql`d.id as "dispositionId", d.recorded_at as "disCreatedAt", seen.id as "loanId",
    seen.loan_number as "Loan_ID", case when seen.id is not null then u.full_name end as "Agent_Name"`;

/** The joins that `earlierVisitColumns` needs behind `dispositions d`. */
export const earlierVisitJoins = (actor: Actor): SQL => sql`join users u on u.id = d.agent_id
    left join lateral (select l.id, l.loan_number from loans l
      where l.id = d.loan_id and ${loansVisibleTo(actor)}) seen on true`;

/** An earlier visit, its instant still PostgreSQL's text, and what is marked with it. */
export interface MarkRow extends EarlierVisit, Record<string, unknown> {
  markedId: string;
}

/** An earlier visit as it is told. */
export const toEarlierVisit = <Visit extends EarlierVisit>(visit: Visit): Visit => ({
  ...visit,
  disCreatedAt: isoInstant(visit.disCreatedAt),
});
