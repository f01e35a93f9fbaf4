import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { SortingKey } from '../../contract/allocation-rule.ts';
import type { SortedLoan, SortingRule } from '../../contract/allocation-rule-answers.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, loansVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { revisionOf } from '../database/revision.ts';
import { badInput } from '../errors.ts';
import { newId } from '../ids.ts';
import { loanFacts } from './loan-facts.ts';
import type { LoanFacts } from './loan-facts.ts';

const COLUMNS: Readonly<Record<SortingKey['field'], SQL>> = {
  Total_Due_Amount: sql`l.total_due_amount`,
  Principal_Outstanding: sql`l.principal_outstanding`,
  DPD: sql`l.dpd`,
  // As numbers where lenders count them: "10" is more than "9", and "6+" is 6.
  Bucket: sql`(substring(l.bucket from '[0-9]{1,9}'))::int`,
  Due_Date: sql`l.due_date`,
  Last_Payment_Date: sql`l.last_payment_date`,
  disCreatedAt: sql`l.disposition_at`,
  createdAt: sql`l.created_at`,
};

/** What loans are ordered by where nothing is set: the largest dues first. */
const USUAL_ORDER: readonly SortingKey[] = [{ field: 'Total_Due_Amount', isDescending: true }];

/** The order of loans `l` by these keys, to stand behind `order by`; those without a value come last, equal ones by id. */
function sortingOrder(keys: readonly SortingKey[]): SQL {
  const parts = keys.map(({ field, isDescending }) =>
    isDescending ? sql`${COLUMNS[field]} desc nulls last` : sql`${COLUMNS[field]} asc nulls last`,
  );
  return sql.join([...parts, sql`l.id`], sql`, `);
}

interface RuleRow extends Record<string, unknown> {
  lenderId: string | null;
  Client_Name: string | null;
  keys: SortingKey[] | null;
  loanCount: number;
  updatedAt: string | null;
  revision: number;
}

const ruleOf = (lenderId: SQL): SQL =>
  sql`select o.* from sorting_rules o where o.client_id is not distinct from ${lenderId}`;

/** Every lender with its own order, if it has one; first that of all the others. */
export async function listSortingRules(db: Db, actor: Actor): Promise<{ data: SortingRule[] }> {
  const { rows } = await db.execute<RuleRow>(sql`
    with stock as (select l.client_id, count(*)::int as loans from loans l
      where l.status = 'ACTIVE' and ${loansVisibleTo(actor)} group by 1),
    lenders as (select null::uuid as id, null::text as name
      union all select c.id, c.name from clients c where ${clientsVisibleTo(actor)})
    select x.id as "lenderId", x.name as "Client_Name", r.keys, r.updated_at as "updatedAt",
      ${revisionOf(ruleOf(sql`x.id`))} as revision,
      coalesce(case when x.id is null
        then (select sum(s.loans)::int from stock s where not exists (select 1 from sorting_rules o where o.client_id = s.client_id))
        else (select s.loans from stock s where s.client_id = x.id) end, 0) as "loanCount"
    from lenders x left join sorting_rules r on r.client_id is not distinct from x.id
    order by x.name nulls first`);
  return {
    data: rows.map((row) =>
      Object.assign(row, {
        keys: row.keys ?? (row.lenderId === null ? [...USUAL_ORDER] : []),
        updatedAt: isoInstantOrNull(row.updatedAt),
      }),
    ),
  };
}

interface Order {
  readonly lenderId: string | null;
  readonly keys: readonly SortingKey[];
}

async function refuseUnknownLender(db: Db, actor: Actor, lenderId: string | null): Promise<void> {
  if (lenderId === null) return;
  const { rows } = await db.execute(
    sql`select 1 from clients c where c.id = ${lenderId} and ${clientsVisibleTo(actor)}`,
  );
  if (rows.length === 0)
    throw badInput(
      'Choose a client from the list.',
      [fieldProblem('clientId', 'wrong-client')],
      'UNKNOWN_CLIENT',
    );
}

/** Sets a lender's order; without keys it has none of its own any more. Throws 400, 409. */
export async function saveSortingRule(
  context: Context,
  actor: Actor,
  { lenderId, keys, revision }: Order & { readonly revision?: number | undefined },
): Promise<{ data: SortingRule[] }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await refuseUnknownLender(tx, actor, lenderId);
    // One row per lender, whoever else saves at this moment.
    await tx.execute(sql`lock table sorting_rules in share row exclusive mode`);
    await refuseStale(tx, revision, ruleOf(sql`${lenderId}::uuid`), {
      kind: 'order',
      id: lenderId,
    });
    await tx.execute(
      sql`delete from sorting_rules where client_id is not distinct from ${lenderId}::uuid`,
    );
    if (keys.length > 0)
      await tx.execute(sql`insert into sorting_rules (id, client_id, keys, updated_by)
        values (${newId()}, ${lenderId}, ${JSON.stringify(keys)}::jsonb, ${actor.userId})`);
    audit({
      action: 'sorting-rule.change',
      entity: 'client',
      ...(lenderId !== null && { entityId: lenderId }),
      details: { keys },
    });
    return listSortingRules(tx, actor);
  });
}

interface SortedRow extends LoanFacts, Record<string, unknown> {
  Principal_Outstanding: number | null;
  Due_Date: string | null;
  Last_Payment_Date: string | null;
  disCreatedAt: string | null;
  createdAt: string;
}

/** The first ten active loans that an order gives out. For all the others: of lenders without an own order. Throws 400. */
export async function previewSorting(
  context: Context,
  actor: Actor,
  { lenderId, keys }: Order,
): Promise<{ data: SortedLoan[] }> {
  await refuseUnknownLender(context.db, actor, lenderId);
  const ofLender =
    lenderId === null
      ? sql`not exists (select 1 from sorting_rules o where o.client_id = l.client_id)`
      : sql`l.client_id = ${lenderId}`;
  const order = sortingOrder(keys.length === 0 ? USUAL_ORDER : keys);
  const { rows } = await context.db.execute<SortedRow>(sql`
    select ${loanFacts}, l.principal_outstanding as "Principal_Outstanding", l.due_date as "Due_Date",
      l.last_payment_date as "Last_Payment_Date", l.disposition_at as "disCreatedAt", l.created_at as "createdAt"
    from loans l join clients c on c.id = l.client_id
    where l.status = 'ACTIVE' and ${loansVisibleTo(actor)} and ${ofLender} order by ${order} limit 10`);
  return {
    data: rows.map((row) =>
      Object.assign(row, {
        disCreatedAt: isoInstantOrNull(row.disCreatedAt),
        createdAt: isoInstant(row.createdAt),
      }),
    ),
  };
}
