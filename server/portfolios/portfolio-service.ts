import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { PortfolioInput } from '../../contract/client-contract.ts';
import type { Portfolio, portfolioCalls } from '../../contract/portfolio.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, countRows, pageLimit } from '../database/list-page.ts';
import { portfolios } from '../database/tables/client-contracts.ts';
import { badInput, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';

type ListAnswer = CallAnswer<typeof portfolioCalls.listPortfolios>;
type ListQuery = CallRequest<typeof portfolioCalls.listPortfolios>['query'];
type NewPortfolio = CallRequest<typeof portfolioCalls.createPortfolio>['body'];
type ChangedPortfolio = CallRequest<typeof portfolioCalls.updatePortfolio>['body'];

/**
 * Portfolios with their lender and loans, of those whose ids `chosen` selects. Their lenders' loans are passed over once:
 * portfolios share them.
 */
const rowsOf = (chosen: SQL): SQL => sql`
  with f as materialized (${chosen}),
    stock as materialized (
      select l.client_id, l.product, l.bucket, count(*) as loans, sum(l.total_due_amount) as due from loans l
      where l.status = 'ACTIVE' and l.client_id in (select o.client_id from portfolios o where o.id in (select id from f))
      group by l.client_id, l.product, l.bucket)
  select p.id as "_id", p.client_id as "clientId", c.name as "Client_Name", p.name, p.products, p.buckets,
    p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", x.*, p.created_at as "createdAt", p.revision
  from portfolios p join clients c on c.id = p.client_id
  cross join lateral (
    select coalesce(sum(s.loans), 0)::int as "loanCount", coalesce(sum(s.due), 0)::bigint as "dueAmount" from stock s
    where s.client_id = p.client_id
      and (cardinality(p.products) = 0 or lower(s.product) = any(lower(p.products::text)::text[]))
      and (cardinality(p.buckets) = 0 or lower(s.bucket) = any(lower(p.buckets::text)::text[]))) x
  where p.id in (select id from f) order by lower(p.name), p.id`;

const readPortfolios = async (db: Db, chosen: SQL): Promise<Portfolio[]> => {
  const { rows } = await db.execute<Portfolio & Record<string, unknown>>(rowsOf(chosen));
  return rows.map((row) => Object.assign(row, { createdAt: isoInstant(row.createdAt) }));
};

/** A page of the portfolios whose lender the actor may see, by name. */
export async function listPortfolios(
  { db }: Context,
  actor: Actor,
  { clientId, search, ...page }: ListQuery,
): Promise<ListAnswer> {
  const from = sql`portfolios p join clients c on c.id = p.client_id where ${allOf([
    clientsVisibleTo(actor),
    clientId && sql`p.client_id = ${clientId}`,
    search && contains(search, sql`p.name`),
  ])}`;
  const chosen = sql`select p.id from ${from} order by lower(p.name), p.id ${pageLimit(page)}`;
  const [data, totalCount] = [await readPortfolios(db, chosen), await countRows(db, from)];
  return { data, totalCount, ...page };
}

/** Every portfolio of a client, by name. The caller checked that the actor may see the client. */
export async function portfoliosOfClient(db: Db, clientId: string): Promise<Portfolio[]> {
  return readPortfolios(db, sql`select id from portfolios where client_id = ${clientId}`);
}

/** Stores portfolios of a client within a command. Their names differ. */
export async function insertPortfolios(
  tx: Db,
  actor: Pick<Actor, 'userId'> | null,
  clientId: string,
  given: readonly PortfolioInput[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const createdBy = actor?.userId ?? null;
  const rows = given.map((portfolio) => ({ ...portfolio, id: newId(), clientId, createdBy }));
  await tx.insert(portfolios).values(rows);
  return rows.map(({ id }) => id);
}

/** Throws 409 naming the field when the client has another portfolio of this name. Call with the client's row locked. */
async function refuseTakenName(
  tx: Db,
  clientId: string,
  name: string,
  ownId: string | null,
): Promise<void> {
  const taken = await tx.execute(sql`select 1 from portfolios where client_id = ${clientId}
    and lower(name) = lower(${name}) and id is distinct from ${ownId}::uuid`);
  if (taken.rows.length > 0)
    throw conflict('PORTFOLIO_NAME_TAKEN', `There is a portfolio named "${name}" already.`, [
      fieldProblem('name', 'twice'),
    ]);
}

/** Locks the client against another change of its portfolios. Throws 404 when the actor may not see it. */
async function lockClient(tx: Db, actor: Actor, clientId: string): Promise<void> {
  const found = await tx.execute(
    sql`select 1 from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)} for no key update`,
  );
  if (found.rows.length === 0) throw notFound('This client');
}

type LockedPortfolio = Pick<Portfolio, 'clientId' | 'name' | 'products' | 'buckets' | 'revision'>;

/** Locks the client of a portfolio and returns both. Throws 404 when the actor may not see it. */
async function lockPortfolio(tx: Db, actor: Actor, id: string) {
  // The client before its portfolio, as whoever removes the client does.
  await tx.execute(sql`select 1 from clients c where c.id = (select client_id from portfolios where id = ${id})
    and ${clientsVisibleTo(actor)} for no key update`);
  const found = await tx.execute<LockedPortfolio>(
    sql`select p.client_id as "clientId", p.name, p.products, p.buckets, p.revision from portfolios p join clients c on c.id = p.client_id
      where p.id = ${id} and ${clientsVisibleTo(actor)} for update of p`,
  );
  const [row] = found.rows;
  if (!row) throw notFound('This portfolio');
  return row;
}

/** Adds a portfolio; without a client to the actor's own. Throws 400, 404, 409 (name taken). */
export async function createPortfolio(
  context: Context,
  actor: Actor,
  { clientId = actor.clientId ?? undefined, ...portfolio }: NewPortfolio,
): Promise<{ _id: string }> {
  if (clientId === undefined)
    throw badInput('Choose the client that this portfolio is of.', [
      fieldProblem('clientId', 'client-missing'),
    ]);
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await lockClient(tx, actor, clientId);
    await refuseTakenName(tx, clientId, portfolio.name, null);
    const [id = ''] = await insertPortfolios(tx, actor, clientId, [portfolio]);
    const details = { clientId, name: portfolio.name };
    audit({ action: 'portfolio.create', entity: 'portfolio', entityId: id, details });
    return { _id: id };
  });
}

