import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import { parseFields } from '../../contract/errors.ts';
import { skillInputSchema } from '../../contract/agent-skill.ts';
import type { AgentSkill, SkillInput, SkillPasteAnswer } from '../../contract/agent-skill.ts';
import type { RuleKind } from '../../contract/allocation-rule.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, countRows, pageLimit, wordConditions } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { badInput, notFound } from '../errors.ts';

interface SkillRow extends AgentSkill, Record<string, unknown> {}

const kindOfRole = sql`case u.role when 'FIELD_AGENT' then 'FIELD' else u.role end`;

/** Condition on `u`: somebody whom loans can be given to. */
const isAgent = (actor: Actor): SQL => sql`(u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER')
  and u.disabled_at is null and u.deleted_at is null and ${peopleVisibleTo(actor)})`;

const skillsOf = (userId: SQL): SQL =>
  sql`select k.* from agent_skills k where k.user_id = ${userId}`;

async function readSkills(db: Db, where: SQL, page: SQL): Promise<AgentSkill[]> {
  const { rows } = await db.execute<SkillRow>(sql`
    select u.id as "_id", u.full_name as "fullName", u.username, ${kindOfRole} as kind, boss.full_name as "managerName",
      coalesce(s.languages, '{}') as languages, coalesce(s.products, '{}') as products,
      coalesce(s.pincodes, '{}') as pincodes, s.capacity,
      (select count(*)::int from (
        select 1 from loans l where u.role = 'COLLECTOR' and l.collector_id = u.id and l.status = 'ACTIVE'
        union all select 1 from loans l where u.role = 'FIELD_AGENT' and l.field_agent_id = u.id and l.status = 'ACTIVE'
        union all select 1 from loans l where u.role = 'MANAGER' and l.manager_id = u.id and l.status = 'ACTIVE') h) as held,
      ${revisionOf(skillsOf(sql`u.id`))} as revision
    from (select u.* from users u where ${where} order by u.full_name, u.id ${page}) u
    left join users boss on boss.id = u.manager_id left join agent_skills s on s.user_id = u.id
    order by u.full_name, u.id`);
  return rows;
}

/** A page of the agents with what each can take. */
export async function listAgentSkills(
  db: Db,
  actor: Actor,
  query: {
    page: number;
    pageSize: number;
    search?: string | undefined;
    kind?: RuleKind | undefined;
  },
): Promise<Page<AgentSkill>> {
  const { page, pageSize } = query;
  const where = allOf([
    isAgent(actor),
    ...(query.kind === undefined ? [] : [sql`${kindOfRole} = ${query.kind}`]),
    ...wordConditions(sql`lower(u.full_name || ' ' || u.username)`, query.search),
  ]);
  const totalCount = await countRows(db, sql`users u where ${where}`);
  const data = await readSkills(db, where, sql`${pageLimit({ page, pageSize })}`);
  return { data, totalCount, page, pageSize };
}

async function saveSkills(
  { tx, audit }: Command,
  actor: Pick<Actor, 'userId'>,
  id: string,
  skills: SkillInput,
): Promise<void> {
  const { languages, products, pincodes, capacity } = skills;
  await tx.execute(sql`
    insert into agent_skills (user_id, languages, products, pincodes, capacity, updated_by)
    values (${id}, ${sql.param(languages)}::text[], ${sql.param(products)}::text[], ${sql.param(pincodes)}::text[],
      ${capacity}, ${actor.userId})
    on conflict (user_id) do update set languages = excluded.languages, products = excluded.products,
      pincodes = excluded.pincodes, capacity = excluded.capacity, updated_by = excluded.updated_by, updated_at = now()`);
  audit({
    action: 'agent-skill.change',
    entity: 'user',
    entityId: id,
    details: { languages, products, pincodes: pincodes.length, capacity },
  });
}

/** Sets what an agent can take. Throws 404. */
export async function setAgentSkills(
  context: Context,
  actor: Actor,
  id: string,
  { revision, ...skills }: SkillInput,
): Promise<{ data: AgentSkill }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const where = sql`u.id = ${id} and ${isAgent(actor)}`;
    const found = await tx.execute(sql`select 1 from users u where ${where} for no key update`);
    if (found.rows.length === 0) throw notFound('This person');
    await refuseStale(tx, revision, skillsOf(sql`${id}`), { kind: 'skills', id });
    await saveSkills({ tx, audit }, actor, id, skills);
    const [data] = await readSkills(tx, where, sql``);
    if (!data) throw notFound('This person');
    return { data };
  });
}

