import { describe, expect, it } from 'vitest';
import { mergePages } from '../../../src/lib/merged-pages.ts';

const row = (_id: string, revision = 1) => ({ _id, revision });

describe('a list read page after page', () => {
  it('shows each row once: where it was first seen, as it was last told', () => {
    const { rows } = mergePages([
      [row('a'), row('b')],
      [row('b', 2), row('c')],
    ]);
    expect(rows).toEqual([row('a'), row('b', 2), row('c')]);
  });

  it('has what was added since in front, once its first page is read again', () => {
    const added = [row('new'), row('a')];
    expect(mergePages([added, [row('b'), row('c')]]).rows.map((one) => one._id)).toEqual([
      'new',
      'a',
      'b',
      'c',
    ]);
  });

  it('ends with an empty page, not with a short one', () => {
    expect(mergePages([[row('a')]]).isLastPage).toBe(false);
    expect(mergePages([[row('a')], []]).isLastPage).toBe(true);
    expect(mergePages([[]])).toEqual({ rows: [], isLastPage: true });
  });

  it('stays in reading order over a hundred thousand rows', () => {
    const pages = Array.from({ length: 1000 }, (_, page) =>
      Array.from({ length: 100 }, (__, at) => row(String(page * 100 + at))),
    );
    expect(mergePages(pages).rows.every((one, at) => one._id === String(at))).toBe(true);
  });
});
