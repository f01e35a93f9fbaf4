import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { RuleInput } from '../../contract/allocation-rule.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, badInput } from '../errors.ts';
import { ruleCondition } from './rule-condition.ts';

const ROLE_OF = { COLLECTOR: 'COLLECTOR', FIELD: 'FIELD_AGENT', MANAGER: 'MANAGER' } as const;

/** All lists of a rule together. */
const MOST_VALUES = 60_000;

/**
 * Refuses what a rule can't say: 400 WRONG_CONDITION for values that don't fit their field, UNKNOWN_CLIENT; 422
 * WRONG_ASSIGNEE for people who are not there or of another kind.
 */
export async function refuseWrongRule(
  db: Db,
  { lenderId, spec }: RuleInput,
  zone: string,
): Promise<void> {
  const values = spec.conditions.reduce((sum, condition) => sum + condition.values.length, 0);
  if (values > MOST_VALUES)
    throw badInput(`A rule takes at most ${MOST_VALUES} values. Make two rules of it.`, [
      fieldProblem('conditions', 'too-many', { most: MOST_VALUES }),
    ]);
  const lists = spec.conditions.filter(({ is }) => is === 'in').map(({ field }) => field);
  const twice = lists.find((field, place) => lists.indexOf(field) !== place);
  if (twice !== undefined)
    throw badInput(
      `${twice}: put the two lists of this field into one.`,
      [fieldProblem('conditions', 'twice', { field: twice })],
      'WRONG_CONDITION',
    );
  // Made only to be checked: it reads every value.
  ruleCondition(spec, zone);
  if (lenderId !== null) {
    const found = await db.execute(sql`select 1 from clients where id = ${lenderId}`);
    if (found.rows.length === 0)
      throw badInput(
        'Choose a client from the list.',
        [fieldProblem('clientId', 'wrong-client')],
        'UNKNOWN_CLIENT',
      );
  }
  const wanted = [...new Set(spec.assigneeIds)];
  const people = await db.execute<{ count: number }>(sql`select count(*)::int as count from users
    where id = any(${sql.param(wanted)}::uuid[]) and role = ${ROLE_OF[spec.kind]} and deleted_at is null`);
  if ((people.rows[0]?.count ?? 0) !== wanted.length)
    throw againstRules(
      'WRONG_ASSIGNEE',
      'Someone named in the rule is not there any more or does another work. Choose again from the list.',
      [fieldProblem('assigneeIds', 'wrong-agent')],
    );
}
