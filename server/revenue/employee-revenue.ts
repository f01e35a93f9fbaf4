import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type {
  EmployeeCost,
  EmployeeRevenue,
  employeeRevenueCalls,
} from '../../contract/employee-revenue.ts';
import { monthEnd } from '../../contract/pace.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { inBulk } from '../database/bulk.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, notFound } from '../errors.ts';
import { statedIncentives } from '../incentives/incentive-sum-service.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { monthOf } from '../targets/target-service.ts';
import { earnedFeesOf } from './fee-lines.ts';

type List = typeof employeeRevenueCalls.listRevenues;

/** Whose the fees of a month are: those on payments as the payments are, visits' and settlements' of whoever did them. */
const earnings = (
  month: string,
  zone: string,
): SQL => sql`${earnedFeesOf({ month, zone, clients: sql`true` })},
  attributed as materialized (select s.id, s.collector_id as person_id, s.amount, s.is_shared, f.fee, f.amount as base
    from ${attributedPayments} s left join paid_fees f on f.id = s.id
    where s.reversed_at is null and s.paid_on between ${month}::date and ${monthEnd(month)}::date),
  shared as (select a.*, sum(a.amount) over (partition by a.id order by a.amount desc, a.person_id nulls last
      rows between unbounded preceding and current row) as upto from attributed a where a.is_shared),
  earned as (
    select a.person_id, a.amount as verified, 0 as visits, coalesce(a.fee, 0) as fee from attributed a where not a.is_shared
    union all
    select s.person_id, s.amount, 0,
      coalesce(floor(s.fee * s.upto / s.base) - floor(s.fee * (s.upto - s.amount) / s.base), 0)::bigint from shared s
    union all
    select (select d.agent_id from dispositions d where d.loan_id = f.loan_id and d.channel = 'FIELD'
        and d.recorded_at >= f.on_date::timestamp at time zone ${zone}
        and d.recorded_at < (f.on_date + 1)::timestamp at time zone ${zone} order by d.recorded_at, d.id limit 1),
      0, 1, f.fee from other_fees f where f.kind = 'VISIT'
    union all
    select s.proposed_by, 0, 0, f.fee from other_fees f join settlements s on s.id = f.settlement_id
    where f.kind = 'SETTLEMENT')`;

interface RevenueRow extends Record<string, unknown> {
  personId: string | null;
  name: string | null;
  role: EmployeeRevenue['role'];
  verified: number;
  visitCount: number;
  fee: number;
  salary: number;
  incentive: number;
  calls: number;
  visits: number;
}

interface EarnedRow extends Record<string, unknown> {
  personId: string | null;
  verified: number;
  visits: number;
  fee: number;
}

/**
 * Everybody whom a month is about: who earned, cost or has a statement, whatever their role and though they left since, and
 * who worked here.
 */
const peopleOf = (
  month: string,
  zone: string,
  earned: readonly EarnedRow[],
  stated: ReadonlyMap<string, number>,
): SQL => sql`sums as (select s.* from unnest(${sql.param(earned.map((row) => row.personId))}::uuid[],
      ${sql.param(earned.map((row) => row.verified))}::bigint[], ${sql.param(earned.map((row) => row.visits))}::int[],
      ${sql.param(earned.map((row) => row.fee))}::bigint[]) as s(person_id, verified, visits, fee)),
    people as (select u.id as person_id, u.full_name, u.role from users u
      where u.id in (select person_id from sums) or u.id = any(${sql.param([...stated.keys()])}::uuid[])
        or u.id in (select person_id from employee_costs where month = ${month})
        or ((u.deleted_at is null or u.deleted_at >= ${month}::timestamp at time zone ${zone}) and u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER'))
      union all select null::uuid, null, null where exists (select 1 from sums where person_id is null))`;

async function readRevenues(context: Context, month: string): Promise<EmployeeRevenue[]> {
  const { db, settings } = context;
  const zone = settings.businessTz;
  // Two connections: each of both goes through all of the month's payments.
  const [earned, stated] = await Promise.all([
    inBulk(db, async (tx) =>
      tx.execute<EarnedRow>(sql`with ${earnings(month, zone)}
    select e.person_id as "personId", sum(e.verified)::bigint as verified, sum(e.visits)::int as visits, sum(e.fee)::bigint as fee
      from earned e group by e.person_id`),
    ),
    statedIncentives(context, month),
  ]);
  const { rows } =
    await db.execute<RevenueRow>(sql`with ${peopleOf(month, zone, earned.rows, stated)}
    select p.person_id as "personId", p.full_name as name, p.role, coalesce(s.verified, 0)::bigint as verified,
      coalesce(s.visits, 0)::int as "visitCount", coalesce(s.fee, 0)::bigint as fee,
      coalesce(k.salary, 0)::bigint as salary, coalesce(k.incentive, 0)::bigint as incentive,
      coalesce(k.calls, 0)::bigint as calls, coalesce(k.visits, 0)::bigint as visits
    from people p left join sums s on s.person_id is not distinct from p.person_id
      left join employee_costs k on k.person_id = p.person_id and k.month = ${month}
    order by coalesce(s.fee, 0) desc, p.full_name nulls last, p.person_id`);
  return rows.map((row) => {
    const costs = withStated(row, stated);
    return Object.assign(costs, costFigures({ ...costs, cost: costOf(costs) }));
  });
}

