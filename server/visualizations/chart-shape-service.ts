import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ChartRow } from '../../contract/visualization.ts';

/** How many values an order of its own keeps, the last ones: alone, and told apart once more. */
const MOST_IN_ORDER = 5000;
const MOST_PARTED = 400;
/** How many figures an answer has room for, and how many values of `and` it keeps at least. */
const MOST_FIGURES = 5000;
const LEAST_PARTS = 50;

/** How the groups of an answer are to stand. */
export interface GroupOrder {
  /** Times and bands stand in their own order, and all of them. */
  readonly isInOrder: boolean;
  readonly isAndInOrder: boolean;
  /** Whether there is an `and`. */
  readonly isParted: boolean;
  /** So many of `by` stay, the largest first. */
  readonly most: number;
  /** Bands: those that stay stand in their own order, not the largest first. */
  readonly isBands?: boolean;
  /** Averages have no sum: what is left out of them is not shown. */
  readonly isSum?: boolean;
  /** These of `by` stay whatever their figures: those that the period shows that this one is compared with. */
  readonly first?: readonly (string | null)[];
  /** No others stay: that period has more than it shows. */
  readonly isFirstAlone?: boolean;
}

/** A group as the database has it, the rest of `by` or of `and` summed into one. */
export interface GroupRow extends Record<string, unknown> {
  readonly by: string | null;
  readonly also: string | null;
  readonly value: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly isRest: boolean;
  readonly isAlsoRest: boolean;
}

/** How many of `by` and of `and` an answer keeps. */
function kept({ isInOrder, isAndInOrder, isParted, most }: GroupOrder) {
  const ofBy = isInOrder ? (isParted ? MOST_PARTED : MOST_IN_ORDER) : most;
  const room = Math.max(LEAST_PARTS, Math.floor(MOST_FIGURES / (ofBy + 1)));
  return { ofBy, ofAnd: isAndInOrder ? MOST_PARTED : room };
}

/**
 * The groups that an answer shows, the largest (the last ones of an order of their own), of all `groups` (`by`, `also`, `value`, `latitude`, `longitude`): what is
 * left of them is summed, so that the figures shown sum to what all do.
 */
export function shownGroups(groups: SQL, order: GroupOrder): SQL {
  const {
    isParted,
    isInOrder,
    isAndInOrder,
    isSum = true,
    first = [],
    isFirstAlone = false,
  } = order;
  const { ofBy, ofAnd } = kept(order);
  const placeOf = (by: SQL) => sql`array_position(${sql.param([...first])}::text[], ${by})`;
  const asFirst = first.length === 0 ? sql`` : sql`${placeOf(sql`g.by`)},`;
  const isShown = isFirstAlone
    ? sql`${placeOf(sql`f.by`)} is not null`
    : sql`f.by_at <= ${ofBy}::int`;
  const byOrder = isInOrder ? sql`g.by desc` : sql`${asFirst} g.by_sum desc, g.by`;
  const alsoOrder = isAndInOrder ? sql`g.also desc` : sql`g.also_sum desc, g.also`;
  const sums = isParted
    ? sql`sum(g.value) over (partition by g.by) as by_sum, sum(g.value) over (partition by g.also) as also_sum`
    : sql`g.value as by_sum, 0 as also_sum`;
  const alsoAt = isParted ? sql`dense_rank() over (order by ${alsoOrder})` : sql`1`;
  return sql`select case when ${isShown} then f.by end as by,
      case when f.also_at <= ${ofAnd}::int then f.also end as also,
      not (${isShown}) as "isRest", f.also_at > ${ofAnd}::int as "isAlsoRest", sum(f.value)::float8 as value,
      avg(f.latitude) filter (where ${isShown}) as latitude,
      avg(f.longitude) filter (where ${isShown}) as longitude
    from (select g.*, dense_rank() over (order by ${byOrder}) as by_at, ${alsoAt} as also_at
      from (select g.*, ${sums} from (${groups}) g where g.value is not null) g) f
    where ${isSum} or (${isShown} and f.also_at <= ${ofAnd}::int)
    group by 1, 2, 3, 4 order by 3, min(f.by_at), 4, min(f.also_at)`;
}

const compare = (a: string | null, b: string | null): number => {
  const [one, other] = [Number(a), Number(b)];
  if (a !== null && b !== null && !Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  return (a ?? '\uffff').localeCompare(b ?? '\uffff', 'en', { numeric: true });
};

/** What tells the groups of an answer apart. */
const groupOf = ({ byId, by }: ChartRow): string | null => byId ?? by;

/** Rows whose names are alike in one group of `by` (two agents of one name) as one: nothing else tells them apart. */
export function joinAlike(rows: readonly ChartRow[]): ChartRow[] {
  const known = new Map<string, ChartRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.isRest, groupOf(row), row.isAndRest, row.and]);
    const other = known.get(key);
    known.set(key, other ? { ...other, value: other.value + row.value } : row);
  }
  return [...known.values()];
}

/** Rows in the order in which they are read: groups as they came or in their own order, what is left of them last. */
export function readableRows(
  { isInOrder, isBands = false }: Pick<GroupOrder, 'isInOrder' | 'isBands'>,
  rows: readonly ChartRow[],
): ChartRow[] {
  const places = new Map<string | null, number>();
  for (const row of rows) if (!places.has(groupOf(row))) places.set(groupOf(row), places.size);
  const placeOf = (row: ChartRow) => places.get(groupOf(row)) ?? 0;
  return rows.toSorted(
    (a, b) =>
      Number(a.isRest) - Number(b.isRest) ||
      (isInOrder || isBands ? compare(a.by, b.by) : placeOf(a) - placeOf(b)) ||
      Number(a.isAndRest) - Number(b.isAndRest) ||
      compare(a.and, b.and),
  );
}
