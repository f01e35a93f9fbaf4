import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BodyOf } from '../../contract/call.ts';
import type { Role } from '../../contract/roles.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { chartQuestionSchema, maySeeMeasure } from '../../contract/visualization.ts';
import type { SavedChart, visualizationCalls } from '../../contract/visualization-calls.ts';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { refuseWithoutBi } from '../bi/bi-access-service.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { againstRules, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';

interface ChartRecord extends Record<string, unknown>, SavedChart {}

async function readCharts(db: Db, where: SQL): Promise<SavedChart[]> {
  const { rows } =
    await db.execute<ChartRecord>(sql`select v.id as _id, v.name, v.category, v.kind, v.question,
      v.is_wide as "isWide", v.position, v.revision, u.full_name as "createdBy", v.updated_at as "updatedAt"
    from data_visualizations v left join users u on u.id = v.created_by
    where ${where} order by v.category, v.position, v.id`);
  return rows.map(({ updatedAt, ...row }) =>
    Object.assign(row, { updatedAt: isoInstant(updatedAt) }),
  );
}

/** Every saved chart. */
export const listCharts = (db: Db): Promise<SavedChart[]> => readCharts(db, sql`true`);

/** A super admin has the admin's board (spec 6). */
const boardOf = (role: Role): Role => (role === 'SUPER_ADMIN' ? 'ADMIN' : role);

/** Condition on `v`: its question names no other lender than the actor's own. */
export const namesNoOtherLender = ({ clientId, clientName }: Actor): SQL =>
  clientId === null
    ? sql`true`
    : sql`coalesce(v.question -> 'filters' -> 'clients', '[]') <@ jsonb_build_array(${clientName}::text)`;

/**
 * The charts of a role's board: everyone's own, any for admins, who arrange them; to a lender's people those that name no other
 * lender. Throws 403 for who has no BI reports.
 */
export async function listChartsOf(db: Db, actor: Actor, category?: Role): Promise<SavedChart[]> {
  const asked = boardOf(category ?? actor.role);
  if (!isAdmin(actor) && asked !== actor.role)
    throw notAllowed('You may only see the charts of your own role.', 'FOREIGN_ROLE');
  if (!isAdmin(actor)) await refuseWithoutBi(db, actor);
  const charts = await readCharts(db, sql`v.category = ${asked} and ${namesNoOtherLender(actor)}`);
  return charts.filter(({ question }) => maySeeMeasure(asked, question.measure));
}

async function oneChart(db: Db, id: string): Promise<SavedChart> {
  const [chart] = await readCharts(db, sql`v.id = ${id}`);
  if (!chart) throw notFound('The chart');
  return chart;
}

type Wanted = BodyOf<typeof visualizationCalls.createChart>;

/** The board and the question of a chart that is to be saved. Throws 422 for a measure that the board's role may not see. */
function checked({ category, question }: Wanted) {
  if (!maySeeMeasure(category, question.measure))
    throw againstRules('FOREIGN_MEASURE', 'This role may not see this figure. Choose another.', [
      fieldProblem('question.measure', 'not-a-choice'),
    ]);
  return {
    category: boardOf(category),
    question: JSON.stringify(chartQuestionSchema.parse(question)),
  };
}

const nextPlace = (category: string): SQL =>
  sql`(select coalesce(max(x.position), 0) + 1 from data_visualizations x where x.category = ${category})`;

const noteChart = ({ audit }: Command, action: string, chart: SavedChart): void =>
  audit({
    action: `visualization.${action}`,
    entity: 'visualization',
    entityId: chart._id,
    details: { name: chart.name, category: chart.category },
  });

/** Saves a chart at the end of its board. */
export async function createChart(db: Db, actor: Actor, wanted: Wanted): Promise<SavedChart> {
  const { category, question } = checked(wanted);
  return runCommand(db, actor, async (command) => {
    const id = newId();
    await holdLock(command.tx, 'chartBoards');
    await command.tx.execute(sql`insert into data_visualizations
        (id, name, category, kind, question, is_wide, position, created_by)
      values (${id}, ${wanted.name}, ${category}, ${wanted.kind}, ${question}::jsonb, ${wanted.isWide ?? false},
        ${nextPlace(category)}, ${actor.userId})`);
    const chart = await oneChart(command.tx, id);
    noteChart(command, 'create', chart);
    return chart;
  });
}

/** Changes a chart. Throws 404, and 409 when it was changed since it was read. */
export async function changeChart(
  db: Db,
  actor: Actor,
  id: string,
  wanted: Wanted & { revision: number },
): Promise<SavedChart> {
  const { category, question } = checked(wanted);
  return runCommand(db, actor, async (command) => {
    await holdLock(command.tx, 'chartBoards');
    const { rows } = await command.tx
      .execute(sql`update data_visualizations v set name = ${wanted.name},
        kind = ${wanted.kind}, question = ${question}::jsonb, is_wide = ${wanted.isWide ?? false},
        position = case when v.category = ${category} then v.position else ${nextPlace(category)} end,
        category = ${category}, revision = v.revision + 1, updated_at = now()
      where v.id = ${id} and v.revision = ${wanted.revision} returning v.id`);
    const chart = await oneChart(command.tx, id);
    if (rows.length === 0)
      throw await staleRecord(command.tx, { kind: 'chart', id }, { revision: chart.revision });
    noteChart(command, 'change', chart);
    return chart;
  });
}

/** Moves a chart one place on its board; the first and the last stay where they are. */
export async function moveChart(
  db: Db,
  actor: Actor,
  id: string,
  direction: 'UP' | 'DOWN',
): Promise<SavedChart[]> {
  return runCommand(db, actor, async (command) => {
    await holdLock(command.tx, 'chartBoards');
    const { category } = await oneChart(command.tx, id);
    const board = await readCharts(command.tx, sql`v.category = ${category}`);
    const at = board.findIndex((chart) => chart._id === id);
    const to = direction === 'UP' ? at - 1 : at + 1;
    const [moved] = board.splice(at, 1);
    if (moved === undefined || to < 0 || to > board.length)
      return readCharts(command.tx, sql`v.category = ${category}`);
    board.splice(to, 0, moved);
    const ids = sql.param(board.map((chart) => chart._id));
    await command.tx.execute(sql`update data_visualizations v set position = o.place
      from unnest(${ids}::uuid[]) with ordinality as o(id, place) where v.id = o.id`);
    noteChart(command, 'move', moved);
    return readCharts(command.tx, sql`v.category = ${category}`);
  });
}

/** Removes a chart; one that is gone already is removed too. */
export async function removeChart(db: Db, actor: Actor, id: string): Promise<{ removed: boolean }> {
  return runCommand(db, actor, async (command) => {
    await holdLock(command.tx, 'chartBoards');
    const [chart] = await readCharts(command.tx, sql`v.id = ${id}`);
    if (!chart) return { removed: false };
    await command.tx.execute(sql`delete from data_visualizations where id = ${id}`);
    noteChart(command, 'remove', chart);
    return { removed: true };
  });
}
