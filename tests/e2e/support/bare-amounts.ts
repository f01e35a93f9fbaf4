import type { Page } from '@playwright/test';

/*
 * Amounts that a screen shows otherwise than as ₹1,23,456. What is typed into an input is as the person typed it.
 */

const LABEL =
  /amount|\bdues?\b|collected|receipted|claimed|verified|outstanding|principal|balance|\bEMI\b|राशि|बकाया|वसूल/i;
const BARE = /^-?(?:₹|Rs\.?|INR)?\s*\d{5,}(?:\.\d+)?$/;
/** A sign with a number that is not grouped, or another sign than ₹. */
const UNGROUPED = /₹\s*-?\d{4,}|\b(?:Rs\.?|INR)\s*-?\d/;

/** Runs in the page: its words, and each cell and fact under its heading. */
function readScreen(): { words: string; figures: (readonly [heading: string, text: string])[] } {
  const figures: (readonly [string, string])[] = [];
  for (const table of document.querySelectorAll('table')) {
    const heads = [...table.querySelectorAll<HTMLElement>('thead tr:last-child th')];
    for (const row of table.querySelectorAll('tbody tr'))
      for (const [at, cell] of [...row.querySelectorAll<HTMLElement>(':scope > *')].entries())
        figures.push([heads[at]?.innerText ?? '', cell.innerText]);
  }
  for (const term of document.querySelectorAll<HTMLElement>('dt')) {
    const value = term.parentElement?.querySelector<HTMLElement>('dt + dd');
    figures.push([term.innerText, value?.innerText ?? '']);
  }
  return { words: document.querySelector<HTMLElement>('main')?.innerText ?? '', figures };
}

/** The lines of a screen with an amount that is not grouped or has another sign than ₹. */
export async function bareAmountsOf(page: Page): Promise<string[]> {
  const { words, figures } = await page.evaluate(readScreen);
  const bare = figures.filter(
    ([heading, text]) =>
      LABEL.test(heading) && text.split('\n').some((line) => BARE.test(line.trim())),
  );
  return [
    ...words.split('\n').filter((line) => UNGROUPED.test(line)),
    ...bare.map(([heading, text]) => `${heading}: ${text}`),
  ];
}
