import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { ReconciliationItem, reconciliationCalls } from '../../contract/reconciliation.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { pageLimit } from '../database/list-page.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { isInHand } from '../receipts/receipt-rows-service.ts';
import { reconciliationScope } from './reconciliation-scope.ts';

type ItemsCall = typeof reconciliationCalls.listReconciliationItems;
type ItemsQuery = CallRequest<ItemsCall>['query'];

interface ItemRow extends ReconciliationItem, Record<string, unknown> {}

/** Which receipts stand behind a figure. */
const RECEIPTS_OF: Readonly<Record<Exclude<ItemsQuery['kind'], 'bankPaid'>, SQL>> = {
  collected: sql`true`,
  deposited: sql`(r.cancelled_at is null and not ${isInHand})`,
  inHand: isInHand,
  cancelled: sql`r.cancelled_at is not null`,
};

interface Items {
  /** Behind `from`, with `where`. */
  readonly rows: SQL;
  readonly amount: SQL;
  /** Of the page, newest first. */
  readonly page: (limit: SQL) => SQL;
}

function receiptItems(where: SQL): Items {
  const rows = sql`from receipts r where ${where}`;
  const order = sql`order by r.collected_on desc, r.id desc`;
  return {
    rows,
    amount: sql`r.amount`,
    page: (limit) => sql`
      select r.id as "_id", r.collected_on as day, r.number::text as reference, l.loan_number as "Loan_ID",
        l.customer_name as "Customer_Name", c.name as "Client_Name", u.full_name as "Agent_Name", r.amount, r.mode,
        case when r.cancelled_at is not null then 'cancelled' when r.deposit_id is not null then 'deposited'
          when ${isInHand} then 'inHand' else 'direct' end as kind,
        coalesce(r.cancel_reason, nullif(concat_ws(' ', x.place, x.reference), '')) as note
      from (select r.* ${rows} ${order} ${limit}) r join loans l on l.id = r.loan_id
        join clients c on c.id = r.client_id join users u on u.id = r.agent_id
        left join deposits x on x.id = r.deposit_id
      ${order}`,
  };
}

function paymentItems(where: SQL): Items {
  const rows = sql`from ${attributedPayments} p where ${where}`;
  const order = sql`order by p.paid_on desc, p.id desc`;
  return {
    rows,
    amount: sql`p.amount`,
    page: (limit) => sql`
      select p.id as "_id", p.paid_on as day, p.reference, l.loan_number as "Loan_ID",
        l.customer_name as "Customer_Name", c.name as "Client_Name", u.full_name as "Agent_Name", p.amount, p.mode,
        'bankPaid' as kind, nullif(concat_ws(' · ', s.file_name, p.row), '') as note
      from (select p.* ${rows} ${order} ${limit}) p join loans l on l.id = p.loan_id
        join clients c on c.id = p.client_id left join users u on u.id = p.collector_id
        left join activity_sheets s on s.id = p.sheet_id
      ${order}`,
  };
}

/** A page of the receipts or payments behind one figure, newest first, with the figure itself. */
export async function listReconciliationItems(
  { db, settings }: Context,
  actor: Actor,
  query: ItemsQuery,
): Promise<CallAnswer<ItemsCall>> {
  const { page, pageSize, kind } = query;
  const scope = reconciliationScope(settings.businessTz, actor, query);
  const items =
    kind === 'bankPaid'
      ? paymentItems(scope.payments)
      : receiptItems(sql`${scope.receipts} and ${RECEIPTS_OF[kind]}`);
  return db.transaction(
    async (tx) => {
      const summed = await tx.execute<{ n: number; amount: number }>(
        sql`select count(*)::int as n, coalesce(sum(${items.amount}), 0)::bigint as amount ${items.rows}`,
      );
      const { n: totalCount, amount } = summed.rows[0] ?? { n: 0, amount: 0 };
      const part = sql`${pageLimit({ page, pageSize })}`;
      const result = await tx.execute<ItemRow>(items.page(part));
      return { data: result.rows, totalCount, page, pageSize, amount };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
