// @vitest-environment page
import { act, createElement, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { KeysHeld, useKeys } from '../../../src/components/use-keys.ts';

const answered: string[] = [];
const ONWARD = ['n'];
const NAMES = ['n', 'r', '1', '?', 'Escape', 'Ctrl+k', 'Ctrl+Enter', 'Ctrl+Shift+Enter'];

function Keyed() {
  const keys = NAMES.map((name) => [name, () => void answered.push(name)] as const);
  useKeys(Object.fromEntries(keys), ONWARD);
  return null;
}

function Late({ coming }: { coming: Promise<string> }) {
  return use(coming);
}

let unmount: (() => Promise<void>) | null = null;

async function show(coming: Promise<string> = Promise.resolve('')): Promise<void> {
  answered.length = 0;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <>
        <Keyed />
        <Suspense fallback={<KeysHeld />}>{createElement(Late, { coming })}</Suspense>
      </>,
    ),
  );
}

afterEach(async () => unmount?.());

let sinceMs = 0;

/** A press so long after the one before, by default a while. */
const press = (
  key: string,
  code: string,
  held: { ctrlKey?: boolean; shiftKey?: boolean; repeat?: boolean } = {},
  { afterMs = 2000, on = document.body }: { afterMs?: number; on?: HTMLElement } = {},
) => {
  const init = { key, code, bubbles: true, cancelable: true, ...held };
  const event = new KeyboardEvent('keydown', init);
  sinceMs += afterMs;
  Object.defineProperty(event, 'timeStamp', { value: sinceMs });
  on.dispatchEvent(event);
};

it('answers in the script that the keyboard writes, with caps lock too', async () => {
  await show();
  press('N', 'KeyN');
  press('ल', 'KeyN');
  press('र', 'KeyR');
  press('१', 'Digit1');
  press('य़', 'Slash', { shiftKey: true });
  press('क', 'KeyK', { ctrlKey: true });
  expect(answered).toEqual(['n', 'n', 'r', '1', '?', 'Ctrl+k']);
  // What a Latin layout moves elsewhere is where its keys say.
  press('q', 'KeyN');
  press('é', 'Semicolon');
  press('Enter', 'Enter', { ctrlKey: true });
  expect(answered.slice(6)).toEqual(['Ctrl+Enter']);
});

it('leaves the keys to a dialog that is asked for and still being loaded', async () => {
  const arrivals: ((text: string) => void)[] = [];
  await show(new Promise<string>((resolve) => arrivals.push(resolve)));
  press('n', 'KeyN');
  press('1', 'Digit1');
  press('Enter', 'Enter', { ctrlKey: true });
  expect(answered).toEqual([]);
  await act(async () => arrivals[0]?.(''));
  press('n', 'KeyN');
  expect(answered).toEqual(['n']);
});

it('leaves out all that was typed in one go when what it was meant for was not there at its beginning', async () => {
  const arrivals: ((text: string) => void)[] = [];
  await show(new Promise<string>((resolve) => arrivals.push(resolve)));
  press('4', 'Digit4');
  await act(async () => arrivals[0]?.(''));
  press('1', 'Digit1', {}, { afterMs: 150 });
  press('n', 'KeyN', {}, { afterMs: 450 });
  press('Shift', 'ShiftLeft', { shiftKey: true }, { afterMs: 450 });
  expect(answered).toEqual([]);
  press('1', 'Digit1', {}, { afterMs: 100 });
  expect(answered).toEqual(['1']);
});

it('keeps what is held back from a group of radio buttons too, to the end of what is typed in one go', async () => {
  answered.length = 0;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => act(async () => root.unmount());
  const chosen: string[] = [];
  const radio = (
    <input
      key="radio"
      type="radio"
      onKeyDown={(event) => {
        if (!event.isDefaultPrevented()) chosen.push(event.key);
      }}
    />
  );
  await act(async () => root.render([radio, <KeysHeld key="held" />]));
  const on = document.querySelector('input') ?? document.body;
  press('8', 'Digit8', {}, { on });
  await act(async () => root.render([radio]));
  press('d', 'KeyD', {}, { afterMs: 50, on });
  press(' ', 'Space', {}, { afterMs: 50, on });
  expect(chosen).toEqual([]);
  press('Tab', 'Tab', {}, { afterMs: 50, on });
  press('d', 'KeyD', {}, { on });
  expect(chosen).toEqual(['Tab', 'd']);
});

it('hears the keys that lead on from what is awaited, and those of a field', async () => {
  answered.length = 0;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => act(async () => root.unmount());
  const field = document.body.appendChild(document.createElement('textarea'));
  await act(async () => root.render([<Keyed key="1" />, <KeysHeld key="2" but={['n']} />]));
  press('n', 'KeyN');
  press('1', 'Digit1');
  expect(answered).toEqual(['n']);
  await act(async () => root.render(<Keyed key="1" />));
  press('Enter', 'Enter', { ctrlKey: true }, { afterMs: 100, on: field });
  expect(answered).toEqual(['n', 'Ctrl+Enter']);
  field.remove();
});

it('gives a key once however long it is held down, and those that lead on as often as they repeat', async () => {
  await show();
  press('Enter', 'Enter', { ctrlKey: true, shiftKey: true });
  press('Enter', 'Enter', { ctrlKey: true, shiftKey: true, repeat: true }, { afterMs: 30 });
  press('r', 'KeyR');
  press('r', 'KeyR', { repeat: true }, { afterMs: 30 });
  press('n', 'KeyN');
  press('n', 'KeyN', { repeat: true }, { afterMs: 30 });
  expect(answered).toEqual(['Ctrl+Shift+Enter', 'r', 'n', 'n']);
});

it('types nothing of a key that is held down into the field that it led to', async () => {
  await show();
  const field = document.body.appendChild(document.createElement('textarea'));
  const typed: string[] = [];
  field.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (!defaultPrevented) typed.push(key);
  });
  press('1', 'Digit1');
  press('1', 'Digit1', { repeat: true }, { on: field });
  press('2', 'Digit2', {}, { on: field });
  press('2', 'Digit2', { repeat: true }, { on: field });
  press('1', 'Digit1', {}, { on: field });
  press('1', 'Digit1', { repeat: true }, { on: field });
  expect(answered).toEqual(['1']);
  expect(typed).toEqual(['2', '2', '1', '1']);
  field.remove();
});
