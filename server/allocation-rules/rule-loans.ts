import { sql } from 'drizzle-orm';
import type { RuleKind } from '../../contract/allocation-rule.ts';
import type { RuleLoan } from '../../contract/allocation-rule-answers.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { allOf, countRows, pageLimit } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';
import { HOLDER, readAtLength, readStaffedRules, takingRules } from './dry-run.ts';
import { loanFacts } from './loan-facts.ts';
import type { LoanFacts } from './loan-facts.ts';
import { firstRuleThatTakes } from './rule-condition.ts';

/** Which loans are asked for: of a rule, or without one those that no rule of the kind takes. */
interface RuleLoansQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly ruleId?: string | undefined;
  readonly kind: RuleKind;
  readonly free: 'yes' | 'no';
  readonly search?: string | undefined;
}

interface LoanRow extends LoanFacts, Record<string, unknown> {
  holderName: string | null;
}

/** A page of the active loans that a rule takes now. Throws 404 for a rule that is not in force. */
export async function listRuleLoans(
  context: Context,
  actor: Actor,
  query: RuleLoansQuery,
): Promise<Page<RuleLoan>> {
  const { page, pageSize, ruleId, free, search } = query;
  return readAtLength(context.db, async (tx) => {
    const { rules } = await readStaffedRules(tx, actor);
    const rule = rules.find(({ id }) => id === ruleId);
    if (ruleId !== undefined && !rule) throw notFound('This rule');
    const kind = rule?.spec.kind ?? query.kind;
    const taking = takingRules(rules, kind);
    const place = taking.findIndex(({ id }) => id === ruleId);
    // What stands behind the rule in the order can't take the loan from it.
    const asked = place === -1 ? taking : taking.slice(0, place + 1);
    const first = firstRuleThatTakes(asked, context.settings.businessTz);
    const isTaken = ruleId === undefined ? sql`${first} is null` : sql`${first} = ${place}::int`;
    const where = allOf([
      sql`l.status = 'ACTIVE'`,
      loansVisibleTo(actor),
      ...(free === 'yes' ? [sql`${HOLDER[kind]} is null`] : []),
      ...loanFilterConditions({ search }, actor.role),
      isTaken,
    ]);
    const totalCount = await countRows(tx, sql`loans l where ${where}`);
    const { rows } = await tx.execute<LoanRow>(sql`
      select ${loanFacts}, holder.full_name as "holderName"
      from (select l.id from loans l where ${where} order by l.id ${pageLimit({ page, pageSize })}) chosen
      join loans l on l.id = chosen.id join clients c on c.id = l.client_id
      left join users holder on holder.id = ${HOLDER[kind]} order by l.id`);
    return { data: rows, totalCount, page, pageSize };
  });
}
