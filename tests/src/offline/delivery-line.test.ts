import { beforeEach, expect, it, vi } from 'vitest';

const load = () => import('../../../src/offline/delivery-line.ts');
let line: Awaited<ReturnType<typeof load>>;

beforeEach(async () => {
  vi.resetModules();
  line = await load();
});

it('parts fit what the line carries in a quarter of a minute', () => {
  expect(line.partBytes()).toBe(262_144);
  expect(line.isLineSlow()).toBe(false);
  // 24 kbit/s.
  line.noteSpeed(30_000, 10_000);
  expect(line.isLineSlow()).toBe(true);
  expect(line.partBytes()).toBe(32_768);
  for (let count = 0; count < 8; count += 1) line.noteSpeed(100_000, 100);
  expect(line.isLineSlow()).toBe(false);
  expect(line.partBytes()).toBe(262_144);
});

it('a short answer to little tells nothing; a long one does', () => {
  line.noteSpeed(900, 400);
  expect(line.isLineSlow()).toBe(false);
  line.noteSpeed(900, 4000);
  expect(line.isLineSlow()).toBe(true);
  expect(line.partBytes()).toBe(4096);
});

it('a busy server is no slow line', () => {
  line.noteSpeed(900, 4000, 3900);
  line.noteSpeed(20_000, 30_000, 29_900);
  expect(line.isLineSlow()).toBe(false);
  expect(line.partBytes()).toBe(262_144);
  // What the server says of itself can't make a line faster than its answers came.
  line.noteSpeed(20_000, 100, 5000);
  line.noteSpeed(20_000, 10_000, -5000);
  expect(line.partBytes()).toBeGreaterThanOrEqual(4096);
});

it('never more than what got through of the file', () => {
  expect(line.partBytes(8192)).toBe(8192);
  expect(line.partBytes(1)).toBe(4096);
});
