import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { kindSchema } from '../../contract/allocation-rule.ts';
import type { RuleInput, RuleKind } from '../../contract/allocation-rule.ts';
import type { DryRun } from '../../contract/allocation-rule-answers.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { agentsNamedBy, readAgents } from './eligible-agents.ts';
import type { EligibleAgent } from './eligible-agents.ts';
import { refuseWrongRule } from './rule-checks.ts';
import { firstRuleThatTakes, ruleCondition } from './rule-condition.ts';
import { loadActiveRules, withLender } from './rule-sql-service.ts';
import type { ActiveRule } from './rule-sql-service.ts';

/** A million loans and twenty rules take some seconds; this is for ten times as many. */
const DRY_RUN_MS = 120_000;

/** Who has the loan `l` of each kind. */
export const HOLDER: Readonly<Record<RuleKind, SQL>> = {
  COLLECTOR: sql`l.collector_id`,
  FIELD: sql`l.field_agent_id`,
  MANAGER: sql`l.manager_id`,
};

const KINDS = kindSchema.options;

/** Reads with more time than a request has otherwise: one reading of all loans. */
export async function readAtLength<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${DRY_RUN_MS}`));
      // Compiling twenty rules takes longer than it spares.
      await tx.execute(sql`set local jit = off`);
      return read(tx);
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  );
}

/** A rule in force with those it names; rules of nobody take nothing and are passed over. */
interface StaffedRule extends ActiveRule {
  readonly agents: readonly EligibleAgent[];
}

/** The rules in force, each with whom it names. */
export async function readStaffedRules(
  db: Db,
  actor: Actor,
): Promise<{ version: number; rules: StaffedRule[] }> {
  const { version, rules } = await loadActiveRules(db);
  const agents = await readAgents(db, actor);
  const staffed = rules.map((rule) =>
    Object.assign({ agents: agentsNamedBy(rule.spec, agents) }, rule),
  );
  return { version, rules: staffed };
}

/** The rules of a kind that take loans, in their order: those that name somebody with room. */
export const takingRules = (rules: readonly StaffedRule[], kind: RuleKind): StaffedRule[] =>
  rules.filter(({ spec, agents }) => spec.kind === kind && roomOf(agents) !== 0);

interface TakenRow extends Record<string, unknown> {
  kind: number;
  place: number | null;
  loans: number;
  due: number;
  free_loans: number;
  free_due: number;
}

interface Share {
  loanCount: number;
  dueAmount: number;
  freeCount: number;
  freeDue: number;
}

const NOTHING: Share = { loanCount: 0, dueAmount: 0, freeCount: 0, freeDue: 0 };

const toShare = (row: TakenRow | undefined): Share =>
  row === undefined
    ? { ...NOTHING }
    : {
        loanCount: row.loans,
        dueAmount: row.due,
        freeCount: row.free_loans,
        freeDue: row.free_due,
      };

/** The column of the nth kind. */
const name = (what: 'place' | 'free', nth: number) => sql.identifier(`${what}${nth}`);

/** What the rules of each kind take, in one reading of the loans: a CASE per kind, summed up. */
async function readTaken(
  db: Db,
  actor: Actor,
  zone: string,
  asked: readonly { kind: RuleKind; rules: readonly StaffedRule[] }[],
): Promise<TakenRow[]> {
  if (asked.length === 0) return [];
  const columns = asked.map(
    ({ kind, rules }, at) =>
      sql`${firstRuleThatTakes(rules, zone)} as ${name('place', at)}, ${HOLDER[kind]} is null as ${name('free', at)}`,
  );
  const groups = asked.map((_, at) => sql`${name('place', at)}, ${name('free', at)}`);
  const kinds = asked.map(
    (_, at) => sql`(${at}::int, x.${name('place', at)}, x.${name('free', at)})`,
  );
  const { rows } = await db.execute<TakenRow>(sql`
    select k.kind, k.place, sum(x.loans)::bigint as loans, coalesce(sum(x.due), 0)::bigint as due,
      coalesce(sum(x.loans) filter (where k.is_free), 0)::bigint as free_loans,
      coalesce(sum(x.due) filter (where k.is_free), 0)::bigint as free_due
    from (select ${sql.join(groups, sql`, `)}, count(*) as loans, sum(t.due) as due
      from (select ${sql.join(columns, sql`, `)}, l.total_due_amount as due
        from loans l where l.status = 'ACTIVE' and ${loansVisibleTo(actor)}) t
      group by ${sql.join(groups, sql`, `)}) x
    cross join lateral (values ${sql.join(kinds, sql`, `)}) k(kind, place, is_free)
    group by 1, 2`);
  return rows;
}

/** How many active loans and rupees each rule in force would take in the present order, and what none of a kind takes. */
export async function dryRun(context: Context, actor: Actor): Promise<DryRun> {
  const zone = context.settings.businessTz;
  return readAtLength(context.db, async (tx) => {
    const { version, rules } = await readStaffedRules(tx, actor);
    const asked = KINDS.filter((kind) => rules.some(({ spec }) => spec.kind === kind)).map(
      (kind) => ({ kind, rules: takingRules(rules, kind) }),
    );
    const taken = await readTaken(tx, actor, zone, asked);
    const all = await tx.execute<{ loans: number; due: number }>(sql`
      select count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due
      from loans l where l.status = 'ACTIVE' and ${loansVisibleTo(actor)}`);
    const shareOf = (kind: RuleKind, id: string | null): Share => {
      const at = asked.findIndex((one) => one.kind === kind);
      const place = asked[at]?.rules.findIndex((rule) => rule.id === id) ?? -1;
      if (id !== null && place === -1) return { ...NOTHING };
      const wanted = id === null ? null : place;
      return toShare(taken.find((row) => row.kind === at && row.place === wanted));
    };
    return {
      version,
      loanCount: all.rows[0]?.loans ?? 0,
      dueAmount: all.rows[0]?.due ?? 0,
      rules: rules.map(({ id, name, spec, agents }) =>
        Object.assign(shareOf(spec.kind, id), {
          _id: id,
          name,
          kind: spec.kind,
          agentCount: agents.length,
          room: roomOf(agents),
        }),
      ),
      none: asked.map(({ kind }) => Object.assign(shareOf(kind, null), { kind })),
    };
  });
}

/** Loans that people still have room for; null: no limit. */
function roomOf(agents: readonly EligibleAgent[]): number | null {
  if (agents.some(({ capacity }) => capacity === null)) return null;
  return agents.reduce((sum, { capacity, held }) => sum + Math.max(0, (capacity ?? 0) - held), 0);
}

/** How many active loans fit what a rule says, whatever the other rules take. Throws 400, 422. */
export async function countFitting(
  context: Context,
  actor: Actor,
  { lenderId, spec }: Pick<RuleInput, 'lenderId' | 'spec'>,
): Promise<{ loanCount: number; dueAmount: number; freeCount: number; agentCount: number }> {
  const zone = context.settings.businessTz;
  await refuseWrongRule(context.db, { name: '', lenderId, spec }, zone);
  return readAtLength(context.db, async (tx) => {
    const lender = await tx.execute<{ name: string }>(
      sql`select name from clients where id = ${lenderId}`,
    );
    const where = ruleCondition(withLender(spec, lender.rows[0]?.name ?? null), zone);
    const { rows } = await tx.execute<{ loans: number; due: number; free: number }>(sql`
      select count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::bigint as due,
        (count(*) filter (where ${HOLDER[spec.kind]} is null))::int as free
      from loans l where l.status = 'ACTIVE' and ${loansVisibleTo(actor)} and ${where}`);
    const agents = agentsNamedBy(spec, await readAgents(tx, actor));
    return {
      loanCount: rows[0]?.loans ?? 0,
      dueAmount: rows[0]?.due ?? 0,
      freeCount: rows[0]?.free ?? 0,
      agentCount: agents.length,
    };
  });
}
