import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanChoice } from '../../contract/loan-closure.ts';
import type { Actor } from '../access/actor.ts';
import { loansInReachOf, loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules, notFound } from '../errors.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';

/** The largest number of loans that one filter may end or extend at once. */
const MOST_MATCHING = 100_000;

/** Condition on `l`: the loans of a choice. Those named may have been deleted already: a repeat changes nothing. */
function chosenLoans(actor: Actor, choice: LoanChoice): SQL {
  if ('loanIds' in choice)
    return allOf([sql`l.id = any(${sql.param(choice.loanIds)}::uuid[])`, loansInReachOf(actor)]);
  // The instant came cut to the millisecond: loans of that very millisecond were on the list.
  const wasThere = sql`l.created_at < ${choice.asOf}::timestamptz + interval '1 millisecond'`;
  return allOf([
    loansVisibleTo(actor),
    wasThere,
    ...loanFilterConditions(choice.matching, actor.role),
  ]);
}

/**
 * The loans of a choice by id. Throws 404 when a named one is not there for the actor, 422 TOO_MANY when a filter matches
 * more than can be done at once.
 */
export async function chooseLoans(db: Db, actor: Actor, choice: LoanChoice): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select l.id from loans l where ${chosenLoans(actor, choice)} order by l.id limit ${MOST_MATCHING + 1}`,
  );
  if (rows.length > MOST_MATCHING)
    throw againstRules('TOO_MANY', `Narrow the filter to at most ${MOST_MATCHING} loans.`);
  if ('loanIds' in choice) {
    const named = new Set(choice.loanIds.map((id) => id.toLowerCase()));
    if (rows.length < named.size) throw notFound('A loan of the list');
  }
  return rows.map(({ id }) => id);
}
