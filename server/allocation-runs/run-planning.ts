import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type { RunReason } from '../../contract/allocation-run.ts';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { JobWord } from '../../contract/job-words.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import {
  agentsNamedBy,
  loadActiveRules,
  readAgents,
} from '../allocation-rules/rule-sql-service.ts';
import type { ActiveRule, EligibleAgent } from '../allocation-rules/rule-sql-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { trySessionLock } from '../database/locks.ts';
import { actorOfUser } from '../identity/actor-service.ts';
import { holderOf } from './allocatable.ts';
import { Dealer } from './dealing.ts';
import type { Dealt, Hand } from './dealing.ts';
import { cardsOf, layCards, leaveRest, passOn, writePlan } from './plan-cards.ts';
import type { CardOrder, Group, NumberedCard, NumberedDeal } from './plan-cards.ts';
import { PlanFigures } from './plan-figures.ts';
import type { AgentBefore } from './plan-figures.ts';
import { findRun } from './run-record.ts';
import type { RunRecord } from './run-record.ts';

/** A run was dropped while it was planned. */
class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
}

/** Why a run can't be planned, in words for a person. */
export class RunProblem extends Error {
  override readonly name = 'RunProblem';

  constructor(word: JobWord) {
    super(JOB_WORDS[word]);
  }
}

/** What a plan is made on: the planning connection, the loans and who takes part. */
interface Planning {
  readonly context: Context;
  readonly db: Db;
  readonly runId: string;
  readonly order: CardOrder;
  readonly hands: ReadonlyMap<string, Hand>;
  readonly figures: PlanFigures;
  readonly signal: AbortSignal;
}

async function noteProgress({ context, runId }: Planning, done: number): Promise<void> {
  const { rowCount } = await context.db.execute(sql`
    update allocation_runs set done_loans = ${done} where id = ${runId} and state = 'PLANNING'`);
  if (rowCount === 0) throw new RunCancelled();
}

/** Loans that people of the kind have, as far as the actor sees them. */
async function readBefore(
  db: Db,
  actor: Actor,
  kind: AutoAllocationSpec['kind'],
  agents: readonly EligibleAgent[],
): Promise<AgentBefore[]> {
  const { rows } = await db.execute<{ id: string; loans: number; due: number }>(sql`
    select ${holderOf[kind]} as id, count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::float8 as due
    from loans l where l.status = 'ACTIVE' and ${holderOf[kind]} is not null and ${loansVisibleTo(actor)} group by 1`);
  const found = new Map(rows.map((row) => [row.id, row]));
  return agents.map(({ id, fullName, capacity }) => ({
    id,
    fullName,
    capacity,
    nowLoans: found.get(id)?.loans ?? 0,
    nowDue: found.get(id)?.due ?? 0,
  }));
}

function makeHands(spec: AutoAllocationSpec, agents: readonly EligibleAgent[]): Map<string, Hand> {
  return new Map(
    agents.map((agent) => [
      agent.id,
      {
        id: agent.id,
        managerId: agent.managerId,
        capacity: spec.respectsCapacity ? agent.capacity : null,
        languages: agent.languages,
        products: agent.products,
        pincodes: agent.pincodes,
        load: agent.held,
      },
    ]),
  );
}

/** The groups in the order in which they are dealt: each rule, then the rest. */
function groupsOf(
  spec: AutoAllocationSpec,
  rules: readonly ActiveRule[],
  agents: readonly EligibleAgent[],
  hands: ReadonlyMap<string, Hand>,
): Group[] {
  const handsOf = (named: Pick<AutoAllocationSpec, 'kind' | 'assigneeIds'>) =>
    agentsNamedBy(named, agents).flatMap(({ id }) => hands.get(id) ?? []);
  const byRules = rules.map((rule, rulePlace) => ({
    rulePlace,
    ruleId: rule.id,
    hands: handsOf(rule.spec),
    way: { ...rule.spec, prefersNear: false },
  }));
  if (spec.onlyRules) return byRules;
  const way = {
    ...spec,
    prefersNear: spec.prefersNear && spec.kind === 'FIELD',
    matchesSkills: false,
  };
  return [...byRules, { rulePlace: null, ruleId: null, hands: handsOf(spec), way }];
}

/** What a group's dealing comes to: a rule's loans are its own, unless they went to who had them last. */
function settle(group: Group, dealt: Dealt): Dealt {
  if (dealt.hand === null || group.ruleId === null || dealt.reason === 'STICKY') return dealt;
  return { hand: dealt.hand, reason: 'RULE' };
}

