import axe from 'axe-core';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { isSoak } from '../../support/soak.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rows beyond the first eight of a list are made from the same columns: axe looks at them in `npm run soak`. */
const ROWS_ALIKE = ['tbody tr:nth-child(n+9)', 'main ul > li:nth-child(n+9)'];

/** Waits until no colour or place is on its way to another: what is seen halfway is no colour of ours. */
async function movesNoMore(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(async ({ finished }) => finished));
  });
}

/** Runs in the page, beside axe: each rule that is broken, with the elements that break it. */
async function violationsOf(asked: {
  tags?: string[];
  rules?: string[];
  leftOut: string[];
}): Promise<string[]> {
  const { axe: own } = window as unknown as { axe: typeof axe };
  const { violations } = await own.run(
    { exclude: asked.leftOut },
    {
      runOnly:
        asked.rules === undefined
          ? { type: 'tag', values: asked.tags ?? [] }
          : { type: 'rule', values: asked.rules },
      resultTypes: ['violations'],
      // What needs every style sheet fetched once more is none of these rules.
      preload: false,
    },
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** Fails when axe finds something against WCAG 2.2 AA; `rules`: only against these rules of its. */
export async function expectAccessible(page: Page, where: string, rules?: string[]): Promise<void> {
  const look = async () => {
    await movesNoMore(page);
    // Once for a document: the screens of a walk share one.
    if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
    return page.evaluate(violationsOf, {
      ...(rules === undefined ? { tags: WCAG } : { rules }),
      leftOut: isSoak ? [] : ROWS_ALIKE,
    });
  };
  let told = await look();
  if (told.length > 0) {
    // Rows that are being read again are dimmed for a moment: what is wrong must be wrong for longer.
    await page.waitForTimeout(1000);
    told = await look();
  }
  expect.soft(told, `${where}: axe`).toEqual([]);
}
