// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  drawOpening,
  endOpening,
  endOpeningWhenStill,
  holdOpening,
  isOpeningTrue,
  openingPlace,
  releaseOpening,
} from '../../../src/lib/opening.ts';
import type { OpeningPicture } from '../../../src/lib/opening-picture.ts';

const CARD = '<a href="/field-agent/loan?id=1">Asha</a>';

const picture = (html = CARD): OpeningPicture => ({
  ...openingPlace(),
  html: `<main>${html}</main>`,
  styles: '.card { color: red }',
  takenAt: 1000,
  until: 2000,
});

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  endOpening();
  vi.useRealTimers();
});

const box = () => document.querySelector('#opening');

it('a picture is shown only where it was taken, by the same build, on the same day', () => {
  const place = openingPlace();
  const taken = picture();
  expect(isOpeningTrue(taken, place, 1500)).toBe(true);
  const others = [
    { ...place, address: '/field-agent-loans?view=all' },
    { ...place, width: place.width + 1 },
    { ...place, build: 'another' },
    { ...place, language: 'hi' },
  ];
  expect(others.map((other) => isOpeningTrue(taken, other, 1500))).toEqual(others.map(() => false));
  // Midnight, and a clock that was set back.
  expect([2000, 999].map((nowMs) => isOpeningTrue(taken, place, nowMs))).toEqual([false, false]);
});

it('goes without a trace when the app has drawn its own screen', () => {
  drawOpening(picture());
  expect(box()?.textContent).toContain('Asha');
  expect(document.documentElement.hasAttribute('data-opening')).toBe(true);
  endOpening();
  expect(box()).toBeNull();
  expect(document.documentElement.hasAttribute('data-opening')).toBe(false);
  expect(() => endOpening()).not.toThrow();
});

function tapOn(html: string, selector: string): Event {
  drawOpening(picture(html));
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  box()?.querySelector(selector)?.dispatchEvent(event);
  return event;
}

it('a card that is tapped before the app is there opens when it is', () => {
  const opened = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  expect(tapOn(CARD, 'a').defaultPrevented).toBe(true);
  const root = document.querySelector('#root');
  if (root === null) throw new Error('There is no root.');
  root.innerHTML = `<a href="/other">Bina</a>${CARD}`;
  root.querySelectorAll('a')[1]?.addEventListener('click', opened);
  endOpening();
  vi.runAllTimers();
  expect(opened).toHaveBeenCalledOnce();
});

it('a tap on the search puts the cursor into the app’s own', () => {
  tapOn('<input aria-label="Search" />', 'input');
  const root = document.querySelector('#root');
  if (root === null) throw new Error('There is no root.');
  root.innerHTML = '<input aria-label="Search" id="own" />';
  endOpening();
  vi.runAllTimers();
  expect(document.activeElement?.id).toBe('own');
});

it('what is typed before the app is there stands in the app’s own field', () => {
  drawOpening(picture('<input aria-label="Search" />'));
  const early = box()?.querySelector('input');
  if (!early) throw new Error('There is no field.');
  early.value = 'Asha';
  const root = document.querySelector('#root');
  if (root === null) throw new Error('There is no root.');
  root.innerHTML = '<input aria-label="Search" id="own" />';
  const heard = vi.fn<(event: Event) => void>();
  root.addEventListener('input', heard);
  endOpening();
  vi.runAllTimers();
  expect(root.querySelector('input')?.value).toBe('Asha');
  expect(heard).toHaveBeenCalledOnce();
});

it('a loan that is not listed any more still opens: its page says what became of it', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  tapOn(CARD, 'a');
  endOpening();
  vi.runAllTimers();
  expect(assign.mock.calls.map(([to]) => String(to))).toEqual([
    expect.stringContaining('/field-agent/loan?id=1'),
  ]);
});

it('a telephone number is called at once', () => {
  expect(tapOn('<a href="tel:+919999999999">Call</a>', 'a').defaultPrevented).toBe(false);
});

it('stays until what stands above the list is there, so that no card moves from under the thumb', () => {
  drawOpening(picture());
  for (const notice of ['device', 'password']) holdOpening(notice);
  releaseOpening('device');
  endOpeningWhenStill();
  expect(box()).not.toBeNull();
  releaseOpening('password');
  expect(box()).toBeNull();
});

it('waits neither for what was there before the list, nor for long, nor where the session is over', () => {
  drawOpening(picture());
  holdOpening('device');
  releaseOpening('device');
  endOpeningWhenStill();
  expect(box(), 'all was there').toBeNull();

  drawOpening(picture());
  holdOpening('device');
  endOpeningWhenStill();
  vi.advanceTimersByTime(1000);
  expect(box(), 'it never comes').toBeNull();

  drawOpening(picture());
  holdOpening('device');
  endOpening();
  expect(box(), 'the login is there').toBeNull();
});
