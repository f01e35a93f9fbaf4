import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { clientCalls } from '../../contract/client.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf, contains, countRows, pageLimit } from '../database/list-page.ts';

type ListAnswer = CallAnswer<typeof clientCalls.listClients>;
type ListQuery = CallRequest<typeof clientCalls.listClients>['query'];

interface ClientName extends Record<string, unknown> {
  _id: string;
  Client_Name: string;
}

interface ListRow extends Record<string, unknown> {
  id: string;
  name: string;
  code: string | null;
  products: string[];
  manager_names: string[];
  portfolio_count: number;
  loan_count: number;
  due_amount: number;
  created_at: string;
}

/** The lenders the actor may name, by name; empty when there is none. */
export async function listClientNames(
  context: Context,
  actor: Actor,
): Promise<{ data: ClientName[] }> {
  const result = await context.db.execute<ClientName>(sql`
    select c.id as "_id", c.name as "Client_Name" from clients c where ${clientsVisibleTo(actor)} order by c.name`);
  return { data: result.rows };
}

const loanCount = sql`coalesce(x.loan_count, 0)`;
const dueAmount = sql`coalesce(x.due_amount, 0)`;

/** Figures of the loans of lenders, in one pass over the loans: a lender's lie scattered over the whole table. */
const stockOf = (which: SQL): SQL => sql`(
  select l.client_id, count(*)::int as loan_count, coalesce(sum(l.total_due_amount), 0)::bigint as due_amount
  from loans l where l.status = 'ACTIVE' and ${which} group by l.client_id) x`;

/** The order of the list; names without regard to case. */
function orderOf(sort: ListQuery['sort']): SQL {
  const direction = sort?.startsWith('-') === true ? sql`desc` : sql`asc`;
  switch ((sort ?? 'Client_Name').replace(/^-/, '')) {
    case 'loanCount':
      return sql`${loanCount} ${direction}, c.id`;
    case 'dueAmount':
      return sql`${dueAmount} ${direction}, c.id`;
    case 'createdAt':
      return sql`c.created_at ${direction}, c.id`;
    default:
      return sql`lower(c.name) ${direction}, c.id`;
  }
}

function toRow(row: ListRow): ListAnswer['data'][number] {
  return {
    _id: row.id,
    Client_Name: row.name,
    code: row.code,
    products: row.products,
    managerNames: row.manager_names,
    portfolioCount: row.portfolio_count,
    loanCount: row.loan_count,
    dueAmount: row.due_amount,
    createdAt: isoInstant(row.created_at),
  };
}

/** A page of clients with the counts and dues of their loans, by name unless sorted otherwise. */
export async function listClients(
  context: Context,
  actor: Actor,
  { page, pageSize, search, sort }: ListQuery,
): Promise<ListAnswer> {
  const where = allOf([
    clientsVisibleTo(actor),
    search && contains(search, sql`c.name`, sql`c.code`),
  ]);
  const totalCount = await countRows(context.db, sql`clients c where ${where}`);
  const order = orderOf(sort);
  const isByStock = /loanCount|dueAmount/.test(sort ?? '');
  // Figures are read for the rows of the page only, unless the list is sorted by one of them.
  const ranked = isByStock ? sql`left join ${stockOf(sql`true`)} on x.client_id = c.id` : sql``;
  const { rows } = await context.db.execute<ListRow>(sql`
    with f as materialized (select c.id from clients c ${ranked} where ${where}
      order by ${order} ${pageLimit({ page, pageSize })})
    select c.id, c.name, c.code, c.products, c.created_at, ${loanCount} as loan_count, ${dueAmount} as due_amount,
      (select count(*)::int from portfolios p where p.client_id = c.id) as portfolio_count,
      array(select u.full_name from manager_clients m join users u on u.id = m.manager_id
        where m.client_id = c.id and u.deleted_at is null order by u.full_name) as manager_names
    from f join clients c on c.id = f.id
      left join ${stockOf(sql`l.client_id in (select id from f)`)} on x.client_id = c.id
    order by ${order}`);
  return { data: rows.map(toRow), totalCount, page, pageSize };
}
