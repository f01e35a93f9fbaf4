import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { EarlierVisit } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import { earlierVisitColumns, earlierVisitJoins, toEarlierVisit } from './earlier-visit.ts';
import type { MarkRow } from './earlier-visit.ts';

/** The first visit as `e` on which a delivered picture of this content stands, of those (`d`) that are earlier. */
const firstVisit = (actor: Actor, sha256: SQL, isEarlier: SQL): SQL => sql`lateral (
  select ${earlierVisitColumns}
  from files o join dispositions d on d.id = o.disposition_id ${earlierVisitJoins(actor)}
  where o.sha256 = ${sha256} and o.delivered_at is not null and d.channel = 'FIELD' and ${isEarlier}
  order by d.recorded_at, d.id limit 1) e`;

const marksOf = (rows: readonly MarkRow[]) =>
  rows.map(({ markedId, ...visit }) => [markedId, toEarlierVisit(visit)] as const);

/** Of these files those that stand on an earlier visit too, each with the first of them. */
async function firstVisitsOf(
  db: Db,
  actor: Actor,
  fileIds: readonly string[],
): Promise<Map<string, EarlierVisit>> {
  const isEarlier = sql`(d.recorded_at, d.id) < (v.recorded_at, v.id)`;
  const { rows } = await db.execute<MarkRow>(sql`
    select f.id as "markedId", e.* from files f join dispositions v on v.id = f.disposition_id
      cross join ${firstVisit(actor, sql`f.sha256`, isEarlier)}
    where f.id = any(${sql.param(fileIds)}::uuid[]) and f.delivered_at is not null`);
  return new Map(marksOf(rows));
}

/** Of work that waits for review, by its operation: the first visits on which its pictures stand. */
export async function seenPicturesInReview(
  db: Db,
  actor: Actor,
  opIds: readonly string[],
): Promise<Map<string, EarlierVisit[]>> {
  if (opIds.length === 0) return new Map();
  const { rows } = await db.execute<MarkRow>(sql`
    select w.op_id as "markedId", e.* from work_reviews w join files f on f.id = any(w.file_ids) and f.owner_id = w.user_id
      cross join ${firstVisit(actor, sql`f.sha256`, sql`d.recorded_at <= w.proven_to`)}
    where w.op_id = any(${sql.param(opIds)}::uuid[]) and f.store_key is not null and f.disposition_id is null
      and f.content_type like 'image/%'`);
  const seen = new Map<string, EarlierVisit[]>();
  for (const [opId, visit] of marksOf(rows)) seen.set(opId, [...(seen.get(opId) ?? []), visit]);
  return seen;
}

/**
 * The rows, with each picture of a visit marked that stands on an earlier visit too, of whichever loan and agent. Worked out as
 * it is read, by when the visits took place: it is the same in whatever order they and their files came, and a removed visit
 * marks nothing. Documents are not compared: one notice goes to many.
 */
export async function withSeenPictures<Row extends DispositionRow>(
  db: Db,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  const pictures = rows
    .filter(({ channel }) => channel === 'FIELD')
    .flatMap(({ files }) => files.filter(({ contentType }) => contentType.startsWith('image/')));
  if (pictures.length === 0) return [...rows];
  const firstVisits = await firstVisitsOf(
    db,
    actor,
    pictures.map((file) => file._id),
  );
  return rows.map((row) => ({
    ...row,
    files: row.files.map((file) => {
      const earlierVisit = firstVisits.get(file._id);
      return earlierVisit === undefined ? file : { ...file, earlierVisit };
    }),
  }));
}
