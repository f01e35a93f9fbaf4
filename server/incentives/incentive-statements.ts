import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { IncentiveLine, IncentiveShare, IncentiveTotal } from '../../contract/incentive.ts';
import type { incentiveCalls } from '../../contract/incentive-calls.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, pageLimit } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { managerOf } from './incentive-kept.ts';
import { monthSteps, readMonthState } from './incentive-months.ts';
import { hadOtherRole, isAgentOnly, paymentsFor } from './incentive-sources.ts';
import type { Earner } from './incentive-sources.ts';
import { personSums } from './incentive-sum-service.ts';
import { slabsOfShare } from './incentive-slabs.ts';
import type { ShareRow, SlabRow, TermsRow } from './incentive-slabs.ts';

type List = typeof incentiveCalls.listIncentiveStatements;
type One = typeof incentiveCalls.readIncentiveStatement;
type Lines = typeof incentiveCalls.listIncentiveLines;

/** Reads for an agent, whose payments are few, or for whoever is shown more: of the whole month's payments. */
async function forWhom<Result>(
  db: Db,
  person: Earner,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return isAgentOnly(person) ? read(db) : inBulk(db, read);
}

/** The row of a select without a table. */
function onlyOf<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A select without a table gave no row.');
  return row;
}

interface Found<Row> extends Record<string, unknown> {
  data: Row[];
  totalCount: number;
  /** Of all rows, those that are not asked for too. */
  sum: number;
}

/**
 * A page of those rows of `found` that are asked for, in an order, with what all come to: the month is computed once, and a
 * page behind the last one has no row that could say it.
 */
const pageOfFound = (
  ask: PageAsk,
  { which = sql`true`, sum, order }: Record<'sum' | 'order', SQL> & { which?: SQL },
) => sql`
  select (select count(*) from found f where ${which})::int as "totalCount",
    (select coalesce(sum(${sum}), 0) from found f)::bigint as sum,
    coalesce((select jsonb_agg(to_jsonb(x) order by x.place) from (select f.*, row_number() over (order by ${order}) as place
      from found f where ${which} order by place ${pageLimit(ask)}) x), '[]') as data`;

/** What people earn in a month, those of the actor: a row for each. */
export async function listStatements(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<List>['query'],
): Promise<CallAnswer<List>> {
  const { page, pageSize, search } = query;
  const state = await readMonthState(db, settings.businessTz, query.month);
  const reader = await personSeenBy(db, actor, actor.userId);
  const which = paymentsFor(reader);
  // What the month comes to does not hang on who is looked for.
  const isNamed = allOf([search && contains(search, sql`u.full_name`, sql`u.username`)]);
  const { rows } = await forWhom(db, reader, async (tx) =>
    tx.execute<Found<IncentiveTotal>>(sql`
    with ${monthSteps(state, settings.businessTz, which)},
      ${personSums},
    found as materialized (select u.id as "_id", u.full_name as "fullName", u.role, b.full_name as "managerName", s.collected, s.earned,
      s.corrections, s.earned + s.corrections as total, s.failed, ${isNamed} as "isNamed"
      from sums s join users u on u.id = s.person_id left join users b on b.id = ${managerOf(state.month)}
      where u.id = ${actor.userId} or ${peopleVisibleTo(actor)})
    ${pageOfFound(
      { page, pageSize },
      {
        which: sql`f."isNamed"`,
        sum: sql`f.total`,
        order: sql`f.total desc, f."fullName", f."_id"`,
      },
    )}`),
  );
  const { data, totalCount, sum } = onlyOf(rows);
  return {
    data,
    totalCount,
    total: sum,
    page,
    pageSize,
    month: state.month,
    closedAt: state.closedAt,
    closable: state.closable,
  };
}

interface Person extends Earner, Record<string, unknown> {
  name: string;
}

/** The person, when the actor may see what it earns. Throws 404. */
async function personSeenBy(db: Db, actor: Actor, personId: string): Promise<Person> {
  const { rows } =
    await db.execute<Person>(sql`select u.id, u.full_name as name, u.role, ${hadOtherRole} as "hadOther" from users u
    where u.id = ${personId} and (u.id = ${actor.userId} or ${peopleVisibleTo(actor)})`);
  const [person] = rows;
  if (!person) throw notFound('This person');
  return person;
}

interface FixedUp extends Record<string, unknown> {
  sum: number;
}

interface Read extends Record<string, unknown> {
  shares: ShareRow[];
  slabs: SlabRow[];
  terms: TermsRow[];
  fixes: FixedUp[];
}

