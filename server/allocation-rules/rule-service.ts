import { sql } from 'drizzle-orm';
import type { RuleInput } from '../../contract/allocation-rule.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { refuseWrongRule } from './rule-checks.ts';
import { keepVersion, lockRules, refuseStale, seenRule } from './rule-rows.ts';
import type { RuleSet } from './rule-rows.ts';

type Writer = Pick<Actor, 'userId'>;

/** Most rules there are at a time. */
export const MOST_RULES = 200;

/** One change of the rules: alone at it, and kept as a new version. */
async function changeRules(
  context: Context,
  actor: Actor,
  work: (command: Command) => Promise<void>,
): Promise<RuleSet> {
  return runCommand(context.db, actor, async (command) => {
    await lockRules(command.tx);
    await work(command);
    return keepVersion(command.tx, actor);
  });
}

/** Stores a rule at the end of the order and returns its id. Checks nothing. */
export async function insertRule(tx: Db, actor: Writer, rule: RuleInput): Promise<string> {
  const id = newId();
  await tx.execute(sql`insert into allocation_rules (id, name, position, client_id, spec, updated_by)
    values (${id}, ${rule.name}, (select coalesce(max(position), 0) + 1 from allocation_rules where deleted_at is null),
      ${rule.lenderId}, ${JSON.stringify(rule.spec)}::jsonb, ${actor.userId})`);
  return id;
}

/** What of a rule goes into the audit trail. */
const facts = ({ name, spec }: RuleInput) => ({
  name,
  kind: spec.kind,
  conditions: spec.conditions.length,
  people: spec.assigneeIds.length,
});

async function refuseTooMany(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from allocation_rules where deleted_at is null`,
  );
  if ((rows[0]?.count ?? 0) >= MOST_RULES)
    throw conflict('TOO_MANY_RULES', `Keep at most ${MOST_RULES} rules. Delete old ones.`);
}

/** A sheet finds a rule again by its name, in whatever case. */
async function refuseTakenName(tx: Db, name: string, exceptId: string | null): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from allocation_rules where deleted_at is null
    and lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid limit 1`);
  if (rows.length > 0)
    throw conflict('NAME_TAKEN', `There is a rule named ${name}. Choose another name.`, [
      fieldProblem('name', 'taken'),
    ]);
}

/** Makes a rule, tried last. Throws 400, 409 NAME_TAKEN, TOO_MANY_RULES, 422. */
export async function addRule(
  context: Context,
  actor: Actor,
  input: RuleInput,
): Promise<RuleSet & { _id: string }> {
  let id = '';
  const set = await changeRules(context, actor, async ({ tx, audit }) => {
    await refuseWrongRule(tx, input, context.settings.businessTz);
    await refuseTooMany(tx);
    await refuseTakenName(tx, input.name, null);
    id = await insertRule(tx, actor, input);
    audit({
      action: 'allocation-rule.create',
      entity: 'allocation-rule',
      entityId: id,
      details: facts(input),
    });
  });
  return { ...set, _id: id };
}

/** Changes what a rule says. Throws 400, 404, 409 STALE_REVISION, NAME_TAKEN, 422. */
export async function changeRule(
  context: Context,
  actor: Actor,
  id: string,
  { revision, ...input }: RuleInput & { revision: number },
): Promise<RuleSet> {
  return changeRules(context, actor, async ({ tx, audit }) => {
    const { name } = await seenRule(tx, id, revision);
    await refuseWrongRule(tx, input, context.settings.businessTz);
    // Rules of before that share a name can be changed all the same.
    if (name !== input.name) await refuseTakenName(tx, input.name, id);
    await tx.execute(sql`update allocation_rules set name = ${input.name}, client_id = ${input.lenderId},
      spec = ${JSON.stringify(input.spec)}::jsonb, revision = revision + 1, updated_by = ${actor.userId}, updated_at = now()
      where id = ${id}`);
    audit({
      action: 'allocation-rule.change',
      entity: 'allocation-rule',
      entityId: id,
      details: facts(input),
    });
  });
}

/** Puts a rule out of force or into it. Throws 404, 409 STALE_REVISION. */
export async function setRuleActive(
  context: Context,
  actor: Actor,
  id: string,
  { isActive, revision }: { isActive: boolean; revision: number },
): Promise<RuleSet> {
  return changeRules(context, actor, async ({ tx, audit }) => {
    const { name } = await seenRule(tx, id, revision);
    await tx.execute(sql`update allocation_rules set is_active = ${isActive}, revision = revision + 1,
      updated_by = ${actor.userId}, updated_at = now() where id = ${id}`);
    const action = isActive ? 'allocation-rule.activate' : 'allocation-rule.deactivate';
    audit({ action, entity: 'allocation-rule', entityId: id, details: { name } });
  });
}

/** Deletes a rule; earlier versions keep it. Throws 404, 409 STALE_REVISION. */
export async function removeRule(
  context: Context,
  actor: Actor,
  id: string,
  revision: number,
): Promise<RuleSet> {
  return changeRules(context, actor, async ({ tx, audit }) => {
    const { name } = await seenRule(tx, id, revision);
    await tx.execute(sql`update allocation_rules set deleted_at = now(), revision = revision + 1,
      updated_by = ${actor.userId}, updated_at = now() where id = ${id}`);
    audit({
      action: 'allocation-rule.delete',
      entity: 'allocation-rule',
      entityId: id,
      details: { name },
    });
  });
}

/** Puts the rules into another order. Throws 409 STALE_RULES, also when not all of them are named once. */
export async function orderRules(
  context: Context,
  actor: Actor,
  { version, ids }: { version: number; ids: readonly string[] },
): Promise<RuleSet> {
  return changeRules(context, actor, async ({ tx, audit }) => {
    await refuseStale(tx, version);
    const moved = await tx.execute(sql`update allocation_rules r set position = o.place
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as o(id, place)
      where r.id = o.id and r.deleted_at is null`);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from allocation_rules where deleted_at is null`,
    );
    if (
      new Set(ids).size !== ids.length ||
      moved.rowCount !== rows[0]?.count ||
      moved.rowCount !== ids.length
    )
      throw conflict('STALE_RULES', 'The order must name every rule once. Load the rules again.');
    audit({
      action: 'allocation-rule.order',
      entity: 'allocation-rule',
      details: { rules: ids.length },
    });
  });
}
