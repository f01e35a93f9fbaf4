// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { takeOpening } from '../../../../src/features/field-day/opening-take.ts';

const CARD = '<ul><li data-index="1"><a href="/field-agent/loan?id=1">Asha</a></li></ul>';

const showDay = (rest = '') => {
  document.body.innerHTML = `<div id="root"><main>${rest}${CARD}</main></div>`;
};

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
