// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DayInput } from '../../../src/components/day-input.tsx';
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
