// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardPresses } from '../../../src/components/press-guard.ts';

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = '<button>Verify</button><button>Undo</button><input />';
  stop = guardPresses();
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

const at = (place: number) => document.body.children[place] as HTMLElement;

/** Whether a press of a key at a time does what it does by itself. */
function isDone(target: HTMLElement, time: number, key = 'Enter', repeat = false): boolean {
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
  vi.spyOn(event, 'timeStamp', 'get').mockReturnValue(time);
  return target.dispatchEvent(event);
}

it('a second press at once leaves alone what has the focus by then', () => {
  expect(isDone(at(0), 1000)).toBe(true);
  expect(isDone(at(1), 1180)).toBe(false);
  expect(isDone(at(1), 1600, ' ')).toBe(false);
  expect(isDone(at(1), 2200)).toBe(true);
});

it('a key that is held presses once', () => {
  expect(isDone(at(0), 1000)).toBe(true);
  expect(isDone(at(0), 1600, 'Enter', true)).toBe(false);
  expect(isDone(at(1), 1640, 'Enter', true)).toBe(false);
  expect(isDone(at(1), 1700)).toBe(false);
});

it('whoever goes on by another key, or presses the same again, is not held up', () => {
  expect(isDone(at(0), 1000)).toBe(true);
  expect(isDone(at(0), 1100)).toBe(true);
  expect(isDone(at(0), 1150, 'Tab')).toBe(true);
  expect(isDone(at(1), 1200)).toBe(true);
});

it('a field takes every press', () => {
  expect(isDone(at(0), 1000)).toBe(true);
  expect(isDone(at(2), 1100)).toBe(true);
  expect(isDone(at(2), 1200, ' ', true)).toBe(true);
});

/** Whether a click does what it does by itself; `count` is the browser's, of clicks at one place in a row. */
const isClicked = (target: Element, count: number, clientX = 40): boolean =>
  target.dispatchEvent(
    new MouseEvent('click', {
      detail: count,
      clientX,
      clientY: 9,
      bubbles: true,
      cancelable: true,
    }),
  );

it('a double click leaves alone what comes up under the mouse, be it no button', () => {
  const row = document.createElement('div');
  document.body.append(row);
  expect(isClicked(at(0), 1)).toBe(true);
  expect(isClicked(at(1), 2)).toBe(false);
  expect(isClicked(row, 3)).toBe(false);
  expect(isClicked(row, 1)).toBe(true);
});

it('the same clicked again, a field, quick clicks elsewhere and those of keys are not held up', () => {
  const icon = document.createElement('i');
  at(0).append(icon);
  expect(isClicked(at(0), 1)).toBe(true);
  expect(isClicked(icon, 2)).toBe(true);
  expect(isClicked(at(2), 2)).toBe(true);
  expect(isClicked(at(1), 2, 60)).toBe(true);
  expect(isClicked(at(0), 0)).toBe(true);
});

const boxAt = (y: number, height: number) => new DOMRect(20, y, 80, height);

interface ClickedOptions {
  /** How far down the pointer goes meanwhile. */
  slid?: number;
  /** The button's. */
  height?: number;
  /** What becomes of the button. */
  meanwhile?: (button: HTMLElement) => void;
}

/**
 * What is clicked by a press that goes down on the first button and comes up when that is at `y`, as a browser reports it:
 * on `target`.
 */
function clickedBy(y: number, target: Element, more: ClickedOptions = {}): string | null {
  const { slid = 0, height = 30, meanwhile } = more;
  let clicked: string | null = null;
  const note = (event: Event) => {
    clicked = (event.target as Element).textContent;
  };
  document.body.addEventListener('click', note);
  const box = vi.spyOn(at(0), 'getBoundingClientRect').mockReturnValue(boxAt(10, height));
  const place = { clientX: 40, clientY: 20, bubbles: true, cancelable: true };
  at(0).dispatchEvent(new PointerEvent('pointerdown', { ...place, isPrimary: true, button: 0 }));
  box.mockReturnValue(boxAt(y, height));
  meanwhile?.(at(0));
  target.dispatchEvent(new MouseEvent('click', { ...place, clientY: 20 + slid, detail: 1 }));
  document.body.removeEventListener('click', note);
  return clicked;
}

it('a press whose button moves away under it presses that button, and nothing else', () => {
  // A mouse clicks what both have around them, a finger what lies there by now.
  expect(clickedBy(60, document.body)).toBe('Verify');
  expect(clickedBy(60, at(1))).toBe('Verify');
});

const takeAway = (button: HTMLElement) => button.remove();

it('a button that moves away and is disabled meanwhile is not pressed, nor what is around it', () => {
  const sent = vi.spyOn(at(0), 'dispatchEvent');
  const disable = (button: HTMLElement) => {
    sent.mockClear();
    button.setAttribute('disabled', '');
  };
  expect(clickedBy(60, at(1), { meanwhile: disable })).toBeNull();
  expect(sent).not.toHaveBeenCalled();
});

it('a press on what something came over, or what is gone by now, presses nothing in its place', () => {
  expect(clickedBy(10, at(1))).toBeNull();
  expect(clickedBy(10, at(1), { meanwhile: takeAway })).toBeNull();
});

it('whoever slides off a button presses it not', () => {
  expect(clickedBy(60, at(1), { slid: 40 })).toBe('Undo');
  expect(clickedBy(10, at(1), { slid: 7, height: 13 })).toBe('Undo');
});
