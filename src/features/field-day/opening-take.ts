import { clockOffset } from '../../lib/clock.ts';
import { inBusinessZone } from '../../lib/dates.ts';
import { openingPlace } from '../../lib/opening.ts';
import type { OpeningPicture } from '../../lib/opening-picture.ts';

/** Cards further down than so much of the window's height are not in the picture. */
const WINDOWS = 1.2;
/** What says how it stands now (the network, what waits, alerts) is left to the app. */
const LIVE = '[data-live]';
/** What stands there for a while (a toast, an offer) is not in it: a start does not show it, and cards stand higher then. */
const PASSING = '[data-passing]';
/** While any of these is there, the screen is not as a start would show it. */
const UNSETTLED =
  '[role="dialog"], [role="alertdialog"], [role="progressbar"], [data-loading], #opening';
/** A landing screen that shows the day shows the same. */
const FIELD_DAY = '/field-agent-loans';
/** A class name in a selector. */
const CLASS = /\.((?:[\w-]|\\.)+)/g;

/** The picture of the day's screen as it stands; null when a start would not show it so. */
export function takeOpening(now = Date.now()): OpeningPicture | null {
  const root = document.getElementById('root');
  const isSettled =
    window.scrollY < 8 &&
    document.querySelector(UNSETTLED) === null &&
    !isForgotten(new URLSearchParams(window.location.search));
  if (root === null || !isSettled || root.querySelector('li[data-index] a[href]') === null)
    return null;
  const copy = copyOf(root);
  const offsetMs = clockOffset(now);
  return {
    ...openingPlace(),
    ...(window.location.search === '' && { address: FIELD_DAY }),
    html: copy.innerHTML,
    styles: stylesOf(copy),
    takenAt: now,
    // The day ends by the right clock; a start looks at this device's.
    until:
      inBusinessZone(now + offsetMs)
        .endOf('day')
        .valueOf() - offsetMs,
  };
}

/** A start knows neither where the agent stands nor what was searched for: that is forgotten with the page. */
const isForgotten = (address: URLSearchParams): boolean =>
  address.get('sort') === 'distance' || address.has('search');

function copyOf(root: HTMLElement): HTMLElement {
  const far = [...root.querySelectorAll('li[data-index]')].filter(
    (row) => row.getBoundingClientRect().top > window.innerHeight * WINDOWS,
  );
  const places = new Set(far.map((row) => row.getAttribute('data-index')));
  const copy = root.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('A copy of the page is of another kind.');
  for (const row of copy.querySelectorAll('li[data-index]'))
    if (places.has(row.getAttribute('data-index'))) row.remove();
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove();
  for (const live of copy.querySelectorAll<HTMLElement>(LIVE)) live.style.visibility = 'hidden';
  return copy;
}

let lastStyles: { of: string; styles: string } | null = null;

/** The rules for the classes of a copy, of every sheet but the page's own first one, in their order; kept for the next. */
function stylesOf(copy: HTMLElement): string {
  const classes = new Set<string>();
  for (const element of copy.querySelectorAll('[class]'))
    for (const name of element.classList) classes.add(name);
  const first = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.href;
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null && href !== first);
  const of = [...sheets.map(({ href }) => href), ...[...classes].toSorted()].join(' ');
  if (lastStyles?.of !== of) {
    const rules = sheets.flatMap((sheet) => rulesOf(sheet.cssRules, classes));
    lastStyles = { of, styles: rules.join('\n') };
  }
  return lastStyles.styles;
}

function rulesOf(rules: CSSRuleList, classes: ReadonlySet<string>): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule)
      return isFor(rule.selectorText, classes) ? [rule.cssText] : [];
    if (!(rule instanceof CSSGroupingRule)) return [];
    const inner = rulesOf(rule.cssRules, classes);
    const head = rule.cssText.slice(0, rule.cssText.indexOf('{'));
    return inner.length === 0 ? [] : [`${head}{${inner.join('\n')}}`];
  });
}

/** Could a selector fit an element with these classes? */
function isFor(selector: string, classes: ReadonlySet<string>): boolean {
  return selector
    .split(',')
    .some((part) => [...part.matchAll(CLASS)].every(([, name = '']) => classes.has(name)));
}