/** What a person earns in a month, by client. Throws 404 for somebody whom the actor may not see. */
export async function readStatement(
  { db, settings }: Context,
  actor: Actor,
  personId: string,
  asked: string | undefined,
): Promise<CallAnswer<One>> {
  const person = await personSeenBy(db, actor, personId);
  const state = await readMonthState(db, settings.businessTz, asked);
  const { rows } = await forWhom(db, person, async (tx) =>
    tx.execute<Read>(sql`
    with ${monthSteps(state, settings.businessTz, paymentsFor(person))},
      mine as (select t.* from totals t where t.person_id = ${personId}),
      steps as (select e.client_id, e.role_type, e.structure_id, e.part, e.slab, e.reached,
          sum(e.amount)::bigint as money, sum(e.line_sum)::bigint as sum
        from summed e where e.person_id = ${personId} and e.part is not null group by 1, 2, 3, 4, 5, 6)
    select coalesce((select jsonb_agg(to_jsonb(t) || jsonb_build_object('client_name', c.name) order by c.name, t.role_type)
        from mine t join clients c on c.id = t.client_id), '[]') as shares,
      coalesce((select jsonb_agg(to_jsonb(s) order by s.part) from steps s), '[]') as slabs,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'terms', s.terms)) from incentive_structures s
        where s.id in (select structure_id from steps) or s.id in (select structure_id from mine)), '[]') as terms,
      coalesce((select jsonb_agg(jsonb_build_object('sum', f.sum)) from fixes f
        where f.person_id = ${personId}), '[]') as fixes`),
  );
  const read = onlyOf(rows);
  const corrections = read.fixes.reduce((sum, fix) => sum + fix.sum, 0);
  const shares: IncentiveShare[] = read.shares.map((share) =>
    slabsOfShare(share, read.slabs, read.terms, state.closedAt !== null),
  );
  return {
    month: state.month,
    closedAt: state.closedAt,
    personId,
    fullName: person.name,
    role: person.role,
    total: shares.reduce((sum, { total }) => sum + total, corrections),
    corrections,
    shares,
  };
}

/** What corrects closed months first, then the newest day. */
const LINES_ORDER = sql`f.kind in ('REVERSAL', 'LATE') desc, f."paidOn" desc, f."paymentId", f.kind, f.sum`;

/** Where the slab of a line `e` begins. */
const slabFrom = sql`(select (s.terms->'parts'->(e.part - 1)->'slabs'->(e.slab - 1)->>'from')::bigint
  from incentive_structures s where s.id = e.structure_id)`;

/** The lines of a person `of` in `summed`, `teams` and `fixes`, as a table. */
function linesOf(personId: string): SQL {
  return sql`(
    select 'PAYMENT' as kind, a.payment_id, e.client_id, e.structure_id, nullif(e.collector_id, ${personId}) as from_id, e.bucket, e.product,
      a.amount, ${slabFrom} as slab_from, e.basis_points, a.sum
    from summed e cross join lateral unnest(e.payment_ids, e.amounts, e.sums) as a(payment_id, amount, sum)
    where e.person_id = ${personId}
    union all
    select 'TEAM', a.payment_id, t.client_id, t.structure_id, t.from_person_id, t.bucket, t.product, a.amount, null, t.team_points, a.sum
    from teams t cross join lateral unnest(t.payment_ids, t.amounts, t.sums) as a(payment_id, amount, sum)
    where t.person_id = ${personId}
    union all
    select f.kind, f.payment_id, f.client_id, f.structure_id, null, '', '', f.amount, f.slab_from, f.basis_points, f.sum
    from fixes f where f.person_id = ${personId})`;
}

/** The lines of a person's month, each with its payment. Throws 404 for somebody whom the actor may not see. */
export async function listLines(
  { db, settings }: Context,
  actor: Actor,
  personId: string,
  query: CallRequest<Lines>['query'],
): Promise<CallAnswer<Lines>> {
  const { page, pageSize, kind } = query;
  const person = await personSeenBy(db, actor, personId);
  const state = await readMonthState(db, settings.businessTz, query.month);
  const { rows } = await forWhom(db, person, async (tx) =>
    tx.execute<Found<IncentiveLine>>(sql`
    with ${monthSteps(state, settings.businessTz, paymentsFor(person))},
    found as materialized (select x.kind, x.payment_id as "paymentId", y.paid_on as "paidOn", l.loan_number as "Loan_ID",
      c.name as "Client_Name", u.full_name as "fromName", nullif(x.bucket, '') as bucket,
      nullif(x.product, '') as product, x.amount, x.slab_from as "slabFrom", s.terms->>'measure' as measure,
      case when x.basis_points > 0 then x.basis_points::float8 / 100 end as percent, x.sum
    from ${linesOf(personId)} x join payments y on y.id = x.payment_id join loans l on l.id = y.loan_id
      join clients c on c.id = x.client_id join incentive_structures s on s.id = x.structure_id
      left join users u on u.id = x.from_id
    where ${kind === undefined ? sql`true` : sql`x.kind = ${kind}`}
    )
    ${pageOfFound({ page, pageSize }, { sum: sql`f.sum`, order: LINES_ORDER })}`),
  );
  const { data, totalCount } = onlyOf(rows);
  return { data, totalCount, page, pageSize };
}
