import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type {
  ReconciliationGroup,
  ReconciliationRow,
  reconciliationCalls,
} from '../../contract/reconciliation.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { isInHand } from '../receipts/receipt-rows-service.ts';
import { reconciliationScope } from './reconciliation-scope.ts';
import type { ReconciliationScope } from './reconciliation-scope.ts';

type LinesCall = typeof reconciliationCalls.getReconciliation;
type Totals = CallAnswer<LinesCall>['totals'];

interface LineRow extends ReconciliationRow, Record<string, unknown> {}

/** Which lines are asked for. */
export interface LinesAsk {
  readonly groupBy: ReconciliationGroup;
  readonly isDifferingOnly: boolean;
}

const KEYS: Readonly<Record<ReconciliationGroup, readonly ('day' | 'agent_id' | 'client_id')[]>> = {
  day: ['day'],
  agent: ['agent_id'],
  client: ['client_id'],
  all: ['day', 'client_id', 'agent_id'],
};

/** Receipts and payments as one list of money, each amount in the column of what it is. */
function money({ receipts, payments }: ReconciliationScope): SQL {
  return sql`select r.collected_on as day, r.agent_id, r.client_id, r.amount as collected,
      case when r.cancelled_at is null and not ${isInHand} then r.amount else 0 end as deposited,
      case when r.cancelled_at is null and r.deposit_id is null and not ${isInHand} then r.amount else 0 end as direct,
      case when ${isInHand} then r.amount else 0 end as in_hand,
      case when r.cancelled_at is not null then r.amount else 0 end as cancelled, 0::bigint as bank_paid
    from receipts r where ${receipts}
    union all
    select p.paid_on, p.collector_id, p.client_id, 0, 0, 0, 0, 0, p.amount
    from ${attributedPayments} p where ${payments}`;
}

const sums = sql`coalesce(sum(m.collected), 0)::bigint as collected,
  coalesce(sum(m.deposited), 0)::bigint as deposited, coalesce(sum(m.direct), 0)::bigint as direct,
  coalesce(sum(m.in_hand), 0)::bigint as "inHand", coalesce(sum(m.cancelled), 0)::bigint as cancelled,
  coalesce(sum(m.bank_paid), 0)::bigint as "bankPaid",
  coalesce(sum(m.collected - m.cancelled - m.bank_paid), 0)::bigint as difference`;

/** The lines as a table `g`: its keys (null where it is not grouped by them) and its sums. */
function lines(scope: ReconciliationScope, { groupBy, isDifferingOnly }: LinesAsk): SQL {
  const keys = KEYS[groupBy];
  const key = (name: 'day' | 'agent_id' | 'client_id', type: SQL) =>
    keys.includes(name) ? sql`m.${sql.identifier(name)}` : sql`null::${type}`;
  const by = sql.join(
    keys.map((name) => sql`m.${sql.identifier(name)}`),
    sql`, `,
  );
  const differing = isDifferingOnly
    ? sql`having coalesce(sum(m.collected - m.cancelled - m.bank_paid), 0) <> 0`
    : sql``;
  return sql`(select ${key('day', sql`date`)} as day, ${key('agent_id', sql`uuid`)} as agent_id,
    ${key('client_id', sql`uuid`)} as client_id, ${sums} from (${money(scope)}) m group by ${by} ${differing}) g`;
}

const inOrder = sql`day desc nulls last, "Client_Name" nulls last, "Agent_Name" nulls last, "_id"`;

async function readTotals(db: Db, g: SQL): Promise<Totals & { n: number }> {
  const result = await db.execute<Totals & { n: number } & Record<string, unknown>>(sql`
    select count(*)::int as n, coalesce(sum(collected), 0)::bigint as collected,
      coalesce(sum(deposited), 0)::bigint as deposited, coalesce(sum(direct), 0)::bigint as direct,
      coalesce(sum("inHand"), 0)::bigint as "inHand", coalesce(sum(cancelled), 0)::bigint as cancelled,
      coalesce(sum("bankPaid"), 0)::bigint as "bankPaid", coalesce(sum(difference), 0)::bigint as difference
    from ${g}`);
  const [row] = result.rows;
  if (!row) throw new Error('A sum came back without a row.');
  return row;
}

async function readLines(db: Db, g: SQL, part: SQL): Promise<ReconciliationRow[]> {
  const result = await db.execute<LineRow>(sql`
    select concat_ws('_', coalesce(g.day::text, '-'), coalesce(g.client_id::text, '-'), coalesce(g.agent_id::text, '-'))
        as "_id",
      g.day, g.agent_id as "agentId", u.full_name as "Agent_Name", g.client_id as "clientId", c.name as "Client_Name",
      g.collected, g.deposited, g.direct, g."inHand", g.cancelled, g."bankPaid", g.difference
    from ${g} left join users u on u.id = g.agent_id left join clients c on c.id = g.client_id
    order by ${inOrder} ${part}`);
  return result.rows;
}

/** A page of lines with the totals of all of them, of one instant. */
export async function getReconciliation(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<LinesCall>['query'],
): Promise<CallAnswer<LinesCall>> {
  const { page, pageSize, groupBy } = query;
  const scope = reconciliationScope(settings.businessTz, actor, query);
  const g = lines(scope, { groupBy, isDifferingOnly: query.differing !== undefined });
  return db.transaction(
    async (tx) => {
      const { n: totalCount, ...totals } = await readTotals(tx, g);
      const part = sql`${pageLimit({ page, pageSize })}`;
      const data = await readLines(tx, g, part);
      return { data, totalCount, page, pageSize, totals, from: scope.from, to: scope.to };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** More lines than a spreadsheet has rows for are cut off. */
const MOST_LINES = 1_000_000;

/** All lines with their totals, of one instant. */
export async function readAllLines(
  db: Db,
  scope: ReconciliationScope,
  ask: LinesAsk,
): Promise<{ rows: ReconciliationRow[]; totals: Totals }> {
  const g = lines(scope, ask);
  return db.transaction(
    async (tx) => {
      const totals = await readTotals(tx, g);
      return { rows: await readLines(tx, g, sql`limit ${MOST_LINES}`), totals };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
