import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type { Actor } from '../access/actor.ts';
import { firstRuleThatTakes, loanLanguage } from '../allocation-rules/rule-sql-service.ts';
import type { ActiveRule } from '../allocation-rules/rule-sql-service.ts';
import type { Db } from '../database/connection.ts';
import { allocatable, holderOf } from './allocatable.ts';
import type { Card, DealWay, Dealt, Hand } from './dealing.ts';
import { dealingNumber } from './dealing-order.ts';

/*
 * The loans of a run while it is planned: a table of the planning connection alone, numbered in the order in which loans
 * are given out, each with the first rule that takes it. Only what the dealing needs leaves the database, in pieces.
 */

/** Loans dealt between two looks at whether to go on. */
const PIECE = 10_000;

/** A loan to be dealt, by its number. */
export interface NumberedCard extends Card {
  readonly number: number;
}

/** What the cards are made from. */
export interface CardOrder {
  readonly actor: Actor;
  readonly spec: AutoAllocationSpec;
  readonly rules: readonly ActiveRule[];
  readonly zone: string;
}

const needs = ({ spec, rules }: CardOrder) => ({
  last: spec.isSticky || rules.some((rule) => rule.spec.isSticky),
  skills: rules.some((rule) => rule.spec.matchesSkills),
});

const lastHolder = (
  kind: AutoAllocationSpec['kind'],
): SQL => sql`(select a.assignee_id from allocations a
  where a.loan_id = l.id and a.kind = ${kind} order by a.allocated_at desc, a.id desc limit 1)`;

/** Puts the loans of a run on the table and returns how many they are. */
export async function layCards(db: Db, order: CardOrder): Promise<number> {
  const { actor, spec, rules, zone } = order;
  const { last, skills } = needs(order);
  await db.execute(sql`create temporary table allocation_cards (number int not null, loan_id uuid not null,
    revision int not null, due bigint not null, rule_place int, holder_id uuid, last_id uuid, collector_id uuid,
    manager_id uuid, field_agent_id uuid, visit_date date, product text, pincode text, language text, left_reason text)`);
  const { rank, number } = await dealingNumber(db);
  await db.execute(sql`insert into allocation_cards
    select ${number}, q.id, q.revision, q.due, q.rule_place, q.holder_id, q.last_id, q.collector_id, q.manager_id,
      q.field_agent_id, q.visit_date, q.product, q.pincode, q.language, null
    from (select ${rank} as rank, l.id, l.revision, coalesce(l.total_due_amount, 0) as due,
        ${firstRuleThatTakes(rules, zone)} as rule_place, ${holderOf[spec.kind]} as holder_id,
        ${last ? lastHolder(spec.kind) : sql`null::uuid`} as last_id, l.collector_id, l.manager_id, l.field_agent_id,
        l.visit_date, ${skills ? sql`lower(l.product)` : sql`null::text`} as product, l.pincode,
        ${skills ? loanLanguage : sql`null::text`} as language
      from loans l where ${allocatable(actor, spec)}) q`);
  await db.execute(sql`create unique index allocation_cards_number on allocation_cards (number)`);
  await db.execute(sql`analyze allocation_cards`);
  const { rows } = await db.execute<{ loans: number }>(
    sql`select count(*)::int as loans from allocation_cards`,
  );
  return rows[0]?.loans ?? 0;
}

/** What one rule's loans, or the rest (`rulePlace` null), are dealt to and how. */
export interface Group {
  readonly rulePlace: number | null;
  readonly ruleId: string | null;
  readonly hands: readonly Hand[];
  readonly way: DealWay;
}

/** How many more loans the hands can take; null: any number. */
function roomOf(hands: readonly Hand[]): number | null {
  let room = 0;
  for (const { capacity, load } of hands) {
    if (capacity === null) return null;
    room += Math.max(0, capacity - load);
  }
  return room;
}

/**
 * Who had it last comes first, then the sorting rule. For equal amounts the largest dues are dealt first, so that the
 * small ones even the sums out: of those that there is room for.
 */
function groupOrder({ hands, way }: Group): SQL {
  const ids = sql.param(hands.map((hand) => hand.id));
  const isSticky = sql`coalesce(c.last_id = any(${ids}::uuid[]), false)`;
  const byRule = way.isSticky ? sql`${isSticky} desc, c.number` : sql`c.number`;
  if (way.spread !== 'EQUAL_AMOUNT') return byRule;
  const room = roomOf(hands);
  const first = way.isSticky ? sql`${isSticky} desc,` : sql``;
  if (room === null) return sql`${first} c.due desc, c.number`;
  return sql`${first} (row_number() over (order by ${byRule}) <= ${room}) desc, c.due desc, c.number`;
}

