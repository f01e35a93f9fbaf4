// @vitest-environment page
import { expect, it } from 'vitest';
import type { ChartRow } from '../../../contract/visualization.ts';
import { AnswerDrawing } from '../../../src/components/answer-drawing.tsx';
import { render } from '../support/render.tsx';

const cities = ['Pune', 'Nashik', 'Satara'];

const row = (by: string, at: number): ChartRow => ({
  by,
  and: null,
  byId: null,
  value: 100 + at,
  latitude: 18 + at,
  longitude: 73,
  isRest: false,
  isAndRest: false,
});

const words = {
  by: (value: string | null) => value ?? 'None',
  and: null,
  others: 'All others',
  figure: 'Dues in stock',
};

it.each([
  [2, false],
  [3, true],
])('draws a map of %i known cities: %s', async (count, isMap) => {
  const view = await render(
    <AnswerDrawing
      label="Dues by city"
      categoryTitle="City"
      rows={cities.slice(0, count).map(row)}
      words={words}
      kind="MAP"
      unit="rupees"
      isKindTold
    />,
  );
  expect(view.text().includes('The larger the circle')).toBe(isMap);
  expect(view.text().includes('Shown as bars')).toBe(!isMap);
});
