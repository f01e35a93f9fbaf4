import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';

import type {
  SettlementQuery,
  SettlementView,
  settlementCalls,
} from '../../contract/settlement-calls.ts';
import { levelOf } from '../../contract/settlement-authority.ts';
import { OPEN_SETTLEMENT_STATES } from '../../contract/settlement.ts';
import type { Settlement, SettlementWait } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { settlementsVisibleTo } from '../access/scope.ts';
import { isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import { notAllowed } from '../errors.ts';
import { clientCondition, loanSearchConditions } from '../loans/loan-filter-service.ts';
import { hasWord } from '../loans/loan-words-service.ts';
import { settlementColumns, settlementJoins, toSettlement } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';

type Answer = CallAnswer<typeof settlementCalls.listAdminSettlements>;
type PendingCall = typeof settlementCalls.listPendingClientReports;

const from = sql`settlements s join loans l on l.id = s.loan_id`;
const forClient = sql`s.waits_for in ('CLIENT', 'CLIENT_HEAD', 'LETTER')`;

/** What an actor's role can be waited for; who made the terms waits for somebody else. */
function waitsForActor(actor: Actor): SQL {
  const level = levelOf(actor.role);
  const waits: Readonly<Record<string, readonly SettlementWait[]>> = {
    MANAGER: ['MANAGER'],
    ADMIN: ['ADMIN'],
    CLIENT: ['CLIENT', 'LETTER'],
    CLIENT_HEAD: ['CLIENT', 'CLIENT_HEAD', 'LETTER'],
  };
  if (level === null)
    return sql`(s.state = 'LETTER_ISSUED' and ${actor.userId} in (l.collector_id, l.field_agent_id))`;
  // A delegated approval's letter is the agency's to write.
  const isAgency = level === 'MANAGER' || level === 'ADMIN';
  const letters = isAgency ? sql`or (s.waits_for = 'LETTER' and s.is_delegated)` : sql``;
  // What no manager can approve, an admin can: the loan has none who can log in, or its manager proposed it.
  const managers =
    level === 'ADMIN'
      ? sql`or (s.waits_for = 'MANAGER' and not exists (select 1 from users m
          where m.id = l.manager_id and m.disabled_at is null and m.id <> s.proposed_by))`
      : sql``;
  return sql`(((s.waits_for = any(${sql.param([...(waits[level] ?? [])])}::text[]) ${managers})
    and s.maker_id <> ${actor.userId}) ${letters})`;
}

function inView(view: SettlementView, actor: Actor): SQL {
  switch (view) {
    case 'mine':
      return waitsForActor(actor);
    case 'open':
      return sql`s.state = any(${sql.param([...OPEN_SETTLEMENT_STATES])}::text[])`;
    case 'client':
      return forClient;
    case 'paying':
      return sql`s.state in ('LETTER_ISSUED', 'ACTIVE')`;
    case 'over':
      return sql`s.waits_for is null`;
  }
}

function conditions(actor: Actor, query: SettlementQuery): SQL {
  const { gte, lte, clientName, product, minWaiver, minAge } = query;
  return allOf([
    settlementsVisibleTo(actor),
    clientName && clientCondition([clientName]),
    product && hasWord('product', [product]),
    gte && sql`s.offered_on >= ${gte}::date`,
    lte && sql`s.offered_on <= ${lte}::date`,
    query.status && sql`s.state = ${query.status}`,
    query.loanId && sql`s.loan_id = ${query.loanId}`,
    minWaiver && sql`s.waiver_amount * 100 >= ${minWaiver}::int * s.due_amount`,
    minAge &&
      sql`s.waits_for is not null and s.waits_since <= now() - make_interval(days => ${minAge})`,
    ...loanSearchConditions(query.search, actor.role),
  ]);
}

/**
 * A page of settlements, the newest first; of those that wait for somebody what waits the longest first, and what is to be
 * decided before letters that are to be written.
 */
export async function listSettlements(
  { db }: Context,
  actor: Actor,
  query: SettlementQuery,
  more?: SQL | '',
): Promise<Answer> {
  const where = allOf([conditions(actor, query), more]);
  const { view } = query;
  const tally = (of: SettlementView): SQL => sql`json_build_object(
    'count', count(*) filter (where ${inView(of, actor)}),
    'amount', coalesce(sum(s.offered_amount) filter (where ${inView(of, actor)}), 0)::bigint)`;
  const counted = await db.execute<Answer['sums'] & { n: number } & Record<string, unknown>>(sql`
    select count(*)::int as n, ${tally('mine')} as mine, ${tally('open')} as open, ${tally('client')} as client,
      ${tally('paying')} as paying, ${tally('over')} as over from ${from} where ${where}`);
  const none = { count: 0, amount: 0 };
  const { n, ...sums } = counted.rows[0] ?? {
    n: 0,
    mine: none,
    open: none,
    client: none,
    paying: none,
    over: none,
  };
  const isQueue = view === 'mine' || view === 'client';
  const page = await listPage<SettlementRow, Settlement>(db, query, {
    columns: settlementColumns,
    from,
    joins: settlementJoins,
    where: view === undefined ? where : allOf([where, inView(view, actor)]),
    order: isQueue
      ? sql`s.waits_for = 'LETTER', s.waits_since, s.id`
      : sql`s.proposed_at desc, s.id desc`,
    key: sql`s.id`,
    totalCount: view === undefined ? n : sums[view].count,
    row: toSettlement(actor),
  });
  return { ...page, sums };
}

/** `id` of the five lists is the caller's own, or its client's. Throws 403. */
export function refuseForeignId(actor: Actor, id: string | undefined): void {
  const own = [actor.userId, actor.clientId];
  const mayAny = actor.role === 'ADMIN' || actor.role === 'SUPER_ADMIN';
  if (id !== undefined && !mayAny && !own.includes(id))
    throw notAllowed('You may only ask for your own settlements.', 'FOREIGN_PERSON');
}

/** How many settlements wait for the actor. */
export async function countMine({ db }: Context, actor: Actor): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}
    where ${settlementsVisibleTo(actor)} and ${waitsForActor(actor)}`);
  return rows[0]?.n ?? 0;
}

interface PendingRow extends SettlementRow {
  nudgeCount: number;
  nudgedAt: string | null;
}

/** What waits for a client, the longest first. */
export async function listPending(
  { db }: Context,
  actor: Actor,
  query: {
    page: number;
    pageSize: number;
    managerId?: string | undefined;
    client?: string | undefined;
  },
): Promise<CallAnswer<PendingCall>> {
  const shown = toSettlement(actor);
  return listPage<PendingRow, CallAnswer<PendingCall>['data'][number]>(db, query, {
    columns: sql`${settlementColumns}, s.nudge_count as "nudgeCount", s.nudged_at as "nudgedAt"`,
    from,
    joins: settlementJoins,
    where: allOf([
      settlementsVisibleTo(actor),
      forClient,
      query.managerId && sql`l.manager_id = ${query.managerId}`,
      query.client && clientCondition([query.client]),
    ]),
    order: sql`s.waits_since, s.id`,
    row: (row) => ({
      ...shown(row),
      nudgeCount: row.nudgeCount,
      nudgedAt: isoInstantOrNull(row.nudgedAt),
    }),
  });
}

/** Clients with settlements that the actor sees, with how many wait for them. */
export async function listSettlementClients(
  db: Db,
  actor: Actor,
  managerId: string | undefined,
): Promise<CallAnswer<typeof settlementCalls.listSettlementClients>> {
  const { rows } = await db.execute<{
    _id: string;
    Client_Name: string;
    count: number;
    waitingCount: number;
  }>(sql`
    select c.id as "_id", c.name as "Client_Name", count(*)::int as count,
      (count(*) filter (where ${forClient}))::int as "waitingCount"
    from ${from} join clients c on c.id = s.client_id
    where ${allOf([settlementsVisibleTo(actor), managerId && sql`l.manager_id = ${managerId}`])}
    group by c.id order by c.name limit 1000`);
  return { data: rows };
}