/** The columns of pasted rows, in their order. */
const COLUMNS = ['agent', 'languages', 'products', 'pincodes', 'capacity'] as const;
const HEADER = /^(agent|user ?name|name|e-?mail)$/i;
const MOST_ROWS = 2000;

interface PastedRow {
  readonly row: number;
  readonly agent: string;
  readonly id: string | null;
  readonly fullName: string | null;
  readonly skills: SkillInput;
  readonly problems: { column: string; reason: string }[];
}

const listOf = (cell: string | undefined): string[] => [
  ...new Set(
    (cell ?? '')
      .split(/[,;]/)
      .map((text) => text.trim())
      .filter(Boolean),
  ),
];

function readCells(cells: readonly string[], problems: PastedRow['problems']): SkillInput {
  const [, languages, products, pincodes, capacity = ''] = cells;
  const parsed = parseFields(skillInputSchema, {
    languages: listOf(languages),
    products: listOf(products),
    pincodes: listOf(pincodes),
    capacity: capacity === '' ? null : Number(capacity.replaceAll(/[,\s]/g, '')),
  });
  if (parsed.problems === null) return parsed.data;
  for (const { path, message } of parsed.problems) {
    const column = path.split('.')[0] || 'agent';
    const reason =
      column === 'capacity' ? 'Write a whole number, or nothing for no limit.' : message;
    if (!problems.some((one) => one.column === column)) problems.push({ column, reason });
  }
  return { languages: [], products: [], pincodes: [], capacity: null };
}

async function agentsByName(
  db: Db,
  actor: Actor,
): Promise<Map<string, { id: string; fullName: string }[]>> {
  const { rows } = await db.execute<{ id: string; fullName: string; names: string[] }>(sql`
    select u.id, u.full_name as "fullName", array[lower(u.username), lower(u.email), lower(u.full_name)] as names
    from users u where ${isAgent(actor)}`);
  const found = new Map<string, { id: string; fullName: string }[]>();
  for (const { names, ...agent } of rows)
    for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), agent]);
  return found;
}

function judgeRows(
  text: string,
  agents: ReadonlyMap<string, readonly { id: string; fullName: string }[]>,
): PastedRow[] {
  const lines = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
  const seen = new Map<string, number>();
  return lines.flatMap((cells, place) => {
    const [agent = ''] = cells;
    if (cells.every((cell) => cell === '') || (place === 0 && HEADER.test(agent))) return [];
    const problems: PastedRow['problems'] = [];
    const named = agents.get(agent.toLowerCase()) ?? [];
    const [found] = named;
    if (!found) problems.push({ column: 'agent', reason: 'There is nobody of this name.' });
    else if (named.length > 1)
      problems.push({
        column: 'agent',
        reason: 'Several people have this name. Write the user name.',
      });
    if (cells.length > COLUMNS.length)
      problems.push({ column: 'agent', reason: `A row has ${COLUMNS.length} columns at most.` });
    const earlier = found && seen.get(found.id);
    if (earlier !== undefined)
      problems.push({ column: 'agent', reason: `Row ${earlier} names this person already.` });
    if (found) seen.set(found.id, earlier ?? place + 1);
    const skills = readCells(cells, problems);
    return [
      {
        row: place + 1,
        agent,
        id: found?.id ?? null,
        fullName: found?.fullName ?? null,
        skills,
        problems,
      },
    ];
  });
}

/** Checks rows copied from a spreadsheet, or sets what their agents can take when all are right. Throws 400 without any. */
export async function pasteAgentSkills(
  context: Context,
  actor: Actor,
  { text, isTrial }: { text: string; isTrial: boolean },
): Promise<SkillPasteAnswer> {
  const rows = judgeRows(text, await agentsByName(context.db, actor));
  if (rows.length === 0)
    throw badInput('Paste at least one row.', [fieldProblem('text', 'required')]);
  if (rows.length > MOST_ROWS)
    throw badInput(`Paste at most ${MOST_ROWS} rows at a time.`, [
      fieldProblem('text', 'too-many', { most: MOST_ROWS }),
    ]);
  const failedCount = rows.filter(({ problems }) => problems.length > 0).length;
  if (!isTrial && failedCount === 0)
    await runCommand(context.db, actor, async ({ tx, audit }) => {
      for (const { id, skills } of rows)
        if (id !== null) await saveSkills({ tx, audit }, actor, id, skills);
      audit({ action: 'agent-skill.paste', entity: 'user', details: { rows: rows.length } });
    });
  return {
    isTrial,
    failedCount,
    rows: rows.map(({ row, agent, fullName, skills, problems }) =>
      Object.assign({ row, agent, fullName, problems }, skills),
    ),
  };
}
