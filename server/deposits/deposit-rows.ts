import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { Deposit, depositCalls } from '../../contract/deposit.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { depositsVisibleTo, mayUndoDeposit } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, pageLimit } from '../database/list-page.ts';
import { sameReferenceOf } from '../payment-reference.ts';

type ListCall = typeof depositCalls.listDeposits;
type DepositsQuery = CallRequest<ListCall>['query'];

interface DepositRow
  extends Omit<Deposit, 'sameSlip' | 'takenOut' | 'takenOutAmount'>, Record<string, unknown> {}

const state = sql`case when x.cancelled_at is not null then 'CANCELLED'
  when x.verified_at is not null then 'VERIFIED' else 'OPEN' end`;

/** Nobody verifies what they brought or recorded. */
function columnsFor(actor: Actor): SQL {
  const isOver = isAdmin(actor) || actor.role === 'MANAGER' ? sql`true` : sql`false`;
  const isOwn = sql`x.agent_id = ${actor.userId}`;
  const isMade = sql`x.created_by = ${actor.userId}`;
  return sql`x.id as "_id", x.agent_id as "agentId", u.full_name as "Agent_Name", c.name as "Client_Name", x.amount,
    (select count(*)::int from receipts r where r.deposit_id = x.id) as "receiptCount",
    x.deposited_on as "depositedOn", x.place, x.reference, x.created_at as "createdAt", ${state} as state,
    (select full_name from users where id = x.verified_by) as "Verified_By", x.verified_at as "verifiedAt",
    x.cancelled_at as "cancelledAt", x.cancel_reason as "cancelReason",
    (${isOver} and not ${isOwn} and not ${isMade} and x.verified_at is null and x.cancelled_at is null) as "mayVerify",
    ${mayUndoDeposit(actor)} as "mayCancel"`;
}

const joins = sql`join users u on u.id = x.agent_id join clients c on c.id = x.client_id`;

type SameSlip = Deposit['sameSlip'][number];

/** What else stands under the slips of deposits: one slip may be of several agents and clients when they were made at once. */
async function sameSlips(
  db: Db,
  actor: Actor,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, SameSlip[]>> {
  if (depositIds.length === 0) return new Map();
  const { rows } = await db.execute<{ of: string; found: SameSlip[] }>(sql`
    select f.of, jsonb_agg(f.told order by f.place) as found
    from (select o.id as of, row_number() over (partition by o.id order by x.created_at desc, x.id) as place,
        jsonb_build_object('Agent_Name', case when ${depositsVisibleTo(actor)} then u.full_name end, 'amount', x.amount,
          'depositedOn', x.deposited_on) as told
      from deposits o join deposits x on ${sameReferenceOf(sql`x.reference`)}
        = ${sameReferenceOf(sql`o.reference`)} join users u on u.id = x.agent_id
      where o.id = any(${sql.param(depositIds)}::uuid[]) and o.place = 'BANK' and x.place = 'BANK' and x.id <> o.id
        and x.cancelled_at is null and (x.created_by, x.created_at) <> (o.created_by, o.created_at)) f
    where f.place <= 5 group by f.of`);
  return new Map(rows.map(({ of, found }) => [of, found]));
}

type TakenOut = Deposit['takenOut'][number];

/** What was taken out of deposits since they were made. */
async function takenOut(
  db: Db,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, TakenOut[]>> {
  const { rows } = await db.execute<TakenOut & { of: string } & Record<string, unknown>>(sql`
    select t.deposit_id as of, t.amount, t.reason, u.full_name as "Taken_By", t.taken_at as "takenAt"
    from deposit_returns t join users u on u.id = t.taken_by
    where t.deposit_id = any(${sql.param(depositIds)}::uuid[]) order by t.taken_at desc, t.id`);
  const found = new Map<string, TakenOut[]>();
  for (const { of, takenAt, ...told } of rows)
    found.set(of, [...(found.get(of) ?? []), { ...told, takenAt: isoInstant(takenAt) }]);
  return found;
}

const amountOf = (returned: readonly TakenOut[] = []): number =>
  returned.reduce((sum, { amount }) => sum + amount, 0);

async function toDeposits(db: Db, actor: Actor, rows: readonly DepositRow[]): Promise<Deposit[]> {
  const toVerify = rows.filter(({ mayVerify }) => mayVerify).map(({ _id }) => _id);
  const same = await sameSlips(db, actor, toVerify);
  const out = await takenOut(
    db,
    rows.map(({ _id }) => _id),
  );
  return rows.map((row) => ({
    ...row,
    takenOut: out.get(row._id) ?? [],
    takenOutAmount: amountOf(out.get(row._id)),
    sameSlip: same.get(row._id) ?? [],
    createdAt: isoInstant(row.createdAt),
    verifiedAt: isoInstantOrNull(row.verifiedAt),
    cancelledAt: isoInstantOrNull(row.cancelledAt),
  }));
}

function conditions(actor: Actor, query: DepositsQuery): SQL {
  const { gte, lte, agentId } = query;
  const all = [depositsVisibleTo(actor)];
  if (gte !== undefined) all.push(sql`x.deposited_on >= ${gte}::date`);
  if (lte !== undefined) all.push(sql`x.deposited_on <= ${lte}::date`);
  if (query.state !== undefined) all.push(sql`${state} = ${query.state}`);
  if (agentId !== undefined) all.push(sql`x.agent_id = ${agentId}`);
  return allOf(all);
}

/** A page of the deposits that the actor may see, newest first. */
export async function listDeposits(
  { db }: Context,
  actor: Actor,
  query: DepositsQuery,
): Promise<CallAnswer<ListCall>> {
  const { page, pageSize } = query;
  const where = conditions(actor, query);
  const summed = await db.execute<{ n: number; amount: number; open: number }>(sql`
    select count(*)::int as n, coalesce(sum(x.amount) filter (where x.cancelled_at is null), 0)::bigint as amount,
      (count(*) filter (where x.cancelled_at is null and x.verified_at is null))::int as open
    from deposits x where ${where}`);
  const result = await db.execute<DepositRow>(sql`select ${columnsFor(actor)}
    from (select x.* from deposits x where ${where} order by x.deposited_on desc, x.created_at desc, x.id desc
      ${pageLimit({ page, pageSize })}) x
    ${joins} order by x.deposited_on desc, x.created_at desc, x.id desc`);
  const { n: totalCount, amount, open: openCount } = summed.rows[0] ?? { n: 0, amount: 0, open: 0 };
  const data = await toDeposits(db, actor, result.rows);
  return { data, totalCount, page, pageSize, totals: { amount, openCount } };
}

/** Deposits by their ids as the actor sees them; what is not the actor's is left out. */
export async function findDeposits(
  db: Db,
  actor: Actor,
  depositIds: readonly string[],
): Promise<Deposit[]> {
  const result = await db.execute<DepositRow>(sql`
    select ${columnsFor(actor)} from deposits x ${joins}
    where x.id = any(${sql.param(depositIds)}::uuid[]) and ${depositsVisibleTo(actor)}
    order by u.full_name, c.name, x.id`);
  return toDeposits(db, actor, result.rows);
}
