import type { BenchRow } from './bench-row.mts';
import { wantedBenches } from './repeats.mts';

/** Each capability's measurement; loaded one at a time so that none weighs on another. */
const BENCHES: Readonly<Record<string, () => Promise<{ run: () => Promise<BenchRow[]> }>>> = {
  'first-screen': () => import('./first-screen.mts'),
  'active-loans': () => import('./active-loans.mts'),
  'list-pages': () => import('./list-pages.mts'),
  import: () => import('./import.mts'),
  'import-books': () => import('./import-books.mts'),
  settlements: () => import('./settlements.mts'),
  reports: () => import('./reports.mts'),
  export: () => import('./export.mts'),
  'bank-paid': () => import('./bank-paid.mts'),
  pull: () => import('./pull.mts'),
  'allocation-run': () => import('./allocation-run.mts'),
  delivery: () => import('./delivery.mts'),
  'slow-line': () => import('./slow-line.mts'),
  'cached-list': () => import('./cached-list.mts'),
  'phone-taps': () => import('./phone-taps.mts'),
  'desk-ready': () => import('./desk-ready.mts'),
  agents: () => import('./agents.mts'),
  pacing: () => import('./pacing.mts'),
  'month-close': () => import('./month-close.mts'),
  'month-lists': () => import('./month-lists.mts'),
  backup: () => import('./backup.mts'),
  overload: () => import('./overload.mts'),
  prediction: () => import('./prediction.mts'),
  scoring: () => import('./scoring.mts'),
};

const shown = (value: number | null): string =>
  value === null
    ? '-'
    : value.toLocaleString('en-IN', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 });

function print(rows: readonly BenchRow[]): void {
  const head = ['figure', 'ours', 'peer', 'ratio', 'range', 'limit', '', 'unit'];
  const lines = rows.map((row) => [
    row.name,
    shown(row.ours),
    shown(row.peer),
    shown(row.ratio),
    row.range === undefined ? '' : `${shown(row.range.least)}..${shown(row.range.most)}`,
    row.limit,
    row.isKept ? 'kept' : 'MISSED',
    row.unit,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

const rows: BenchRow[] = [];
for (const [name, load] of Object.entries(BENCHES)) {
  if (wantedBenches.length > 0 && !wantedBenches.includes(name)) continue;
  console.error(`Measuring ${name} ...`);
  rows.push(...(await (await load()).run()));
}
print(rows);
process.exit(0);
