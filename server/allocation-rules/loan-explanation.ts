import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { kindSchema, PAST_RESULTS } from '../../contract/allocation-rule.ts';
import type { RuleKind } from '../../contract/allocation-rule.ts';
import type { LoanExplanation } from '../../contract/allocation-rule-answers.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { readAtLength, readStaffedRules } from './dry-run.ts';
import { suitsSkills } from './eligible-agents.ts';
import type { EligibleAgent } from './eligible-agents.ts';
import { loanFacts } from './loan-facts.ts';
import type { LoanFacts } from './loan-facts.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { conditionHolds } from './rule-condition.ts';
import { borrowerOf, ruleField } from './rule-fields.ts';

type Staffed = Awaited<ReturnType<typeof readStaffedRules>>['rules'][number];
type Explained = LoanExplanation['rules'][number];

interface LoanRow extends LoanFacts, Record<string, unknown> {
  status: string;
  holder_names: Record<RuleKind, string | null>;
}

interface AnswersRow extends Record<string, unknown> {
  holds: boolean[];
  values: (string | null)[];
}

/** Most values of a condition that are told; a list of pincodes has thousands. */
const TOLD_VALUES = 20;
const TOLD_AGENTS = 10;
const MOST_MATCHES = 10;

/** The loan's value of a field as people read it: days since as a count, past results as their best class. */
function valueText(name: string, zone: string): SQL {
  const { kind, value } = ruleField(name);
  if (kind === 'daysSince')
    return sql`((now() at time zone ${zone}::text)::date - (${value} at time zone ${zone}::text)::date)::text`;
  if (kind === 'pastResult')
    return sql`(select pd.disposition_class from loans pl join dispositions pd on pd.loan_id = pl.id
      where ${borrowerOf('pl')} = ${borrowerOf('l')} and pd.code <> 'CALL_STARTED'
      order by array_position(${sql.param([...PAST_RESULTS])}::text[], pd.disposition_class) limit 1)`;
  return sql`(${value})::text`;
}

async function findLoans(db: Db, actor: Actor, number: string): Promise<LoanRow[]> {
  const { rows } = await db.execute<LoanRow>(sql`
    select ${loanFacts}, l.status,
      jsonb_build_object('COLLECTOR', lco.full_name, 'FIELD', lfa.full_name, 'MANAGER', lma.full_name) as holder_names
    from clients c join loan_keys k on k.client_id = c.id and upper(k.loan_number) = ${sameLoanNumber(number)}
        and k.status <> 'DELETED'
      join loans l on l.id = k.id
    left join users lco on lco.id = l.collector_id left join users lfa on lfa.id = l.field_agent_id
    left join users lma on lma.id = l.manager_id
    where ${loansVisibleTo(actor)} order by c.name limit ${MOST_MATCHES}`);
  return rows;
}

/** Which conditions hold for a loan and what its values are, each condition of each rule in order. */
async function readAnswers(
  db: Db,
  loanId: string,
  rules: readonly Staffed[],
  zone: string,
): Promise<AnswersRow> {
  const conditions = rules.flatMap(({ spec }) => spec.conditions);
  if (conditions.length === 0) return { holds: [], values: [] };
  const holds = conditions.map((condition) => sql`${conditionHolds(condition, zone)} is true`);
  const values = conditions.map(({ field }) => valueText(field, zone));
  const { rows } = await db.execute<AnswersRow>(sql`
    select array[${sql.join(holds, sql`, `)}] as holds, array[${sql.join(values, sql`, `)}]::text[] as values
    from loans l where l.id = ${loanId}`);
  return rows[0] ?? { holds: [], values: [] };
}

