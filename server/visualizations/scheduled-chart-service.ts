import { sql } from 'drizzle-orm';
import type { ChartQuestion } from '../../contract/visualization.ts';
import { chartQuestionSchema, maySeeMeasure } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { answerChart } from './chart-answer.ts';
import { chartFile } from './chart-file.ts';
import { namesNoOtherLender } from './saved-charts.ts';

/**
 * The name of a chart that the actor may have sent to people: one of its own role's board, any for admins. The chart is held
 * until the transaction ends. Throws 404.
 */
export async function holdChart(tx: Db, actor: Actor, id: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select v.name from data_visualizations v where v.id = ${id} and (${isAdmin(actor)} or v.category = ${actor.role}) and ${namesNoOtherLender(actor)}
    for share`);
  const [chart] = rows;
  if (!chart) throw notFound('The chart');
  return chart.name;
}

/**
 * Makes and stores what a person sees of a saved chart's question, counted from a business day; null when its measure is not for
 * the person's role, or it names another lender than the person's own.
 */
export async function storeChart(
  { db, settings, fileStore }: Context,
  actor: Actor,
  key: string,
  ask: {
    readonly name: string;
    readonly question: ChartQuestion;
    readonly format: 'xlsx' | 'csv';
    readonly day: string;
  },
) {
  const question = chartQuestionSchema.parse(ask.question);
  if (!maySeeMeasure(actor.role, question.measure)) return null;
  const { clientId, clientName } = actor;
  if (clientId !== null && question.filters.clients.some((name) => name !== clientName))
    return null;
  const { format, day } = ask;
  const zone = settings.businessTz;
  const answer = await answerChart(db, zone, actor, question, day);
  const how = { actor, zone, format, day };
  const { name, bytes } = await chartFile(db, { name: ask.name, question }, answer, how);
  const { size } = await fileStore.write(key, bytes);
  const { from, to } = answer;
  const days = from === null || to === null ? null : { from, to };
  return { name, size, rowCount: answer.rows.length, filter: question, days };
}
