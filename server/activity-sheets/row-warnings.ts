import type pg from 'pg';
import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import { fileSentence, findFileWords } from '../../contract/file-words.ts';
import { countText } from '../../contract/rupees.ts';

/** Rows that a sheet would post and somebody should look at before. */
export interface RowWarnings {
  /** They look like payments that stand already. */
  readonly likes: number;
  /** Their day is more than a year ago. */
  readonly old: number;
  /** The oldest of these days, as people read it. */
  readonly oldest: string | null;
}

const NONE: RowWarnings = { likes: 0, old: 0, oldest: null };

/** Counts the rows with warnings: of those that would be posted the others have nothing to say. A warning of a day has it as value. */
export async function countWarnings(
  client: pg.PoolClient,
  { _id, kind }: Pick<ActivitySheet, '_id' | 'kind'>,
): Promise<RowWarnings> {
  if (kind !== 'PAYMENT' && kind !== 'BANK_PAID') return NONE;
  const { rows } = await client.query<RowWarnings>(
    `select count(*) filter (where problems @> '[{"value": ""}]')::int as likes, count(*) filter (where is_old)::int as old,
       to_char(min(on_date) filter (where is_old), 'DD-MM-YYYY') as oldest
     from (select problems, on_date, problems @> jsonb_build_array(jsonb_build_object('value', on_date::text)) as is_old
       from activity_sheet_rows where sheet_id = $1 and outcome = any($2::text[]) and problems is not null) warned`,
    [_id, POSTED_OUTCOMES[kind]],
  );
  return rows[0] ?? NONE;
}

const isWarning = (note: string): boolean =>
  ['likes-posted', 'days-year-ago'].includes(findFileWords(note)?.[0]?.word ?? '');

/** A sheet's notes with what there is to warn of now. */
export function withWarnings(notes: readonly string[], found: RowWarnings): string[] {
  const { likes, old, oldest } = found;
  return [
    ...(likes > 0 ? [fileSentence('likes-posted', { count: countText(likes) })] : []),
    ...(old > 0 && oldest !== null
      ? [fileSentence('days-year-ago', { count: countText(old), day: oldest })]
      : []),
    ...notes.filter((note) => !isWarning(note)),
  ];
}