/** A group's loans in the order in which they are dealt, piece by piece; no transaction stays open between. */
export async function* cardsOf(db: Db, group: Group): AsyncGenerator<NumberedCard[]> {
  const { way } = group;
  const isNear = way.prefersNear || way.matchesSkills;
  await db.execute(sql`declare dealt_cards no scroll cursor with hold for
    select c.number, c.due::float8 as due, c.holder_id as "holderId", ${way.isSticky ? sql`c.last_id` : sql`null`} as "lastId",
      ${way.kind === 'MANAGER' ? sql`null` : sql`c.manager_id`} as "managerId", ${isNear ? sql`c.pincode` : sql`null`} as pincode,
      ${way.matchesSkills ? sql`c.product` : sql`null`} as product, ${way.matchesSkills ? sql`c.language` : sql`null`} as language
    from allocation_cards c where c.rule_place is not distinct from ${group.rulePlace}::int order by ${groupOrder(group)}`);
  try {
    for (;;) {
      const { rows } = await db.execute<NumberedCard & Record<string, unknown>>(
        sql`fetch forward ${sql.raw(String(PIECE))} from dealt_cards`,
      );
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await db.execute(sql`close dealt_cards`);
  }
}

/** A dealt loan by its number. */
export type NumberedDeal = Dealt & { readonly number: number };

/** Writes dealt loans into the run's plan. */
export async function writePlan(
  db: Db,
  runId: string,
  group: Pick<Group, 'ruleId'>,
  deals: readonly NumberedDeal[],
): Promise<void> {
  if (deals.length === 0) return;
  const column = <Value>(pick: (deal: NumberedDeal) => Value) => sql.param(deals.map(pick));
  await db.execute(sql`insert into allocation_run_loans (run_id, loan_id, revision, rule_id, assignee_id, reason,
      due_amount, before_collector_id, before_manager_id, before_field_agent_id, before_visit_date)
    select ${runId}::uuid, c.loan_id, c.revision, ${group.ruleId}::uuid, d.assignee_id, d.reason, c.due, c.collector_id,
      c.manager_id, c.field_agent_id, c.visit_date
    from unnest(${column((deal) => deal.number)}::int[], ${column((deal) => deal.hand?.id ?? null)}::uuid[],
      ${column((deal) => deal.reason)}::text[]) as d(number, assignee_id, reason)
    join allocation_cards c on c.number = d.number`);
}

/** Loans that a rule could not place go on to the next rule that takes them, or to the rest. */
export async function passOn(
  db: Db,
  order: CardOrder,
  rulePlace: number,
  left: readonly NumberedDeal[],
): Promise<void> {
  if (left.length === 0) return;
  const later = firstRuleThatTakes(order.rules.slice(rulePlace + 1), order.zone);
  await db.execute(sql`update allocation_cards c set rule_place = ${later} + ${rulePlace + 1}::int, left_reason = d.reason
    from unnest(${sql.param(left.map((deal) => deal.number))}::int[],
      ${sql.param(left.map((deal) => deal.reason))}::text[]) as d(number, reason), loans l
    where c.number = d.number and l.id = c.loan_id`);
}

/** Notes the loans that no rule placed as left over, when nothing but the rules shares out; says how many and why. */
export async function leaveRest(
  db: Db,
  runId: string,
): Promise<{ reason: string; loans: number; due: number }[]> {
  const { rows } = await db.execute<{ reason: string; loans: number; due: number }>(sql`
    with rest as (insert into allocation_run_loans (run_id, loan_id, revision, reason, due_amount, before_collector_id,
        before_manager_id, before_field_agent_id, before_visit_date)
      select ${runId}::uuid, c.loan_id, c.revision, coalesce(c.left_reason, 'NO_RULE'), c.due, c.collector_id,
        c.manager_id, c.field_agent_id, c.visit_date from allocation_cards c where c.rule_place is null
      returning reason, due_amount)
    select reason, count(*)::int as loans, sum(due_amount)::float8 as due from rest group by reason order by reason`);
  return rows;
}