/** Whoever has a statement of the month costs what it says; an entered figure stands for those who have none. */
function withStated<Row extends { personId: string | null; incentive: number }>(
  row: Row,
  stated: ReadonlyMap<string, number>,
): Row & { isStated: boolean } {
  const own = row.personId === null ? undefined : stated.get(row.personId);
  return { ...row, incentive: own ?? row.incentive, isStated: own !== undefined };
}

type Costs = Pick<EmployeeRevenue, 'salary' | 'incentive' | 'calls' | 'visits'>;

const costOf = ({ salary, incentive, calls, visits }: Costs): number =>
  salary + incentive + calls + visits;

/** What follows from a cost in rupees, what was verified for it and the fee in paise. */
const costFigures = ({ verified, fee, cost }: { verified: number; fee: number; cost: number }) => ({
  cost,
  costPer100: verified > 0 ? Math.round((cost * 10_000) / verified) : null,
  margin: fee - 100 * cost,
});

/** What each person earned the agency in a month and what it cost; the totals are of all that the search finds. */
export async function listRevenues(
  context: Context,
  { page, pageSize, month: asked, search = '' }: CallRequest<List>['query'],
): Promise<CallAnswer<List>> {
  const month = monthOf(asked ?? businessDay(context.settings.businessTz));
  const word = search.toLowerCase();
  const found = (await readRevenues(context, month)).filter(
    ({ name }) => word === '' || (name ?? '').toLowerCase().includes(word),
  );
  const sum = (of: (row: EmployeeRevenue) => number) =>
    found.reduce((total, row) => total + of(row), 0);
  const [verified, fee] = [sum((row) => row.verified), sum((row) => row.fee)];
  return {
    data: found.slice((page - 1) * pageSize, page * pageSize),
    totalCount: found.length,
    page,
    pageSize,
    month,
    totals: { verified, fee, ...costFigures({ verified, fee, cost: sum(costOf) }) },
  };
}

type One = CallAnswer<typeof employeeRevenueCalls.readEmployeeCost>;
interface CostRow extends Omit<One, 'isStated'>, Record<string, unknown> {}

/** What was entered for a person and month. */
const enteredFor = (personId: SQL, month: string): SQL =>
  sql`select k.* from employee_costs k where k.person_id = ${personId} and k.month = ${month}::date`;

/** What a person costs in a month. Throws 404. */
export async function readEmployeeCost(
  context: Context,
  id: string,
  asked: string | undefined,
): Promise<One> {
  const month = monthOf(asked ?? businessDay(context.settings.businessTz));
  const { rows } = await context.db.execute<CostRow>(sql`
    select u.id as "personId", u.full_name as name, coalesce(k.salary, 0)::bigint as salary,
      coalesce(k.incentive, 0)::bigint as incentive, coalesce(k.calls, 0)::bigint as calls,
      coalesce(k.visits, 0)::bigint as visits, ${revisionOf(enteredFor(sql`u.id`, month))} as revision
    from users u left join employee_costs k on k.person_id = u.id and k.month = ${month}
    where u.id = ${id} and u.client_id is null`);
  const [row] = rows;
  if (!row) throw notFound('This person');
  return withStated(row, await statedIncentives(context, month));
}

/** Sets what people cost in a month. Throws 404 for whom there is not, 409, 422 where a person is there twice. */
export async function setEmployeeCosts(
  { db }: Context,
  actor: Actor,
  month: string,
  costs: readonly EmployeeCost[],
): Promise<{ count: number }> {
  const ids = costs.map(({ personId }) => personId);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (twice >= 0)
    throw againstRules('GIVEN_TWICE', 'This is there twice. Remove one of the two.', [
      fieldProblem(`costs.${twice}.personId`, 'twice'),
    ]);
  await runCommand(db, actor, async ({ tx, audit }) => {
    const known = await tx.execute(
      sql`select 1 from users u where u.id = any(${sql.param(ids)}::uuid[]) and u.client_id is null`,
    );
    if (known.rows.length < ids.length) throw notFound('This person');
    await tx.execute(sql`lock table employee_costs in share row exclusive mode`);
    for (const { personId, revision } of costs)
      await refuseStale(tx, revision, enteredFor(sql`${personId}`, monthOf(month)), {
        kind: 'cost',
        details: { month: monthOf(month), costs: [{ personId }] },
      });
    await tx.execute(sql`insert into employee_costs (person_id, month, salary, incentive, calls, visits, set_by)
      select x."personId", ${monthOf(month)}::date, coalesce(x.salary, k.salary, 0), coalesce(x.incentive, k.incentive, 0),
        coalesce(x.calls, k.calls, 0), coalesce(x.visits, k.visits, 0), ${actor.userId}
      from json_to_recordset(${JSON.stringify(costs)}::json)
          as x("personId" uuid, salary bigint, incentive bigint, calls bigint, visits bigint)
        left join employee_costs k on k.person_id = x."personId" and k.month = ${monthOf(month)}::date
      on conflict (person_id, month) do update set salary = excluded.salary, incentive = excluded.incentive,
        calls = excluded.calls, visits = excluded.visits, set_by = excluded.set_by, updated_at = now()`);
    audit({
      action: 'employee-costs.set',
      entity: 'employee-cost',
      details: { month: monthOf(month), costs },
    });
  });
  return { count: costs.length };
}
