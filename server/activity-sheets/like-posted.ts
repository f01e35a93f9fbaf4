import type pg from 'pg';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import { fileSentence, findFileWords } from '../../contract/file-words.ts';
import { countText } from '../../contract/rupees.ts';

/** How many rows that a sheet would post look like payments that stand already: the others have nothing to say. */
export async function countLikePosted(
  client: pg.PoolClient,
  { _id, kind }: Pick<ActivitySheet, '_id' | 'kind'>,
): Promise<number> {
  if (kind !== 'PAYMENT' && kind !== 'BANK_PAID') return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from activity_sheet_rows
     where sheet_id = $1 and outcome = any($2::text[]) and problems is not null`,
    [_id, POSTED_OUTCOMES[kind]],
  );
  return rows[0]?.count ?? 0;
}

/** A sheet's notes with the one that tells of such rows, or without it when there are none. */
export function withLikePosted(notes: readonly string[], count: number): string[] {
  const others = notes.filter((note) => findFileWords(note)?.[0]?.word !== 'likes-posted');
  if (count === 0) return others;
  return [fileSentence('likes-posted', { count: countText(count) }), ...others];
}
