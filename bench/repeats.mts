import { parseArgs } from 'node:util';

const DEFAULT_REPEATS = 10;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { repeats: { type: 'string' } },
  allowPositionals: true,
});

/** The benches that were asked for by name; none: all. */
export const wantedBenches: readonly string[] = positionals;

/** How often a bench with repeats measures: `--repeats N`, else 10. */
export const repeats = Math.max(1, Number(values.repeats ?? DEFAULT_REPEATS) || DEFAULT_REPEATS);

/** Measures so often, one after the other, saying on stderr how far it is. */
export async function repeated<Figures>(
  what: string,
  measure: (index: number) => Promise<Figures>,
  times: number = repeats,
): Promise<Figures[]> {
  const all: Figures[] = [];
  for (let index = 0; index < times; index += 1) {
    const figures = await measure(index);
    console.error(`  ${what} ${index + 1}/${times}: ${JSON.stringify(figures)}`);
    all.push(figures);
  }
  return all;
}