/** Of these people those whose skills suit the loan. */
async function suitedAgents(
  db: Db,
  loanId: string,
  agents: readonly EligibleAgent[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select u.id from unnest(${sql.param(agents.map(({ id }) => id))}::uuid[]) u(id)
    left join agent_skills a on a.user_id = u.id
    join loans l on l.id = ${loanId} where ${suitsSkills}`);
  return new Set(rows.map(({ id }) => id));
}

/** Who had the loan last, by kind. */
async function lastHolders(db: Db, loanId: string): Promise<Map<RuleKind, string>> {
  const { rows } = await db.execute<{ kind: RuleKind; id: string }>(sql`
    select distinct on (a.kind) a.kind, a.assignee_id as id from allocations a where a.loan_id = ${loanId}
    order by a.kind, a.allocated_at desc, a.id desc`);
  return new Map(rows.map(({ kind, id }) => [kind, id]));
}

/** Who could take a loan by a rule: those with room, whose skills suit it when the rule asks for that. */
async function takersOf(
  db: Db,
  loanId: string,
  rule: Staffed,
  last: string | undefined,
): Promise<Pick<Explained, 'agents' | 'agentCount'>> {
  const suited = rule.spec.matchesSkills ? await suitedAgents(db, loanId, rule.agents) : null;
  const able = rule.agents.filter(
    ({ id, capacity, held }) =>
      (suited === null || suited.has(id)) && (capacity === null || held < capacity),
  );
  const place = ({ id }: EligibleAgent) => (rule.spec.isSticky && id === last ? 0 : 1);
  const agents = [...able]
    .sort((left, right) => place(left) - place(right) || left.held - right.held)
    .slice(0, TOLD_AGENTS)
    .map(({ id, fullName, held, capacity }) => ({
      _id: id,
      fullName,
      held,
      capacity,
      hadItLast: rule.spec.isSticky && id === last,
    }));
  return { agents, agentCount: able.length };
}

/** What came out of a rule's conditions for the loan, as it is told: a long list only by its first values. */
function toldConditions(
  { spec }: Staffed,
  answers: AnswersRow,
  from: number,
): Explained['conditions'] {
  return spec.conditions.map(({ field, is, values }, place) => ({
    field,
    is,
    values: values.slice(0, TOLD_VALUES),
    valueCount: values.length,
    value: answers.values[from + place] ?? null,
    holds: answers.holds[from + place] ?? false,
  }));
}

async function explainRules(
  db: Db,
  loanId: string,
  rules: readonly Staffed[],
  zone: string,
): Promise<Explained[]> {
  const answers = await readAnswers(db, loanId, rules, zone);
  const last = await lastHolders(db, loanId);
  const taken = new Set<RuleKind>();
  const explained: Explained[] = [];
  let from = 0;
  for (const [place, rule] of rules.entries()) {
    const { kind, spread } = rule.spec;
    const conditions = toldConditions(rule, answers, from);
    from += conditions.length;
    const takers = await takersOf(db, loanId, rule, last.get(kind));
    const outcome = outcomeOf(
      conditions.every(({ holds }) => holds),
      taken.has(kind),
      takers.agentCount,
    );
    if (outcome === 'TAKES') taken.add(kind);
    const { id: _id, name } = rule;
    explained.push({
      _id,
      name,
      position: place + 1,
      kind,
      spread,
      outcome,
      conditions,
      ...takers,
    });
  }
  return explained;
}

function outcomeOf(fits: boolean, isTaken: boolean, agentCount: number): Explained['outcome'] {
  if (!fits) return 'NOT';
  if (isTaken) return 'LATER';
  return agentCount === 0 ? 'NOBODY' : 'TAKES';
}

async function explainOne(
  db: Db,
  loan: LoanRow,
  rules: readonly Staffed[],
  zone: string,
): Promise<LoanExplanation> {
  return {
    loan,
    rules: await explainRules(db, loan._id, rules, zone),
    holders: kindSchema.options.flatMap((kind) => {
      const fullName = loan.holder_names[kind];
      return fullName === null ? [] : [{ kind, fullName }];
    }),
  };
}

/**
 * Why a loan goes where it goes: each rule in force, each condition, whether it holds, and who could get it. Several
 * lenders may have a loan of the same number. Throws 404.
 */
export async function explainLoan(
  context: Context,
  actor: Actor,
  number: string,
): Promise<{ data: LoanExplanation[] }> {
  const zone = context.settings.businessTz;
  return readAtLength(context.db, async (tx) => {
    const loans = await findLoans(tx, actor, number);
    if (loans.length === 0) throw notFound('A loan with this number');
    const { rules } = await readStaffedRules(tx, actor);
    const data: LoanExplanation[] = [];
    for (const loan of loans) data.push(await explainOne(tx, loan, rules, zone));
    return { data };
  });
}
