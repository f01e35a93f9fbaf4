const EVERY_MS = 300;

/** What a job works on was cancelled or removed meanwhile: nothing of the job is kept. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/**
 * Reports progress now and then, at once with `isNow`. `note` writes it on a connection of its own, since the job's
 * transaction can't be seen from outside, and answers false when the work was cancelled: that throws JobCancelled.
 */
export function progressReporter(
  note: (doneRows: number, totalRows: number | null) => Promise<boolean>,
) {
  let lastMs = -Infinity;
  return async (doneRows: number, totalRows: number | null, isNow = false): Promise<void> => {
    const nowMs = performance.now();
    if (!isNow && nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    if (!(await note(doneRows, totalRows))) throw new JobCancelled();
  };
}

/** How many rows a file that is still being read has in the end; null while nothing tells. */
export const likelyTotal = (piece: { rows: number; expectedRows: number }): number | null =>
  piece.expectedRows === 0 ? null : Math.max(piece.rows, piece.expectedRows);
