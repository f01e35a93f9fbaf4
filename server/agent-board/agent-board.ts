import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { agentBoardCalls, BoardRow } from '../../contract/agent-board.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import {
  clientsVisibleTo,
  loansVisibleTo,
  peopleOnceVisibleTo,
  peopleVisibleTo,
  userNameFor,
} from '../access/scope.ts';
import { addDays, dayRange } from '../clock.ts';
import { atMostDays, monthSoFar } from '../day-span.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { managerAt } from '../identity/team-span-service.ts';
import { hasExpectations } from '../predictions/month-expectation-service.ts';
import { seesScores } from '../predictions/score-order-service.ts';
import { readBoardFigures, readStrengths } from './board-figures.ts';
import type { BoardAsk, BoardFigures } from './board-figures.ts';
import { rankAll, scoreOf } from './ranking.ts';

type Board = typeof agentBoardCalls.readAgentProfile;
type List = typeof agentBoardCalls.listAgentProfiles;
type Query = CallRequest<Board>['query'];

const MOST_ROWS = 1000;
const MOST_DAYS = 400;

const isAgent = ({ role }: Actor): boolean => role === 'COLLECTOR' || role === 'FIELD_AGENT';

/**
 * Who may stand on the actor's board. Of a manager, or narrowed to one, what its agents did while it led them. An agent is
 * compared with those who were in its team when the span ended, each with all it did. Of a lender's all who did something for
 * it in the span, whoever has its loans now: the figures are of its loans alone, and who has none of them is on no board.
 */
function rankedFor(
  zone: string,
  actor: Actor,
  { from, to }: { from: string; to: string },
  managerId: string | undefined,
): Pick<BoardAsk, 'people' | 'leadId'> {
  if (actor.role === 'MANAGER') return { people: sql`true`, leadId: actor.userId };
  if (!isAgent(actor)) {
    const people = actor.clientId === null ? peopleVisibleTo(actor) : sql`true`;
    return { people, leadId: managerId };
  }
  const at = sql`least(${dayRange(zone, from, to).end}::timestamptz - interval '1 microsecond', now())`;
  const leader = managerAt(sql`${actor.userId}::uuid`, at);
  return { people: sql`(u.id = ${actor.userId} or ${managerAt(sql`u.id`, at)} = ${leader})` };
}

/** Condition on `l`: a lender's people see what is done for them. */
const shownTo = ({ clientId }: Actor): SQL =>
  clientId === null ? sql`true` : sql`l.client_id = ${clientId}`;

const loansOf = (actor: Actor, { bucket, product }: Pick<Query, 'bucket' | 'product'>): SQL =>
  allOf([
    shownTo(actor),
    bucket && sql`lower(l.bucket) = lower(${bucket})`,
    product && sql`lower(l.product) = lower(${product})`,
  ]);

/** The agency's own people see all names; a lender's people and the agents themselves not where a lender hides them. */
async function areNamesHidden(db: Db, actor: Actor): Promise<boolean> {
  if (isAdmin(actor) || actor.role === 'MANAGER') return false;
  const mine =
    actor.clientId === null
      ? sql`s.client_id in (select x.client_id from loans x
          where x.collector_id = ${actor.userId} or x.field_agent_id = ${actor.userId})`
      : sql`s.client_id = ${actor.clientId}`;
  const { rows } = await db.execute(
    sql`select 1 from board_settings s where s.hides_names and ${mine} limit 1`,
  );
  return rows.length > 0;
}

const spanOf = (zone: string, { from, to }: Query) =>
  atMostDays(MOST_DAYS, monthSoFar(zone, { gte: from, lte: to }), 'to');

/** The figures of as many days, so many days before. */
const figuresBefore = async (db: Db, ask: BoardAsk, days: number): Promise<BoardFigures[]> =>
  readBoardFigures(db, { ...ask, from: addDays(ask.from, -days), to: addDays(ask.to, -days) });

function toRow(
  figures: BoardFigures,
  ranks: readonly [
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
  ],
): BoardRow {
  const { id, promisesDue, promisesKept, ...row } = figures;
  const [now, week, month] = ranks;
  const rank = now.get(id) ?? 0;
  const moved = (before: ReadonlyMap<string, number>) => {
    const was = before.get(id);
    return was === undefined ? null : was - rank;
  };
  return {
    ...row,
    _id: id,
    rank,
    weekMovement: moved(week),
    monthMovement: moved(month),
    score: scoreOf(figures),
    keptPercent: promisesDue === 0 ? null : Math.round((100 * promisesKept) / promisesDue),
  };
}

const nameless = (row: BoardRow): BoardRow => ({ ...row, fullName: null });

const isFound = (row: BoardRow, { search, collectorId }: Query) =>
  (collectorId === undefined || row._id === collectorId) &&
  (search === undefined ||
    (row.fullName ?? '').toLowerCase().includes(search.trim().toLowerCase()));