/** Throws 409 PORTFOLIO_IN_USE while settlement limits name the portfolio. */
async function refuseWithLimits(tx: Db, id: string, name: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from settlement_limits where portfolio_id = ${id} limit 1`,
  );
  if (rows.length > 0)
    throw conflict(
      'PORTFOLIO_IN_USE',
      `Portfolio ${name} has settlement limits of its own. Take them back first.`,
    );
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/**
 * Changes a portfolio. Throws 404, 409: name taken, changed by somebody else meanwhile, or PORTFOLIO_IN_USE, since the
 * agency would change of which loans the client decides by making a portfolio with settlement limits one of other loans.
 */
export async function updatePortfolio(
  context: Context,
  actor: Actor,
  id: string,
  { revision, ...portfolio }: ChangedPortfolio,
): Promise<{ _id: string }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const before = await lockPortfolio(tx, actor, id);
    if (before.revision !== revision)
      throw await staleRecord(tx, { kind: 'portfolio', id }, { revision: before.revision });
    await refuseTakenName(tx, before.clientId, portfolio.name, id);
    const hasSameLoans =
      areSame(before.products, portfolio.products) && areSame(before.buckets, portfolio.buckets);
    if (isAdmin(actor) && !hasSameLoans) await refuseWithLimits(tx, id, before.name);
    await tx.update(portfolios).set(portfolio).where(eq(portfolios.id, id));
    const details = { clientId: before.clientId, before: before.name, name: portfolio.name };
    audit({ action: 'portfolio.edit', entity: 'portfolio', entityId: id, details });
    return { _id: id };
  });
}

/** Removes a portfolio; loans stay as they are. Throws 404, 409 PORTFOLIO_IN_USE while settlement limits name it. */
export async function removePortfolio(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const { clientId, name } = await lockPortfolio(tx, actor, id);
    await refuseWithLimits(tx, id, name);
    await tx.execute(sql`delete from portfolios where id = ${id}`);
    const details = { clientId, name };
    audit({ action: 'portfolio.remove', entity: 'portfolio', entityId: id, details });
    return { _id: id };
  });
}
