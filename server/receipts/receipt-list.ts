import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { CollectionReceipt, receiptCalls } from '../../contract/receipt.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import {
  depositsVisibleTo,
  mayUndoDeposit,
  receiptsAnsweredForBy,
  receiptsVisibleTo,
} from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { readMoneyInReview } from '../devices/money-in-review-service.ts';
import {
  excessColumns,
  isCancelAsked,
  isExcessOpen,
  receiptState,
  receiptSums,
} from './receipt-rows-service.ts';

type ListCall = typeof receiptCalls.listReceipts;
type ReceiptsQuery = CallRequest<ListCall>['query'];
type Totals = CallAnswer<ListCall>['totals'];

interface ReceiptRow extends CollectionReceipt, Record<string, unknown> {}

/** Money that is in no deposit: whoever is over its agent may cancel it, never who took it in. */
const isOpen = sql`r.cancelled_at is null and r.deposit_id is null`;

const isDeposited = sql`(r.cancelled_at is null and r.deposit_id is not null)`;

const isOver = (actor: Actor): SQL =>
  isAdmin(actor) || actor.role === 'MANAGER'
    ? sql`(r.agent_id <> ${actor.userId} and ${receiptsAnsweredForBy(actor)})`
    : sql`false`;

function columnsFor(actor: Actor): SQL {
  return sql`r.id as "_id", r.number, r.claimed_number as "claimedNumber", r.number_problem as "numberProblem",
    r.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", c.name as "Client_Name",
    r.agent_id as "agentId", u.full_name as "Agent_Name", r.amount, r.mode, r.collected_on as "collectedOn",
    r.created_at as "createdAt", ${receiptState} as state, r.deposit_id as "depositId",
    case when ${isOpen} then (select t.reason from deposit_returns t where t.receipt_id = r.id
      order by t.taken_at desc, t.id desc limit 1) end as "takenOutReason", r.cancelled_at as "cancelledAt",
    (select full_name from users where id = r.cancelled_by) as "Cancelled_By", r.cancel_reason as "cancelReason",
    r.cancel_asked_at as "cancelAskedAt", r.cancel_asked_reason as "cancelAskedReason", (${isOpen} and ${isOver(actor)}) as "mayCancel",
    (${isOpen} and r.cancel_asked_at is null and r.agent_id = ${actor.userId}) as "mayAskToCancel",
    (${isDeposited} and exists (select 1 from deposits x where x.id = r.deposit_id and ${depositsVisibleTo(actor)}
      and ${mayUndoDeposit(actor)})) as "mayTakeOut",
    ${excessColumns}, (${isExcessOpen} and ${isOver(actor)}) as "mayExplain"`;
}

const joins = sql`join loans l on l.id = r.loan_id join clients c on c.id = r.client_id
  join users u on u.id = r.agent_id`;

const toReceipt = (row: ReceiptRow): CollectionReceipt => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
  cancelledAt: isoInstantOrNull(row.cancelledAt),
  cancelAskedAt: isoInstantOrNull(row.cancelAskedAt),
  excessKnownAt: isoInstantOrNull(row.excessKnownAt),
});

function searchCondition(search: string): SQL {
  const number = /^\d{1,15}$/.test(search) ? sql`r.number = ${search}::bigint` : sql`false`;
  return sql`(${number} or exists (select 1 from loans s where s.id = r.loan_id
    and ${contains(search, sql`s.loan_number`, sql`s.customer_name`)}))`;
}

function conditions(actor: Actor, query: ReceiptsQuery): SQL {
  const { gte, lte, state, agentId, depositId, search } = query;
  const all = [receiptsVisibleTo(actor)];
  if (query.own !== undefined) all.push(receiptsAnsweredForBy(actor));
  if (gte !== undefined) all.push(sql`r.collected_on >= ${gte}::date`);
  if (lte !== undefined) all.push(sql`r.collected_on <= ${lte}::date`);
  if (state !== undefined) all.push(sql`${receiptState} = ${state}`);
  if (state === 'IN_HAND') all.push(sql`r.deposit_id is null and r.cancelled_at is null`);
  if (agentId !== undefined) all.push(sql`r.agent_id = ${agentId}`);
  if (depositId !== undefined) all.push(sql`r.deposit_id = ${depositId}`);
  if (query.asked === '1') all.push(isCancelAsked);
  if (query.asked === '0') all.push(sql`not ${isCancelAsked}`);
  if (query.excess === 'OPEN') all.push(isExcessOpen);
  if (query.excess === 'ALL') all.push(sql`r.excess_amount > 0`);
  if (query.problems !== undefined) all.push(sql`r.number_problem is not null`);
  if (search) all.push(searchCondition(search));
  return allOf(all);
}

/** A page of the receipts that the actor may see, newest first, with the sums of all that match and what is in review. */
export async function listReceipts(
  { db }: Context,
  actor: Actor,
  query: ReceiptsQuery,
): Promise<CallAnswer<ListCall>> {
  const where = conditions(actor, query);
  return db.transaction(
    async (tx) => {
      const summed = await tx.execute<Totals & { n: number } & Record<string, unknown>>(
        sql`select count(*)::int as n, ${receiptSums} from receipts r where ${where}`,
      );
      const none = { n: 0, collected: 0, deposited: 0, inHand: 0, inHandCount: 0, cancelled: 0 };
      const { n: totalCount, ...totals } = summed.rows[0] ?? none;
      const page = await listPage(tx, query, {
        columns: columnsFor(actor),
        from: sql`receipts r`,
        joins,
        where,
        order: sql`r.collected_on desc, r.created_at desc, r.id desc`,
        key: sql`r.id`,
        totalCount,
        row: toReceipt,
      });
      const inReview = await readMoneyInReview(tx, actor, query.agentId);
      return { ...page, totals, inReview };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** One receipt as the actor sees it; null when there is none, or none for this actor. */
export async function findReceipt(
  db: Db,
  actor: Actor,
  receiptId: string,
): Promise<CollectionReceipt | null> {
  const result = await db.execute<ReceiptRow>(sql`
    select ${columnsFor(actor)} from receipts r ${joins}
    where r.id = ${receiptId} and ${receiptsVisibleTo(actor)}`);
  const [row] = result.rows;
  return row ? toReceipt(row) : null;
}
