// @vitest-environment page
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DayInput } from '../../../src/components/day-input.tsx';
import { Dialog } from '../../../src/components/dialog.tsx';
import type { DayInputProps } from '../../../src/components/day-input.tsx';
import { NO_DAY } from '../../../src/components/use-typed-day.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

function Promise() {
  const [day, setDay] = useState<string | null>('2026-11-20');
  return <DayInput label="Day" value={day} onChange={setDay} />;
}

const key = (name: string) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
const calendar = () => document.querySelector('[data-dates-dropdown]');

async function enter() {
  const view = await render(<Promise />);
  const input = view.one('input') as HTMLInputElement;
  await act(async () => input.focus());
  await key('ArrowDown');
  await vi.waitFor(() => expect(focused()).toBe('20 November 2026'), PATIENCE);
  return input;
}

it('an arrow goes into the calendar, Enter takes a day and leads back', async () => {
  const input = await enter();
  await key('ArrowRight');
  expect(focused()).toBe('21 November 2026');
  await act(async () => (document.activeElement as HTMLElement).click());
  expect(document.activeElement).toBe(input);
  expect(input.value).toBe('21-11-2026');
  await vi.waitFor(() => expect(calendar()).toBeNull(), PATIENCE);
});

it('Escape leads back to the input, and the next arrow in again', async () => {
  const input = await enter();
  await key('Escape');
  expect(document.activeElement).toBe(input);
  await vi.waitFor(() => expect(calendar()).toBeNull(), PATIENCE);
  await key('ArrowDown');
  await vi.waitFor(() => expect(focused()).toBe('20 November 2026'), PATIENCE);
});

it('in a dialog Escape shuts the calendar, and the dialog only once that is shut', async () => {
  const onClose = vi.fn<() => void>();
  const view = await render(
    <Dialog title="Promise" onClose={onClose}>
      <Promise />
    </Dialog>,
  );
  await act(async () => (view.one('input') as HTMLInputElement).focus());
  await vi.waitFor(() => expect(calendar()).not.toBeNull(), PATIENCE);
  await key('Escape');
  await vi.waitFor(() => expect(calendar()).toBeNull(), PATIENCE);
  expect(onClose).not.toHaveBeenCalled();
  await key('Escape');
  expect(onClose).toHaveBeenCalledTimes(1);
});

/** Types over what stands there. */
async function type(input: HTMLInputElement, text: string) {
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const leave = (input: HTMLInputElement) => act(async () => input.blur());

async function typing(props: Partial<DayInputProps> = {}) {
  const changed = vi.fn<(day: string | null) => void>();
  function Field() {
    const [day, setDay] = useState<string | null>(null);
    const change = (next: string | null) => {
      changed(next);
      setDay(next);
    };
    return (
      <>
        <DayInput label="Day" value={day} onChange={change} {...props} />
        <button type="button" onClick={() => setDay('2026-12-24')}>
          Another day
        </button>
      </>
    );
  }
  const view = await render(<Field />);
  const input = view.one('input') as HTMLInputElement;
  return { view, input, changed };
}

it('reads what was typed in a hurry when it is left', async () => {
  const { input, changed } = await typing();
  await type(input, '5-1-27');
  expect(changed).not.toHaveBeenCalled();
  await leave(input);
  expect(changed).toHaveBeenLastCalledWith('2027-01-05');
  expect(input.value).toBe('05-01-2027');
});

it('what is no day stays and says so, and a form does not keep the day before', async () => {
  const { view, input, changed } = await typing({ noDay: NO_DAY });
  await type(input, '05-01-2027');
  await type(input, '31-2-27');
  await leave(input);
  expect(changed).toHaveBeenLastCalledWith(NO_DAY);
  expect(input.value).toBe('31-2-27');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(view.text()).toContain('Give the date as DD-MM-YYYY.');
  await act(async () => (view.one('button') as HTMLButtonElement).click());
  expect(input.value).toBe('24-12-2026');
});

it('a day before the first stays and names the first', async () => {
  const { view, input, changed } = await typing({ noDay: NO_DAY, min: '2026-11-28' });
  await type(input, '5-1-26');
  await leave(input);
  expect(changed).toHaveBeenLastCalledWith(NO_DAY);
  expect(input.value).toBe('5-1-26');
  expect(view.text()).toContain('Choose 28-11-2026 or a later day.');
});

it('keeps what was typed while its day is slow to come back', async () => {
  const view = await render(<DayInput label="Day" value={null} onChange={() => undefined} />);
  const input = view.one('input') as HTMLInputElement;
  await type(input, '05-01-2027');
  await leave(input);
  expect(input.value).toBe('05-01-2027');
});
