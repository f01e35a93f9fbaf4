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

const keyOf = (row: ChartRow): string => `${row.isRest} ${row.byId ?? row.by}`;
const partOf = (row: ChartRow): string => `${row.isAndRest} ${row.and}`;

/** The figures of an answer as a chart has them: categories, a series for each value of `and`, and each figure by itself. */
export function answerSeries(rows: readonly ChartRow[], words: AnswerWords) {
  const nameOf = (row: ChartRow) => (row.isRest ? words.others : words.by(row.by));
  const partName = ({ isAndRest, and }: ChartRow) => (isAndRest ? words.others : words.and?.(and));
  const first = new Map<string, ChartRow>();
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row);
  const places = new Map([...first.keys()].map((key, at) => [key, at]));
  const parts = new Map(rows.map((row) => [partOf(row), row]));
  const series = [...parts].map(([part, ofPart]) => {
    const values = [...first].map(() => null as number | null);
    for (const row of rows) {
      const at = places.get(keyOf(row)) ?? 0;
      if (partOf(row) === part) values[at] = (values[at] ?? 0) + row.value;
    }
    return { name: partName(ofPart) ?? words.figure, values };
  });
  if (words.before !== undefined && rows.some(({ before }) => before !== undefined))
    series.push({
      name: words.before,
      values: [...first.values()].map(({ before }) => before ?? null),
    });
  const figures = rows.map((row) => ({
    x: nameOf(row),
    y: partName(row) ?? null,
    value: row.value,
    latitude: row.latitude,
    longitude: row.longitude,
  }));
  return {
    categories: [...first.values()].map(nameOf),
    /** The first row of each category. */
    rows: [...first.values()],
    series,
    figures,
  };
}
