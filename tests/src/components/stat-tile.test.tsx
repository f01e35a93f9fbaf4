// @vitest-environment page
import { expect, it } from 'vitest';
import { StatTile } from '../../../src/components/stat-tile.tsx';
import { render } from '../support/render.tsx';

async function lettersOf(value: string): Promise<string> {
  const view = await render(<StatTile label="Difference" value={value} />);
  return view.one('[style*="--letters"]').style.getPropertyValue('--letters');
}

it('a tile knows the longest word of its figure, so that no amount is broken over two lines', async () => {
  expect(await lettersOf('-₹2,00,32,65,771')).toBe('16');
  expect(await lettersOf('1.5 % from ₹1,00,000')).toBe('9');
});

async function isLong(value: string): Promise<boolean> {
  const view = await render(<StatTile label="Due" value={value} />);
  return view.all('[data-long]').length === 1;
}

it('a figure that half of a small phone has no room for has a line of its own', async () => {
  expect(await isLong('₹99,99,99,99,999')).toBe(false);
  expect(await isLong('₹9,99,99,99,99,999')).toBe(true);
});
