// @vitest-environment page
import { act } from 'react';
import { useSearchParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUrlFilters } from '../../../../src/components/use-url-filters.ts';
import { DESK_FILTERS } from '../../../../src/features/call-desk/desk-filters.ts';
import { DeskOrder } from '../../../../src/features/call-desk/desk-order.tsx';
import { render } from '../../support/render.tsx';
import { settled } from '../../support/screen.tsx';

function Desk({ isByChance }: { isByChance: boolean }) {
  const [params] = useSearchParams();
  return (
    <>
      <DeskOrder url={useUrlFilters(DESK_FILTERS)} isByChance={isByChance} />
      <output>{params.toString()}</output>
    </>
  );
}

const shownOrder = (view: Awaited<ReturnType<typeof render>>) =>
  (view.one('input[aria-label="Order"]') as HTMLInputElement).value;
const choose = async (view: Awaited<ReturnType<typeof render>>, words: string) => {
  await act(async () => view.one('input[aria-label="Order"]').click());
  const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
    ({ textContent }) => textContent === words,
  );
  await act(async () => found?.click());
  await settled();
};

it('orders by the chance to pay, from the first page, and goes back to the usual order', async () => {
  const view = await render(<Desk isByChance={false} />, '/active-loans?bucket=2&page=3');
  expect(shownOrder(view)).toBe('Usual order');
  await choose(view, 'Most likely to pay');
  expect(view.one('output').textContent).toBe('bucket=2&sort=-chanceToPay');
  expect(shownOrder(view)).toBe('Most likely to pay');
  await choose(view, 'Usual order');
  expect(view.one('output').textContent).toBe('bucket=2');
});

it('says that the usual order goes by chance where clients want it', async () => {
  const view = await render(<Desk isByChance />, '/active-loans');
  expect(shownOrder(view)).toBe('Usual: likeliest first');
});

it('claims none of its orders while a column’s is on', async () => {
  const view = await render(<Desk isByChance={false} />, '/active-loans?sort=City');
  expect(shownOrder(view)).toBe('');
  expect(view.one('input[aria-label="Order"]').getAttribute('placeholder')).toBe('By column');
});
