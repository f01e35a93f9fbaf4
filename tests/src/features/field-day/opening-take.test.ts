// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeOpening } from '../../../../src/features/field-day/opening-take.ts';
import { noteClock } from '../../../../src/lib/clock.ts';

const CARD = '<ul><li data-index="1"><a href="/field-agent/loan?id=1">Asha</a></li></ul>';

const showDay = (rest = '') => {
  document.body.innerHTML = `<div id="root"><main>${rest}${CARD}</main></div>`;
};

afterEach(() => noteClock(null));

beforeEach(() => {
  window.history.replaceState(null, '', '/field-agent-loans');
});

it('has the day, without what passes: a start would draw its cards higher', () => {
  showDay('<aside data-passing>Set up a PIN</aside><aside>Storage is nearly full</aside>');
  const taken = takeOpening();
  expect(taken?.html).toContain('Asha');
  expect(taken?.html).toContain('Storage is nearly full');
  expect(taken?.html).not.toContain('PIN');
  expect(taken?.address).toBe('/field-agent-loans');
});

it('is not taken of what a start would not show: loans that are coming, what was searched for, an order by where the agent stands', () => {
  showDay('<div role="progressbar"></div>');
  expect(takeOpening()).toBeNull();
  showDay();
  expect(takeOpening()).not.toBeNull();
  for (const view of ['sort=distance', 'search=1']) {
    window.history.replaceState(null, '', `/field-agent-loans?${view}`);
    expect(takeOpening()).toBeNull();
  }
});

it('is the right day’s on a phone whose clock is wrong: it ends when that day does', () => {
  showDay();
  const heardMs = Date.parse('2026-11-30T16:30:00Z'); // 10 PM in India
  for (const hours of [3, -3]) {
    const by = hours * 3_600_000;
    noteClock({ heardMs, offsetMs: -by });
    const until = takeOpening(heardMs + by)?.until ?? 0;
    expect(until - (heardMs + by)).toBe(2 * 3_600_000 - 1);
  }
});
