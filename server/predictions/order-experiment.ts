import { sql } from 'drizzle-orm';
import type { OrderExperiment } from '../../contract/recovery-model.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { isVerified } from '../payments/collected-service.ts';
import { keepsUsualOrder } from './score-order-service.ts';

type Problem = OrderExperiment['problem'];
type Difference = NonNullable<OrderExperiment['payers']>;

/** A group of loans: how many, how many of them paid, what they paid and the sum of the squares of that. */
export interface OrderGroup {
  readonly loans: number;
  readonly payers: number;
  readonly paidAmount: number;
  readonly squares: number;
}

const NONE: OrderGroup = { loans: 0, payers: 0, paidAmount: 0, squares: 0 };
/** From fewer the interval would promise more than it holds. */
const LEAST_LOANS = 100;
const LEAST_OF_A_KIND = 10;
const LEAST_DAYS = 7;
/** Of the normal distribution, two-sided 95 %. */
const Z95 = 1.96;

/** The Wilson interval of a share. */
function shareOf({ loans, payers }: OrderGroup) {
  const share = payers / loans;
  const middle = (share + Z95 ** 2 / (2 * loans)) / (1 + Z95 ** 2 / loans);
  const half =
    (Z95 / (1 + Z95 ** 2 / loans)) *
    Math.sqrt((share * (1 - share)) / loans + Z95 ** 2 / (4 * loans ** 2));
  return { share, low: middle - half, high: middle + half };
}

/** The difference of two groups' shares that paid (Newcombe's interval from Wilson's: it stays honest near 0 and 1). */
function payerDifference(one: OrderGroup, other: OrderGroup): Difference {
  const [a, b] = [shareOf(one), shareOf(other)];
  const value = a.share - b.share;
  return {
    value,
    low: value - Math.hypot(a.share - a.low, b.high - b.share),
    high: value + Math.hypot(a.high - a.share, b.share - b.low),
  };
}

/** Mean of what a loan paid, and that mean's variance. */
function meanOf({ loans, paidAmount, squares }: OrderGroup) {
  const mean = paidAmount / loans;
  return { mean, variance: Math.max(0, squares / loans - mean ** 2) / (loans - 1) };
}

function amountDifference(one: OrderGroup, other: OrderGroup): Difference {
  const [a, b] = [meanOf(one), meanOf(other)];
  const value = a.mean - b.mean;
  const half = Z95 * Math.sqrt(a.variance + b.variance);
  return { value, low: value - half, high: value + half };
}

const isSmall = ({ loans, payers }: OrderGroup): boolean =>
  loans < LEAST_LOANS || Math.min(payers, loans - payers) < LEAST_OF_A_KIND;

function problemOf(one: OrderGroup, other: OrderGroup, days: number): Problem {
  if ((one.loans === 0) !== (other.loans === 0)) return 'ONE_GROUP';
  if (days < LEAST_DAYS) return 'TOO_SHORT';
  return isSmall(one) || isSmall(other) ? 'TOO_FEW' : null;
}

/** What the loans ordered by chance brought more than the others, or why that can't be said after so many days. */
export function compareOrders(
  byChance: OrderGroup,
  usual: OrderGroup,
  days: number,
): Pick<OrderExperiment, 'problem' | 'payers' | 'amount'> {
  const problem = problemOf(byChance, usual, days);
  if (problem !== null) return { problem, payers: null, amount: null };
  return {
    problem,
    payers: payerDifference(byChance, usual),
    amount: amountDifference(byChance, usual),
  };
}

interface GroupRow extends Record<string, unknown> {
  readonly clientId: string;
  readonly client: string;
  readonly controlShare: number;
  readonly from: string;
  readonly days: number;
  readonly isUsual: boolean | null;
  readonly loans: number;
  readonly payers: number;
  readonly paidAmount: number;
  readonly squares: number;
}

const wireGroup = ({ loans, payers, paidAmount }: OrderGroup) => ({ loans, payers, paidAmount });

/**
 * Every experiment that runs. Its loans are all that were there when it began and were not closed before, in the group
 * that chance gave them, whether they were worked or not; what they paid since, as the bank verified it. Loans that came
 * later are left out: they had less time.
 */
export async function listExperiments({ db, settings }: Context): Promise<OrderExperiment[]> {
  const zone = settings.businessTz;
  const { rows } = await db.execute<GroupRow>(sql`
    select c.id as "clientId", c.name as client, w.control_share as "controlShare", w.experiment_from as "from",
      extract(epoch from now() - w.experiment_from)::float8 / 86400 as days, x.*
    from prediction_switches w join clients c on c.id = w.client_id
    left join lateral (select ${keepsUsualOrder} as "isUsual", count(*)::int as loans,
        count(*) filter (where paid.amount > 0)::int as payers, sum(paid.amount)::bigint as "paidAmount",
        sum(paid.amount::float8 ^ 2) as squares
      from loans l cross join lateral (select coalesce(sum(p.amount), 0) as amount from payments p
        where p.loan_id = l.id and ${isVerified} and p.paid_on >= (w.experiment_from at time zone ${zone})::date) paid
      where l.client_id = w.client_id and l.status <> 'DELETED' and l.created_at <= w.experiment_from
        and not exists (select 1 from loan_closures k where k.loan_id = l.id and k.closed_at < w.experiment_from
          and (k.reopened_at is null or k.reopened_at > w.experiment_from))
      group by 1) x on true
    where w.experiment_from is not null order by c.name, c.id`);
  const clients = [...new Set(rows.map(({ clientId }) => clientId))];
  return clients.flatMap((id): OrderExperiment[] => {
    const ofClient = rows.filter(({ clientId }) => clientId === id);
    const [first] = ofClient;
    if (!first) return [];
    const { clientId, client, controlShare, days } = first;
    const byChance = ofClient.find(({ isUsual }) => isUsual === false) ?? NONE;
    const usual = ofClient.find(({ isUsual }) => isUsual === true) ?? NONE;
    return [
      {
        clientId,
        client,
        controlShare,
        from: isoInstant(first.from),
        byChance: wireGroup(byChance),
        usual: wireGroup(usual),
        ...compareOrders(byChance, usual, days),
      },
    ];
  });
}
