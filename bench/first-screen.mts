import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM_ARGUMENTS, findChromium } from '../scripts/setup/chromium.mjs';
import { startProduct } from '../tests/support/product.ts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { installPeers, peersFolder } from './heart/peers.mts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** What each category must reach on the phone profile. */
const LIMITS = { performance: 0.95, accessibility: 1, 'best-practices': 1 } as const;
const MOST_SCRIPT_KB = 180;

interface Visit {
  readonly scores: Record<(typeof CATEGORIES)[number], number>;
  /** JavaScript that the first screen brought over the wire, KB. */
  readonly scriptKb: number;
}

/** What is read of Lighthouse's report. */
interface Report {
  readonly categories: Partial<Record<string, { score: number | null }>>;
  readonly audits: {
    readonly 'network-requests'?: {
      readonly details?: { items?: { resourceType?: string; transferSize?: number }[] };
    };
  };
}

async function visit(url: string): Promise<Visit> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(peersFolder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${['--headless=new', ...CHROMIUM_ARGUMENTS].join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: findChromium() ?? '/usr/bin/chromium' },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const score = (name: string) => categories[name]?.score ?? 0;
  const bytes = (audits['network-requests']?.details?.items ?? [])
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum, item) => sum + (item.transferSize ?? 0), 0);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    scriptKb: bytes / 1024,
  };
}

/** The first screen of the built product on Lighthouse's phone profile, cold, the median of three visits. */
export async function run(): Promise<BenchRow[]> {
  installPeers();
  const product = await startProduct({ isDemo: false });
  try {
    const visits: Visit[] = [];
    for (let index = 0; index < RUNS; index += 1) visits.push(await visit(`${product.url}/login`));
    const rows = CATEGORIES.map((category) =>
      benchRow(
        `first screen: ${category}`,
        median(visits.map((one) => one.scores[category])),
        null,
        { atLeast: LIMITS[category] },
        'score',
      ),
    );
    const script = median(visits.map((one) => one.scriptKb));
    return [
      ...rows,
      benchRow('first screen: JavaScript', script, null, { atMost: MOST_SCRIPT_KB }, 'KB gz'),
    ];
  } finally {
    await product.remove();
  }
}
