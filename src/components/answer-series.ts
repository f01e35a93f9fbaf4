import type { ChartRow } from '../../contract/visualization.ts';

/** How the values of an answer read. */
export interface AnswerWords {
  readonly by: (value: string | null) => string;
  /** Null: the answer is not told apart a second time. */
  readonly and: ((value: string | null) => string) | null;
  /** What `and` is. */
  readonly andTitle?: string;
  /** What is left out of the largest. */
  readonly others: string;
  /** The figure, which names the only series. */
  readonly figure: string;
  /** The same of the period before, where the answer has it. */
  readonly before?: string;
}

const keyOf = (row: ChartRow): string => JSON.stringify([row.isRest, row.byId ?? row.by]);
const partOf = (row: ChartRow): string => JSON.stringify([row.isAndRest, row.and]);

/** The rows of each category: names that are alike are told apart, since their figures need not be sums. */
function categoriesOf(rows: readonly ChartRow[]): ReadonlyMap<string, ChartRow>[] {
  const alike = new Map<string, Map<string, ChartRow>[]>();
  const all: Map<string, ChartRow>[] = [];
  for (const row of rows) {
    const known = alike.get(keyOf(row)) ?? [];
    let category = known.find((each) => !each.has(partOf(row)));
    if (category === undefined) {
      category = new Map();
      all.push(category);
      alike.set(keyOf(row), [...known, category]);
    }
    category.set(partOf(row), row);
  }
  return all;
}

/** The figures of an answer as a chart has them: categories, a series for each value of `and`, and each figure by itself. */
export function answerSeries(rows: readonly ChartRow[], words: AnswerWords) {
  const nameOf = (row: ChartRow) => (row.isRest ? words.others : words.by(row.by));
  const partName = ({ isAndRest, and }: ChartRow) => (isAndRest ? words.others : words.and?.(and));
  const categories = categoriesOf(rows);
  const first = categories.flatMap((category) => [...category.values()].slice(0, 1));
  const parts = new Map(rows.map((row) => [partOf(row), row]));
  const series = [...parts].map(([part, ofPart]) => ({
    name: partName(ofPart) ?? words.figure,
    values: categories.map((category) => category.get(part)?.value ?? null),
  }));
  if (words.before !== undefined && rows.some(({ before }) => before !== undefined))
    series.push({
      name: words.before,
      values: first.map(({ before }) => before ?? null),
    });
  const figures = rows.map((row) => ({
    x: nameOf(row),
    y: partName(row) ?? null,
    value: row.value,
    latitude: row.latitude,
    longitude: row.longitude,
  }));
  return {
    categories: first.map(nameOf),
    /** The first row of each category. */
    rows: first,
    series,
    figures,
  };
}
