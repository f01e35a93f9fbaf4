import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobCancelled, likelyTotal, progressReporter } from '../../server/jobs/job-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the progress of a job', () => {
  it('is written now and then, and at once when that is asked', async () => {
    const note = vi
      .fn<(done: number, total: number | null) => Promise<boolean>>()
      .mockResolvedValue(true);
    const report = progressReporter(note);
    await report(1, null);
    await report(2, null);
    vi.advanceTimersByTime(1000);
    await report(3, null);
    await report(10, 10, true);
    expect(note.mock.calls).toEqual([
      [1, null],
      [3, null],
      [10, 10],
    ]);
  });

  it('ends the job when its work was cancelled', async () => {
    const report = progressReporter(async () => Promise.resolve(false));
    await expect(report(1, 5)).rejects.toThrow(JobCancelled);
  });

  it('tells a total only where there is one, never less than what was read', () => {
    expect([
      likelyTotal({ rows: 5, expectedRows: 0 }),
      likelyTotal({ rows: 5, expectedRows: 3 }),
      likelyTotal({ rows: 5, expectedRows: 90 }),
    ]).toEqual([null, 5, 90]);
  });
});
