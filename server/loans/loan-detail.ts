import { sql } from 'drizzle-orm';
import type { LoanDetail } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { contactFactsNow } from '../contact-gate/contact-facts-service.ts';
import type { Context } from '../context.ts';
import { callOwedBy } from '../dispositions/owed-call-service.ts';
import { notFound } from '../errors.ts';
import { loanColumns, loanJoins, otherColumnsFor, toLoan } from './loan-rows-service.ts';
import type { LoanRow } from './loan-rows-service.ts';

/** Who contacts borrowers, and so is told whether they may. */
const WORKERS: ReadonlySet<Role> = new Set([
  'COLLECTOR',
  'FIELD_AGENT',
  'MANAGER',
  'ADMIN',
  'SUPER_ADMIN',
]);

interface DetailRow extends LoanRow {
  other_columns: Record<string, string>;
  owed_call: LoanDetail['owedCall'] | null;
}

/**
 * One loan with the lender's unknown columns (spec 7.5). Throws 404 when there is none that the actor may see, or whose call it
 * still has to end.
 */
export async function getLoan(context: Context, actor: Actor, id: string): Promise<LoanDetail> {
  const result = await context.db
    .execute<DetailRow>(sql`select /* prepared */ ${loanColumns}, l.other_columns,
      case when ${loansVisibleTo(actor)} then null else ${callOwedBy(actor)} end as owed_call
    from loans l ${loanJoins} where l.id = ${id} and (${loansVisibleTo(actor)} or ${callOwedBy(actor)} is not null)`);
  const row = result.rows[0];
  if (!row) throw notFound('The loan');
  const { other_columns: otherColumns, owed_call: owedCall, ...loan } = row;
  const isWorker = WORKERS.has(actor.role);
  const facts = isWorker
    ? await contactFactsNow(context.db, [id], context.settings.businessTz)
    : null;
  const contactFacts = facts?.get(id);
  return {
    ...toLoan(loan, actor.role),
    otherColumns: otherColumnsFor(actor.role, otherColumns),
    ...(contactFacts && { contactFacts }),
    ...(owedCall && { owedCall }),
  };
}
