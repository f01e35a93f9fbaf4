import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LOAN_SORTS } from '../../contract/loan-calls.ts';
import { orderingChance, scoreJoins } from '../predictions/score-order-service.ts';

type LoanSort = (typeof LOAN_SORTS)[number];

/**
 * How an order is read. An index stands one way; read backwards it has the rows without a value first, where no list
 * wants them. `split` reads the rows with a value and those without one after the other, each from an index.
 */
export interface LoanOrder {
  /** Behind `order by`, on `l`: rows without a value last, equal rows by their id, so that pages neither repeat nor skip. */
  readonly by: SQL;
  /** The column whose rows without a value are read apart, with the orders of both parts as their indexes stand. */
  readonly split?: { readonly column: SQL; readonly valued: SQL; readonly empty: SQL };
  /** The order stands in the index of `loan_keys` (what lenders tell), not of `loans` (what work changes). */
  readonly isOfKeys: boolean;
  /** Lender by lender, in the order of their names. */
  readonly lenders?: { readonly direction: SQL };
  /** By the chance to pay: all chosen loans are looked at and given their places. */
  readonly likely?: Likely;
}

/** How loans are ordered by their chance to pay. */
interface Likely {
  /** Nobody chose it: broken promises still come first, and clients decide. */
  readonly isUnasked: boolean;
  readonly isDescending: boolean;
}

/**
 * A column and its index. `asc`: (column, id). `desc`: (column desc nulls last, id desc). `sparse`: (column, id) of the
 * rows with a value only. `full`: never null, (column, id).
 */
interface SortColumn {
  readonly column: SQL;
  readonly index: 'asc' | 'desc' | 'sparse' | 'full';
}

const sortColumns: Readonly<Record<Exclude<LoanSort, 'Client_Name'>, SortColumn>> = {
  Customer_Name: { column: sql`l.customer_name`, index: 'full' },
  Loan_ID: { column: sql`l.loan_number`, index: 'full' },
  City: { column: sql`l.city`, index: 'asc' },
  Bucket: { column: sql`l.bucket`, index: 'asc' },
  DPD: { column: sql`l.dpd`, index: 'asc' },
  Total_Due_Amount: { column: sql`l.total_due_amount`, index: 'desc' },
  Principal_Outstanding: { column: sql`l.principal_outstanding`, index: 'asc' },
  Due_Date: { column: sql`l.due_date`, index: 'asc' },
  visitDate: { column: sql`l.visit_date`, index: 'sparse' },
  promiseDate: { column: sql`l.promise_date`, index: 'sparse' },
  disCreatedAt: { column: sql`l.disposition_at`, index: 'desc' },
  createdAt: { column: sql`l.created_at`, index: 'full' },
};

const isSortColumn = (name: string): name is keyof typeof sortColumns => name in sortColumns;

/** The lender stands in every row by its id: its name is looked up among the few there are. */
function byLender(isDescending: boolean): LoanOrder {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const name = sql`(select c.name from clients c where c.id = l.client_id)`;
  return {
    by: sql`${name} ${direction}, l.loan_number ${direction}, l.id ${direction}`,
    isOfKeys: true,
    lenders: { direction },
  };
}

const ofWork = new Set<string>(['Total_Due_Amount', 'visitDate', 'promiseDate', 'disCreatedAt']);

function columnOrder(
  { column, index }: SortColumn,
  isDescending: boolean,
): Omit<LoanOrder, 'isOfKeys'> {
  const id = isDescending ? sql`l.id desc` : sql`l.id`;
  // Never null: said so, the index on it could not be read backwards.
  if (index === 'full') return { by: sql`${column}${isDescending ? sql` desc` : sql``}, ${id}` };
  const by = isDescending ? sql`${column} desc nulls last, ${id}` : sql`${column}, ${id}`;
  if (index !== 'sparse' && isDescending === (index === 'desc')) return { by };
  const backwards = isDescending
    ? sql`${column} desc nulls first, ${id}`
    : sql`${column} asc nulls first, ${id}`;
  if (index !== 'sparse') return { by, split: { column, valued: backwards, empty: backwards } };
  return { by, split: { column, valued: isDescending ? backwards : by, empty: id } };
}

/** The order of a loan list, by a sort of the contract (`-` before it: descending), else by `fallback`. */
export function loanOrder(
  sort: string | undefined,
  fallback: LoanSort | `-${LoanSort}`,
): LoanOrder {
  const chosen = sort ?? fallback;
  const isDescending = chosen.startsWith('-');
  const name = chosen.replace(/^-/, '');
  if (name === 'Client_Name') return byLender(isDescending);
  const column = sortColumns[isSortColumn(name) ? name : 'createdAt'];
  return { ...columnOrder(column, isDescending), isOfKeys: !ofWork.has(name) };
}

/** By the chance to pay; `p` is what `likelyPlaces` gives. */
export const byChance = (likely: Likely): LoanOrder => ({
  by: sql`p.part, p.place, p.id`,
  isOfKeys: false,
  likely,
});

/**
 * Where each loan of `chosen` (which gives `l`) stands: `part` (broken promises before the others, where nobody chose the
 * order), then `place`. Loans with a chance are ordered by it, the others as usual, and the two are merged as evenly as
 * they are many: who has no score, or is left out by an experiment, stands where the usual order would have it.
 */
export function likelyPlaces(chosen: SQL, { isUnasked, isDescending }: Likely): SQL {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const part = sql`(case when ${isUnasked}::boolean and l.promise_broken_on is not null then 0 else 1 end)`;
  const group = sql`partition by l.part, l.chance is null`;
  return sql`select l.id, l.part,
      (row_number() over (${group} order by l.chance ${direction}, ${brokenPromisesFirst().by}) - 0.5)
        / count(*) over (${group}) as place
    from (select l.id, ${part} as part, l.promise_broken_on, l.disposition_at,
        case when ${part} = 1 then ${orderingChance(isUnasked)} end as chance
      from (select l.* ${chosen}) l ${scoreJoins}) l`;
}

/** The order of work: loans whose promise was broken, the last ones first; then the last worked. */
export function brokenPromisesFirst(): LoanOrder {
  const column = sql`l.promise_broken_on`;
  const worked = sql`l.disposition_at desc nulls last, l.id desc`;
  return {
    by: sql`${column} desc nulls last, case when ${column} is not null then l.id end desc, ${worked}`,
    split: { column, valued: sql`${column} desc, l.id desc`, empty: worked },
    isOfKeys: false,
  };
}
