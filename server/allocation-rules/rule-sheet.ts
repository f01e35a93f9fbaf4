import { sql } from 'drizzle-orm';
import { parseFields } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import { allocationRuleSpecSchema } from '../../contract/allocation-rule.ts';
import type {
  AllocationRuleSpec,
  RuleCondition,
  RuleInput,
  RuleKind,
} from '../../contract/allocation-rule.ts';
import type { RuleSheetAnswer } from '../../contract/allocation-rule-answers.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { CallError } from '../errors.ts';
import { fileMissing } from '../http/uploads.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { refuseWrongRule } from './rule-checks.ts';
import { readRuleChoices } from './rule-choices.ts';
import { keepVersion, lockRules, readRules, refuseStale } from './rule-rows.ts';
import { insertRule } from './rule-service.ts';
import { CellProblem, readCell, readKind, readSpread, readYesNo } from './sheet-cells.ts';
import { readRuleSheet, SHEET_COLUMNS } from './sheet-columns.ts';
import type { SheetColumn, SheetRule } from './sheet-columns.ts';

interface NamedAgent extends Record<string, unknown> {
  id: string;
  kind: RuleKind;
  full_name: string;
  names: string[];
}

/** Who and what a sheet can name. */
interface Named {
  readonly lenders: ReadonlyMap<string, { _id: string; Client_Name: string }>;
  readonly agents: ReadonlyMap<string, readonly NamedAgent[]>;
}

/** A row of the sheet, judged. */
interface JudgedRule {
  readonly sheet: SheetRule;
  /** Null while something is wrong. */
  readonly rule: RuleInput | null;
  readonly isActive: boolean;
  readonly lenderName: string | null;
  readonly agentNames: string[];
  readonly problems: { column: string; reason: string }[];
}

const lower = (text: string) => text.trim().toLowerCase();

async function readNamed(db: Db, actor: Actor): Promise<{ named: Named; headers: string[] }> {
  const { lenders, otherHeaders } = await readRuleChoices(db, actor);
  const { rows } = await db.execute<NamedAgent>(sql`
    select u.id, case u.role when 'FIELD_AGENT' then 'FIELD' else u.role end as kind, u.full_name,
      array[lower(u.username), lower(u.email), lower(u.full_name)] as names
    from users u where u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and u.disabled_at is null
      and u.deleted_at is null and ${peopleVisibleTo(actor)}`);
  const agents = new Map<string, NamedAgent[]>();
  for (const agent of rows)
    for (const name of new Set(agent.names)) agents.set(name, [...(agents.get(name) ?? []), agent]);
  const byName = new Map(lenders.map((one) => [lower(one.Client_Name), one]));
  return { named: { lenders: byName, agents }, headers: otherHeaders };
}

const EVERYONE = new Set(['', 'all', 'everyone', 'everybody', '*']);

/** The people of a cell, and what is wrong with it. */
function judgeAgents(cell: string, kind: RuleKind | null, { agents }: Named) {
  const found: NamedAgent[] = [];
  const reasons: string[] = [];
  const names = EVERYONE.has(lower(cell)) ? [] : cell.split(/[,;\n]/).map((name) => name.trim());
  for (const name of names.filter(Boolean)) {
    const all = agents.get(lower(name)) ?? [];
    const fitting = kind === null ? all : all.filter((agent) => agent.kind === kind);
    const [agent] = fitting;
    if (all.length === 0) reasons.push(fileSentence('nobody-of-name', { name }));
    else if (!agent) reasons.push(fileSentence('other-work', { name }));
    else if (fitting.length > 1) reasons.push(fileSentence('several-of-name', { name }));
    else found.push(agent);
  }
  const kinds = new Set(found.map((agent) => agent.kind));
  if (kinds.size > 1) reasons.push(ROW_WORDS['one-kind']);
  return { found, reasons, kind: kind ?? found[0]?.kind ?? ('COLLECTOR' as const) };
}

/** Lists of one field over several columns are one list: a cell of a spreadsheet holds no 20,000 pincodes. */
function joined(conditions: readonly RuleCondition[]): RuleCondition[] {
  const made: RuleCondition[] = [];
  for (const condition of conditions) {
    const same = made.findIndex(
      ({ field, is }) => field === condition.field && is === condition.is && is === 'in',
    );
    const earlier = made[same];
    if (earlier) made[same] = { ...earlier, values: [...earlier.values, ...condition.values] };
    else made.push(condition);
  }
  return made;
}

/** Reads with `read`, noting a problem of the column instead of throwing it. */
function noting<Value>(
  problems: JudgedRule['problems'],
  column: string,
  fallback: Value,
  read: () => Value,
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    problems.push({ column, reason: error.message });
    return fallback;
  }
}

