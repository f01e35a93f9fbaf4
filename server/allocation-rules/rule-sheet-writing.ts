import { sql } from 'drizzle-orm';
import { RULE_FIELDS } from '../../contract/allocation-rule.ts';
import type { AllocationRule, RuleCondition } from '../../contract/allocation-rule.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import type { Db } from '../database/connection.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { newestVersion, readRules } from './rule-rows.ts';
import { writeCell } from './sheet-cells.ts';
import { SHEET_COLUMNS } from './sheet-columns.ts';

/** Spreadsheets cut longer cells off. */
const CELL_MOST = 32_000;

const KIND_WORDS = { COLLECTOR: 'Collector', FIELD: 'Field agent', MANAGER: 'Manager' } as const;
const SPREAD_WORDS = {
  EQUAL_COUNT: 'Equal count',
  EQUAL_AMOUNT: 'Equal amount',
  CAPACITY: 'Capacity',
} as const;

/** Stands for people who left: read again it is refused, where an empty cell would mean everyone. */
const GONE = '(has left)';

/** A long list as several cells of the same column name: reading joins them. */
function cellsOf(condition: RuleCondition): string[] {
  const cell = writeCell(condition);
  const half = Math.ceil(condition.values.length / 2);
  if (cell.length <= CELL_MOST || half === condition.values.length) return [cell];
  const { values } = condition;
  return [values.slice(0, half), values.slice(half)].flatMap((part) =>
    cellsOf({ ...condition, values: part }),
  );
}

/** The cells of a rule's conditions by field. */
function cellsByField(rule: AllocationRule): Map<string, string[]> {
  const cells = new Map<string, string[]>();
  for (const condition of rule.spec.conditions)
    cells.set(condition.field, [...(cells.get(condition.field) ?? []), ...cellsOf(condition)]);
  return cells;
}

async function loginNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; username: string }>(sql`
    select u.id, u.username from users u where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER')
      and u.disabled_at is null and u.deleted_at is null`);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

const yesNo = (isSo: boolean) => (isSo ? 'yes' : 'no');

/** Columns stand as the loan's fields do; the lender's own come last. */
const order = (field: string) => {
  const at = (RULE_FIELDS as readonly string[]).indexOf(field);
  return at === -1 ? RULE_FIELDS.length : at;
};

/** The rules as rows of a sheet; without any, its header with the fields asked for most. */
function sheetRows(
  rules: readonly AllocationRule[],
  usernameOf: ReadonlyMap<string, string>,
): SheetCell[][] {
  const conditions = rules.map(cellsByField);
  const fields = new Map<string, number>(
    rules.length === 0 ? ['Product', 'Bucket', 'Pincode', 'DPD'].map((field) => [field, 1]) : [],
  );
  for (const cells of conditions)
    for (const [field, { length }] of cells)
      fields.set(field, Math.max(length, fields.get(field) ?? 0));
  const columns = [...fields]
    .sort(([left], [right]) => order(left) - order(right))
    .flatMap(([field, count]) => Array.from({ length: count }, (_, at) => ({ field, at })));
  const { name, lender, kind, agents, spread, sticky, skills, active } = SHEET_COLUMNS;
  const header = [
    name,
    lender,
    ...columns.map(({ field }) => field),
    kind,
    agents,
    spread,
    sticky,
    skills,
    active,
  ];
  const body = rules.map((rule, place): SheetCell[] => [
    rule.name,
    rule.Client_Name ?? '',
    ...columns.map(({ field, at }) => conditions[place]?.get(field)?.[at] ?? ''),
    KIND_WORDS[rule.spec.kind],
    rule.spec.assigneeIds.map((id) => usernameOf.get(id) ?? GONE).join(', '),
    SPREAD_WORDS[rule.spec.spread],
    yesNo(rule.spec.isSticky),
    yesNo(rule.spec.matchesSkills),
    yesNo(rule.isActive),
  ]);
  return [header, ...body];
}

/** Sends the rules as a workbook that can be uploaded again. Who took it out is audited. */
export async function downloadRuleSheet(context: Context, actor: Actor): Promise<FileAnswer> {
  const rules = await readRules(context.db);
  const rows = sheetRows(rules, await loginNames(context.db));
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    const version = await newestVersion(tx);
    audit({
      action: 'allocation-rule.download',
      entity: 'allocation-rule',
      details: { version, rules: rules.length },
    });
  });
  const day = businessDay(context.settings.businessTz);
  return {
    name: `allocation-rules_${day}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx(rows, 'Rules'),
  };
}
