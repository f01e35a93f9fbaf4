import { sql } from 'drizzle-orm';
import type { AllocationRule, RuleVersion } from '../../contract/allocation-rule.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, notFound } from '../errors.ts';
import { keepVersion, lockRules, refuseStale } from './rule-rows.ts';
import type { RuleSet } from './rule-rows.ts';

interface VersionRow extends Record<string, unknown> {
  version: number;
  rules: AllocationRule[];
  created_at: string;
  created_by_name: string | null;
}

/** What of a rule counts as a change: not who touched it, not its place. */
function meaning({ name, isActive, lenderId, spec }: AllocationRule): string {
  return JSON.stringify([name, isActive, lenderId, spec]);
}

const names = (rules: readonly AllocationRule[]) => rules.map(({ name }) => name);

/** What a version changed of the one before. */
function difference(
  before: readonly AllocationRule[],
  after: readonly AllocationRule[],
): Pick<RuleVersion, 'added' | 'removed' | 'changed' | 'isReordered'> {
  const old = new Map(before.map((rule) => [rule._id, rule]));
  const now = new Set(after.map(({ _id }) => _id));
  const kept = after.filter(({ _id }) => old.has(_id));
  const orderBefore = before.filter(({ _id }) => now.has(_id)).map(({ _id }) => _id);
  return {
    added: names(after.filter(({ _id }) => !old.has(_id))),
    removed: names(before.filter(({ _id }) => !now.has(_id))),
    changed: names(
      kept.filter((rule) => {
        const earlier = old.get(rule._id);
        return earlier !== undefined && meaning(earlier) !== meaning(rule);
      }),
    ),
    isReordered: kept.some(({ _id }, place) => orderBefore[place] !== _id),
  };
}

const toVersion = (row: VersionRow, before: readonly AllocationRule[]): RuleVersion => ({
  version: row.version,
  createdAt: isoInstant(row.created_at),
  createdByName: row.created_by_name,
  ruleCount: row.rules.length,
  ...difference(before, row.rules),
});

async function readVersions(db: Db, where: ReturnType<typeof sql>): Promise<VersionRow[]> {
  const { rows } = await db.execute<VersionRow>(sql`
    select v.version, v.rules, v.created_at, u.full_name as created_by_name
    from allocation_rule_versions v left join users u on u.id = v.created_by
    where ${where} order by v.version desc`);
  return rows;
}

/** A page of the versions, the newest first. */
export async function listVersions(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<RuleVersion>> {
  const counted = await db.execute<{ count: number; newest: number }>(
    sql`select count(*)::int as count, coalesce(max(version), 0)::int as newest from allocation_rule_versions`,
  );
  const { count = 0, newest = 0 } = counted.rows[0] ?? {};
  // Versions have no gaps: a page is a range of them, and one more to compare its last with.
  const highest = newest - (page - 1) * pageSize;
  const rows = await readVersions(
    db,
    sql`v.version <= ${highest} and v.version >= ${highest - pageSize}`,
  );
  const data = rows
    .slice(0, pageSize)
    .map((row, place) => toVersion(row, rows[place + 1]?.rules ?? []));
  return { data, totalCount: count, page, pageSize };
}

async function oneVersion(
  db: Db,
  version: number,
): Promise<VersionRow & { before: AllocationRule[] }> {
  const [row, before] = await readVersions(db, sql`v.version in (${version}, ${version - 1})`);
  if (row?.version !== version) throw notFound('This version');
  return { ...row, before: before?.rules ?? [] };
}

/** The rules as they stood in a version. Throws 404. */
export async function readVersion(
  db: Db,
  version: number,
): Promise<{ data: RuleVersion & { rules: AllocationRule[] } }> {
  const row = await oneVersion(db, version);
  return { data: { ...toVersion(row, row.before), rules: row.rules } };
}

async function refuseGoneLenders(tx: Db, rules: readonly AllocationRule[]): Promise<void> {
  const ids = rules.flatMap(({ lenderId }) => lenderId ?? []);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from clients where id = any(${sql.param(ids)}::uuid[])`,
  );
  const there = new Set(rows.map(({ id }) => id));
  const gone = rules.find(({ lenderId }) => lenderId !== null && !there.has(lenderId));
  if (gone)
    throw againstRules(
      'LENDER_GONE',
      `The client of the rule "${gone.name}" is not there any more. Look at the version and make its rules anew.`,
    );
}

/** Brings the rules of a version back, as a new version. Throws 404, 409 STALE_RULES, 422 LENDER_GONE. */
export async function restoreVersion(
  context: Context,
  actor: Actor,
  version: number,
  seen: number,
): Promise<RuleSet> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await lockRules(tx);
    await refuseStale(tx, seen);
    const { rules } = await oneVersion(tx, version);
    await refuseGoneLenders(tx, rules);
    const ids = rules.map(({ _id }) => _id);
    await tx.execute(sql`update allocation_rules set deleted_at = now(), revision = revision + 1
      where deleted_at is null and not (id = any(${sql.param(ids)}::uuid[]))`);
    await tx.execute(sql`
      update allocation_rules r set name = v.rule ->> 'name', position = v.place, deleted_at = null,
        is_active = (v.rule ->> 'isActive')::boolean, client_id = (v.rule ->> 'lenderId')::uuid, spec = v.rule -> 'spec',
        revision = r.revision + 1, updated_by = ${actor.userId}, updated_at = now()
      from jsonb_array_elements(${JSON.stringify(rules)}::jsonb) with ordinality as v(rule, place)
      where r.id = (v.rule ->> '_id')::uuid`);
    audit({
      action: 'allocation-rule.restore',
      entity: 'allocation-rule',
      details: { version, rules: rules.length },
    });
    return keepVersion(tx, actor);
  });
}
