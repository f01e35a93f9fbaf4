// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest';
import type { BiDoor } from '../../../../contract/bi.ts';
import { useBiAway } from '../../../../src/features/visualizations/bi-reach.ts';
import { render } from '../../support/render.tsx';
import { PATIENCE } from '../../../support/patience.ts';

afterEach(() => vi.unstubAllGlobals());

const door: BiDoor = {
  cookies: [],
  subscription_type: 'primary_explorar',
  tool: 'METABASE',
  url: 'https://bi.example/embed/dashboard/token',
  guestToken: null,
  expiresAt: '2026-11-26T00:00:00.000Z',
};

function Reach() {
  return <output>{useBiAway(door) ? 'away' : 'there'}</output>;
}

it.each([
  ['away', vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('Failed to fetch'))],
  ['there', vi.fn<typeof globalThis.fetch>().mockResolvedValue(new Response())],
])('tells that a BI tool is %s by asking for the address of its frame', async (said, fetch) => {
  vi.stubGlobal('fetch', fetch);
  const { one } = await render(<Reach />);
  await vi.waitFor(() => expect(one('output').textContent).toBe(said), PATIENCE);
  expect(fetch.mock.calls[0]?.[0]).toBe(door.url);
});
