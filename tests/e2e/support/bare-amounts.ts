import type { Page } from '@playwright/test';

/*
 * Amounts that a screen shows otherwise than as ₹1,23,456. What is typed into an input is as the person typed it.
 */

/** Runs in the page. */
function findBareAmounts(): string[] {
  const label =
    /amount|\bdues?\b|collected|receipted|claimed|verified|outstanding|principal|balance|\bEMI\b|राशि|बकाया|वसूल/i;
  const bare = /^-?(?:₹|Rs\.?|INR)?\s*\d{5,}(?:\.\d+)?$/;
  const signed = /(?:₹|\bRs\.?|\bINR)\s*-?\d{4,}|\b(?:Rs\.?|INR)\s*\d/;
  const textOf = (element: Element | null | undefined) =>
    element instanceof HTMLElement ? element.innerText.trim() : '';

  const main = document.querySelector('main');
  const inText = textOf(main)
    .split('\n')
    .filter((line) => signed.test(line));
  const inTables = [...document.querySelectorAll('table')].flatMap((table) => {
    const heads = [...table.querySelectorAll('thead tr:last-child th')].map(textOf);
    return [...table.querySelectorAll('tbody tr')].flatMap((row) =>
      [...row.children].flatMap((cell, at) => {
        const head = heads[at] ?? '';
        const lines = textOf(cell).split('\n');
        return label.test(head) && lines.some((line) => bare.test(line))
          ? [`${head}: ${textOf(cell)}`]
          : [];
      }),
    );
  });
  const inFacts = [...document.querySelectorAll('dt')].flatMap((term) => {
    const value = textOf(term.nextElementSibling);
    return label.test(textOf(term)) && bare.test(value) ? [`${textOf(term)}: ${value}`] : [];
  });
  return [...inText, ...inTables, ...inFacts];
}

/** The lines of a screen with an amount that is not grouped or has another sign than ₹. */
export const bareAmountsOf = (page: Page): Promise<string[]> => page.evaluate(findBareAmounts);