function judgeRow(sheet: SheetRule, named: Named): JudgedRule {
  const problems: JudgedRule['problems'] = [];
  const cell = (column: SheetColumn) => sheet.cells[column] ?? '';
  const note = <Value>(column: SheetColumn, fallback: Value, read: () => Value) =>
    noting(problems, SHEET_COLUMNS[column], fallback, read);
  const conditions = sheet.conditions.flatMap(
    ({ field, header, cell: text }) =>
      noting(problems, header, null, () => readCell(field, text)) ?? [],
  );
  const lender = named.lenders.get(lower(cell('lender')));
  if (cell('lender') !== '' && !lender)
    problems.push({ column: SHEET_COLUMNS.lender, reason: ROW_WORDS['no-such-client'] });
  if (cell('name') === '' || cell('name').length > 120)
    problems.push({
      column: SHEET_COLUMNS.name,
      reason: ROW_WORDS['rule-name'],
    });
  const asked = note('kind', null, () => readKind(cell('kind')));
  const { found, reasons, kind } = judgeAgents(cell('agents'), asked, named);
  for (const reason of reasons) problems.push({ column: SHEET_COLUMNS.agents, reason });
  const spec: AllocationRuleSpec = {
    conditions: joined(conditions),
    kind,
    assigneeIds: [...new Set(found.map(({ id }) => id))],
    spread: note('spread', 'EQUAL_COUNT', () => readSpread(cell('spread'))),
    isSticky: note('sticky', false, () => readYesNo(cell('sticky'), false)),
    matchesSkills: note('skills', false, () => readYesNo(cell('skills'), false)),
  };
  return {
    sheet,
    rule: { name: cell('name'), lenderId: lender?._id ?? null, spec },
    isActive: note('active', true, () => readYesNo(cell('active'), true)),
    lenderName: lender?.Client_Name ?? null,
    agentNames: found.map(({ full_name: name }) => name),
    problems,
  };
}

/** What the contract and the rules' own checks say against a row: the column is told by the field that they name. */
async function judgeRule(db: Db, judged: JudgedRule, zone: string): Promise<void> {
  const { rule, problems, sheet } = judged;
  if (rule === null) return;
  const [wrong] = parseFields(allocationRuleSpecSchema, rule.spec).problems ?? [];
  if (wrong !== undefined) {
    const [part, place] = wrong.path.split('.');
    const condition = part === 'conditions' ? rule.spec.conditions[Number(place)] : null;
    problems.push({ column: headerOf(sheet, condition?.field), reason: wrong.message });
    return;
  }
  try {
    await refuseWrongRule(db, rule, zone);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const [problem] = (error.details ?? []) as readonly FieldProblem[];
    const named = problem?.values['field'];
    const field = typeof named === 'string' ? named : undefined;
    const reason = field === undefined ? error.message : error.message.slice(field.length + 2);
    problems.push({ column: headerOf(sheet, field), reason });
  }
}

const headerOf = (sheet: SheetRule, field: string | undefined): string =>
  sheet.conditions.find((condition) => condition.field === field)?.header ?? SHEET_COLUMNS.name;

function judgeDoubles(rows: readonly JudgedRule[]): void {
  const rowOf = new Map<string, number>();
  for (const { sheet, problems } of rows) {
    const name = lower(sheet.cells.name ?? '');
    const earlier = rowOf.get(name);
    if (name === '') continue;
    if (earlier === undefined) rowOf.set(name, sheet.row);
    else
      problems.push({
        column: SHEET_COLUMNS.name,
        reason: fileSentence('rule-again', { row: earlier }),
      });
  }
}

/** The sheet's rules take the place of all there are; one of the same name stays the same rule. */
async function replaceRules(tx: Db, actor: Actor, rows: readonly JudgedRule[]): Promise<void> {
  const present = await readRules(tx);
  const idOf = new Map(present.map(({ _id, name }) => [lower(name), _id]));
  await tx.execute(
    sql`update allocation_rules set deleted_at = now(), revision = revision + 1 where deleted_at is null`,
  );
  for (const [place, { rule, isActive }] of rows.entries()) {
    if (rule === null) continue;
    const known = idOf.get(lower(rule.name));
    idOf.delete(lower(rule.name));
    const id = known ?? (await insertRule(tx, actor, rule));
    await tx.execute(sql`update allocation_rules set name = ${rule.name}, client_id = ${rule.lenderId},
      spec = ${JSON.stringify(rule.spec)}::jsonb, position = ${place + 1}, is_active = ${isActive}, deleted_at = null,
      updated_by = ${actor.userId}, updated_at = now() where id = ${id}`);
  }
}

function toAnswer(
  rows: readonly JudgedRule[],
  isTrial: boolean,
  version: number | null,
): RuleSheetAnswer {
  return {
    isTrial,
    version,
    failedCount: rows.filter(({ problems }) => problems.length > 0).length,
    rows: rows.map(({ sheet, rule, lenderName, agentNames, problems }) => ({
      row: sheet.row,
      name: sheet.cells.name ?? '',
      Client_Name: lenderName,
      spec: problems.length > 0 ? null : (rule?.spec ?? null),
      agentNames,
      problems,
    })),
  };
}

/**
 * Checks a sheet of rules, or puts its rules in the place of all there are (a new version) when every row is right. Throws
 * 400 without a file or for one that can't be read, 409 STALE_RULES, 415, 422.
 */
export async function uploadRules(
  context: Context,
  actor: Actor,
  files: readonly UploadedFile[],
  { isTrial, version }: { isTrial: boolean; version: number | undefined },
): Promise<RuleSheetAnswer> {
  const [file] = files;
  if (!file) throw fileMissing('Choose the sheet with the rules.');
  const { named, headers } = await readNamed(context.db, actor);
  const rows = (await readRuleSheet(file.path, headers)).map((sheet) => judgeRow(sheet, named));
  judgeDoubles(rows);
  for (const row of rows) await judgeRule(context.db, row, context.settings.businessTz);
  if (isTrial || rows.some(({ problems }) => problems.length > 0))
    return toAnswer(rows, isTrial, null);
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await lockRules(tx);
    if (version !== undefined) await refuseStale(tx, version);
    await replaceRules(tx, actor, rows);
    const set = await keepVersion(tx, actor);
    audit({
      action: 'allocation-rule.upload',
      entity: 'allocation-rule',
      details: { rules: rows.length, version: set.version, fileName: file.name },
    });
    return toAnswer(rows, false, set.version);
  });
}
