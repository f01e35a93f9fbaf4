// @vitest-environment page
import { expect, it } from 'vitest';
import { Sentence } from '../../../src/components/figure.tsx';
import { render } from '../support/render.tsx';

it('a sentence says what it said, and each of its days is in one piece', async () => {
  const words = 'Promised ₹2,259 by 23-11-2026,\nand on 01-12-2026 the rest: 12-34 are no days';
  await render(<Sentence words={words} />);
  expect(document.body.textContent).toContain(words);
  const pieces = [...document.querySelectorAll('span')].map(({ textContent }) => textContent);
  expect(pieces).toEqual(expect.arrayContaining(['23-11-2026', '01-12-2026']));
  expect(pieces).not.toContain('12-34');
});
