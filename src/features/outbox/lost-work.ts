import type { SequenceRanges } from '../../../contract/queued-work.ts';
import type { OutboxItem } from '../../offline/outbox-item.ts';

/** Numbers of work that is nowhere any more, and what is known of when it was saved (milliseconds; null: not known). */
export interface LostRange {
  from: number;
  to: number;
  /** Saving of the nearest item before that is still known here. */
  after: number | null;
  /** Saving of the nearest item after. */
  before: number | null;
}

type Known = Pick<OutboxItem, 'sequence' | 'savedAt'>;

/** Lost numbers with the times of the items around them, which tell the agent which visits they were. */
export function lostRanges(ranges: SequenceRanges, items: readonly Known[]): LostRange[] {
  const known = [...items].sort((one, other) => one.sequence - other.sequence);
  return ranges.map(([from, to]) => ({
    from,
    to,
    after: known.findLast((item) => item.sequence < from)?.savedAt ?? null,
    before: known.find((item) => item.sequence > to)?.savedAt ?? null,
  }));
}