/** Deals a piece of a group: what is settled and what the rule leaves to the next. */
function dealPiece(
  { figures }: Planning,
  group: Group,
  dealer: Dealer,
  cards: readonly NumberedCard[],
): { settled: NumberedDeal[]; left: NumberedDeal[] } {
  const settled: NumberedDeal[] = [];
  const left: NumberedDeal[] = [];
  for (const card of cards) {
    const dealt = settle(group, dealer.deal(card));
    const deal = { ...dealt, number: card.number };
    if (group.rulePlace !== null && dealt.hand === null && dealt.reason !== 'STAYS')
      left.push(deal);
    else {
      settled.push(deal);
      figures.note(card, dealt, group.ruleId);
    }
  }
  return { settled, left };
}

/** Deals one group and returns how many loans are dealt with for good. */
async function dealGroup(planning: Planning, group: Group, doneBefore: number): Promise<number> {
  const { db, runId, order, signal } = planning;
  const dealer = new Dealer(group.hands, group.way, planning.hands);
  let done = 0;
  for await (const cards of cardsOf(db, group)) {
    signal.throwIfAborted();
    const { settled, left } = dealPiece(planning, group, dealer, cards);
    await writePlan(db, runId, group, settled);
    if (group.rulePlace !== null) await passOn(db, order, group.rulePlace, left);
    done += settled.length;
    await noteProgress(planning, doneBefore + done);
  }
  return done;
}

async function dealAll(planning: Planning, groups: readonly Group[], total: number): Promise<void> {
  let done = 0;
  for (const group of groups) done += await dealGroup(planning, group, done);
  if (!planning.order.spec.onlyRules) return;
  for (const { reason, loans, due } of await leaveRest(planning.db, planning.runId))
    planning.figures.noteLeft(reason as RunReason, loans, due);
  await noteProgress(planning, total);
}

async function finish(
  { db, runId, figures, order }: Planning,
  version: number | null,
): Promise<void> {
  const { byRules, byRest } = figures.given;
  const whole = figures.summary(order.rules);
  // The names of the other lenders' rules, which take none of its loans, are not for a lender's admin or a manager.
  const summary = isAdmin(order.actor)
    ? whole
    : { ...whole, rules: whole.rules.filter(({ loans }) => loans > 0) };
  await db.execute(sql`analyze allocation_run_loans`);
  await db.execute(sql`update allocation_runs set state = 'PLANNED', done_loans = total_loans, rule_version = ${version},
      taken_by_rules = ${byRules}, shared_out = ${byRest}, left_over = ${figures.leftOver},
      summary = ${JSON.stringify(summary)}::jsonb
    where id = ${runId} and state = 'PLANNING'`);
}

async function makePlan(
  context: Context,
  db: Db,
  { wire, createdById, clientId }: RunRecord,
  signal: AbortSignal,
): Promise<void> {
  const { _id: runId, spec } = wire;
  const actor = await actorOfUser(db, createdById);
  if (actor?.clientId !== clientId) throw new RunProblem('run-of-nobody');
  const inForce = spec.usesRules || spec.onlyRules ? await loadActiveRules(db) : null;
  const rules = (inForce?.rules ?? []).filter((rule) => rule.spec.kind === spec.kind);
  const agents = (await readAgents(db, actor)).filter(({ kind }) => kind === spec.kind);
  const hands = makeHands(spec, agents);
  const figures = new PlanFigures(await readBefore(db, actor, spec.kind, agents));
  const order: CardOrder = { actor, spec, rules, zone: context.settings.businessTz };
  await db.execute(sql`delete from allocation_run_loans where run_id = ${runId}`);
  const total = await layCards(db, order);
  const planning: Planning = { context, db, runId, order, hands, figures, signal };
  await db.execute(sql`update allocation_runs set total_loans = ${total} where id = ${runId}`);
  await dealAll(planning, groupsOf(spec, rules, agents, hands), total);
  await finish(planning, inForce?.version ?? null);
}

/**
 * Plans a run. Its loans are dealt on a table of this connection alone, in small transactions: a long one would keep
 * every phone's pull from what changed since (docs/architecture.md, "What the pull rests on"). A plan that is cut off is
 * begun anew; what changes meanwhile is noticed by the loans' revisions when it is carried out. Does nothing when
 * another process is at it. Throws a RunProblem that a person is told.
 */
export async function planRun(context: Context, runId: string, signal: AbortSignal): Promise<void> {
  const client = await context.database.pool.connect();
  try {
    if (!(await trySessionLock(client, 'runPlan', runId))) return;
    await client.query(`set statement_timeout = 0; set work_mem = '64MB'`);
    const db = drizzle({ client });
    const record = await findRun(db, runId);
    if (record?.wire.state === 'PLANNING') await makePlan(context, db, record, signal);
  } catch (error) {
    if (!(error instanceof RunCancelled)) throw error;
  } finally {
    // Ending the connection drops its table and gives the lock back.
    client.release(true);
  }
}