/** The board; the ranks are among all whom the actor may compare, whatever is searched. */
export async function readBoard(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<CallAnswer<Board>> {
  const zone = settings.businessTz;
  const span = spanOf(zone, query);
  const ranked = rankedFor(zone, actor, span, query.managerId);
  const loans = loansOf(actor, query);
  const usesScores = seesScores(actor);
  const ask: BoardAsk = { zone, ...span, loans, allLoans: shownTo(actor), ...ranked, usesScores };
  // Three connections: each goes through the whole book and its history.
  const [figures, week, month] = await Promise.all([
    readBoardFigures(db, ask),
    figuresBefore(db, ask, 7),
    figuresBefore(db, ask, 30),
  ]);
  const ranks = [rankAll(figures), rankAll(week), rankAll(month)] as const;
  const isHidden = await areNamesHidden(db, actor);
  const rows = figures
    .map((each) => toRow(each, ranks))
    .sort((a, b) => a.rank - b.rank)
    .map((row) => (isHidden && row._id !== actor.userId ? nameless(row) : row));
  const found = rows.filter((row) => isFound(row, query));
  const one = query.collectorId;
  const strengths =
    one === undefined || !rows.some(({ _id }) => _id === one)
      ? { byBucket: [], byHour: [] }
      : await readStrengths(db, ask, one);
  return {
    ...span,
    basis: usesScores && (await hasExpectations(db, span)) ? 'PREDICTION' : 'HISTORY',
    data: found.slice(0, MOST_ROWS),
    totalCount: found.length,
    own: rows.find(({ _id }) => _id === actor.userId) ?? null,
    ...strengths,
  };
}

interface Named extends Record<string, unknown> {
  _id: string;
  fullName: string;
  username: string | null;
}

interface ClientRow extends Record<string, unknown> {
  clientId: string;
  Client_Name: string;
  hidesNames: boolean;
}

async function valuesOf(db: Db, actor: Actor): Promise<{ buckets: string[]; products: string[] }> {
  const { rows } = await db.execute<{ kind: string; value: string }>(sql`
    select 'bucket' as kind, min(l.bucket) as value from loans l where l.bucket is not null and ${loansVisibleTo(actor)} group by lower(l.bucket)
    union all
    select 'product', min(l.product) from loans l where l.product is not null and ${loansVisibleTo(actor)} group by lower(l.product)
    order by 1, 2 limit 400`);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ value }) => value);
  return { buckets: of('bucket'), products: of('product') };
}

/** What the board can be narrowed by. */
export async function listProfiles({ db }: Context, actor: Actor): Promise<CallAnswer<List>> {
  // An agent may ask for its own strengths alone.
  const isOwnOnly = isAgent(actor) || (await areNamesHidden(db, actor));
  const shown = isOwnOnly ? sql`u.id = ${actor.userId}` : peopleOnceVisibleTo(actor);
  const agents = await db.execute<Named & { managerId: string | null }>(sql`
    select u.id as "_id", u.full_name as "fullName", ${userNameFor(actor)} as username,
      case when ${peopleVisibleTo(actor)} then u.manager_id end as "managerId"
    from users u where exists (select 1 from team_spans t where t.user_id = u.id) and u.deleted_at is null and ${shown}
    order by u.full_name, u.id limit 1000`);
  const managers = await db.execute<Named>(sql`
    select u.id as "_id", u.full_name as "fullName", ${userNameFor(actor)} as username from users u
    where (u.role = 'MANAGER' and u.deleted_at is null or exists (select 1 from team_spans t where t.manager_id = u.id))
      and ${peopleVisibleTo(actor)} order by u.deleted_at is not null, u.full_name, u.id limit 500`);
  const mayChange = isAdmin(actor) || actor.role === 'CLIENT_ADMIN';
  const clients = mayChange
    ? await db.execute<ClientRow>(sql`select c.id as "clientId", c.name as "Client_Name",
        coalesce(s.hides_names, false) as "hidesNames" from clients c left join board_settings s on s.client_id = c.id
        where ${clientsVisibleTo(actor)} order by c.name, c.id limit 1000`)
    : { rows: [] };
  return {
    data: agents.rows,
    managers: managers.rows,
    clients: clients.rows,
    ...(await valuesOf(db, actor)),
  };
}

/** Keeps names from a client's people and its agents, or shows them. Throws 404. */
export async function setBoardNames(
  { db }: Context,
  actor: Actor,
  clientId: string,
  hidesNames: boolean,
): Promise<{ clientId: string; hidesNames: boolean }> {
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute(
      sql`select 1 from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)}`,
    );
    if (rows.length === 0) throw notFound('This client');
    await tx.execute(sql`insert into board_settings (client_id, hides_names) values (${clientId}, ${hidesNames})
      on conflict (client_id) do update set hides_names = excluded.hides_names`);
    audit({
      action: 'agent-board.names',
      entity: 'client',
      entityId: clientId,
      details: { hidesNames },
    });
  });
  return { clientId, hidesNames };
}
