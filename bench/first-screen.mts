import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGUMENTS, findChromium } from '../scripts/setup/chromium.mjs';
import { startProduct } from '../tests/support/product.ts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';

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

async function visit(url: string): Promise<Visit> {
  const chrome = await launch({
    chromePath: findChromium() ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGUMENTS],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: [...CATEGORIES] });
    if (!result) throw new Error('Lighthouse gave no result.');
    const { categories, audits } = result.lhr;
    const score = (name: string) => categories[name]?.score ?? 0;
    const details = audits['network-requests']?.details as
      | { items?: { resourceType?: string; transferSize?: number }[] }
      | undefined;
    const bytes = (details?.items ?? [])
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
  } finally {
    chrome.kill();
  }
}

/** The first screen of the built product on Lighthouse's phone profile, cold, the median of three visits. */
export async function run(): Promise<BenchRow[]> {
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
