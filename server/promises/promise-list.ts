import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { PaymentPromise, PromiseView, promiseCalls } from '../../contract/promise.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { businessDay, isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { clientCondition, loanSearchConditions } from '../loans/loan-filter-service.ts';

type Query = CallRequest<typeof promiseCalls.listPromises>['query'];
type Answer = CallAnswer<typeof promiseCalls.listPromises>;

interface PromiseRow extends PaymentPromise, Record<string, unknown> {}

const columns = sql`p.id as "_id", p.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
  c.name as "Client_Name", p.amount, p.due_on::text as "dueOn", p.last_on::text as "lastOn", p.made_at as "madeAt",
  a.full_name as "agentName", h.full_name as "collectorName", p.state, p.paid_amount as "paidAmount",
  p.said_amount as "saidAmount", p.late_amount as "lateAmount",
  (p.state = 'KEPT' and p.paid_amount * 100 < p.amount * (100 - p.tolerance_percent)) as "isUnproven"`;

const named = sql`join clients c on c.id = l.client_id join users a on a.id = p.agent_id
  left join users h on h.id = l.collector_id`;

const toWire = (row: PromiseRow): PaymentPromise => ({ ...row, madeAt: isoInstant(row.madeAt) });

function inView(view: PromiseView, today: string): SQL {
  switch (view) {
    case 'open':
      return sql`p.state = 'OPEN'`;
    case 'due':
      return sql`p.state = 'OPEN' and p.due_on <= ${today}::date`;
    case 'broken':
      return sql`p.state in ('BROKEN', 'PART_KEPT')`;
    case 'kept':
      return sql`p.state = 'KEPT'`;
  }
}

/** A page of promises of one view, the first due first (what is over: the last first), with the sums of every view. */
export async function listPromises(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const { view, clientName, collectorId, search } = query;
  const today = businessDay(settings.businessTz);
  const from = sql`promises p join loans l on l.id = p.loan_id`;
  const where = allOf([
    loansVisibleTo(actor),
    clientName && clientCondition([clientName]),
    collectorId && sql`l.collector_id = ${collectorId}`,
    query.from && sql`p.due_on >= ${query.from}::date`,
    query.to && sql`p.due_on <= ${query.to}::date`,
    ...loanSearchConditions(search, actor.role),
  ]);
  const tally = (of: PromiseView): SQL => sql`json_build_object(
    'count', count(*) filter (where ${inView(of, today)}),
    'amount', coalesce(sum(p.amount) filter (where ${inView(of, today)}), 0)::bigint)`;
  const counted = await db.execute<
    Answer['sums']
  >(sql`select ${tally('open')} as open, ${tally('due')} as due,
    ${tally('broken')} as broken, ${tally('kept')} as kept from ${from} where ${where}`);
  const none = { count: 0, amount: 0 };
  const sums = counted.rows[0] ?? { open: none, due: none, broken: none, kept: none };
  const isOver = view === 'broken' || view === 'kept';
  const page = await listPage(db, query, {
    columns,
    from,
    joins: named,
    where: allOf([where, inView(view, today)]),
    order: isOver ? sql`p.due_on desc, p.id desc` : sql`p.due_on, p.id`,
    totalCount: sums[view].count,
    row: toWire,
  });
  return { ...page, sums };
}

/** All promises of a loan, newest first. Throws 404 when the actor does not see the loan. */
export async function listPromisesOfLoan(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<{ data: PaymentPromise[] }> {
  const seen = await db.execute(
    sql`select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (seen.rows.length === 0) throw notFound('This loan');
  const { rows } = await db.execute<PromiseRow>(sql`select ${columns}
    from promises p join loans l on l.id = p.loan_id ${named}
    where p.loan_id = ${loanId} order by p.made_at desc, p.id desc limit 200`);
  return { data: rows.map(toWire) };
}
