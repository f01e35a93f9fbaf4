import { newId } from '../../server/ids.ts';
import type { Organisation } from './organisation.mts';
import type { Visit } from './page/engine.ts';

/** So many visits to so many loans in turns, in the order in which they are made. */
export function planVisits(
  loanIds: readonly string[],
  count: number,
  photoBytes = 0,
): readonly Visit[] {
  return Array.from({ length: count }, (_, at) => {
    const opId = newId();
    const remarks = `Nobody opened. Visit ${at + 1} of this round, ${opId}.`;
    return { loanId: loanIds[at % loanIds.length] ?? '', opId, remarks, photoBytes };
  });
}

/** What became of visits on the way. */
export interface Arrived {
  readonly lost: number;
  readonly doubled: number;
  /** Arrived after a later one of the same loan. */
  readonly reordered: number;
}

/** Compares what was saved with what arrived, by what was recorded and in the order of arrival. */
export function compareArrival(saved: readonly Visit[], arrived: readonly string[]): Arrived {
  const place = new Map<string, number>();
  for (const [at, remarks] of arrived.entries()) if (!place.has(remarks)) place.set(remarks, at);
  const lost = saved.filter((visit) => !place.has(visit.remarks)).length;
  const newest = new Map<string, number>();
  let reordered = 0;
  for (const { loanId, remarks } of saved) {
    const at = place.get(remarks);
    if (at === undefined) continue;
    if (at < (newest.get(loanId) ?? -1)) reordered += 1;
    newest.set(loanId, Math.max(at, newest.get(loanId) ?? -1));
  }
  return { lost, doubled: arrived.length - place.size, reordered };
}

/** The remarks of these visits in the server's tables, in the order in which they were committed. */
export async function arrivedAtServer(
  { pool }: Organisation,
  saved: readonly Visit[],
): Promise<string[]> {
  const found = await pool.query<{ remarks: string }>(
    `select d.remarks from dispositions d join audit_log a on a.entity_id = d.id::text
       and a.action = 'disposition.record'
     where d.remarks = any($1::text[]) order by a.sequence`,
    [saved.map(({ remarks }) => remarks)],
  );
  return found.rows.map(({ remarks }) => remarks);
}
