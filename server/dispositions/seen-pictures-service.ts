import { sql } from 'drizzle-orm';
import type { EarlierVisit } from '../../contract/disposition.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import type { DispositionRow } from './disposition-rows-service.ts';

/** Who looks at the visits of others: neither the agents themselves nor a lender's people. */
const WATCHERS: ReadonlySet<Role> = new Set<Role>(['ADMIN', 'SUPER_ADMIN', 'PARTNER', 'MANAGER']);

interface SeenRow extends EarlierVisit, Record<string, unknown> {
  fileId: string;
}

/** Of these files those that stand on an earlier visit too, each with the first of them. */
async function firstVisitsOf(
  db: Db,
  actor: Actor,
  fileIds: readonly string[],
): Promise<Map<string, EarlierVisit>> {
  const { rows } = await db.execute<SeenRow>(sql`
    select f.id as "fileId", e.*
    from files f join dispositions v on v.id = f.disposition_id
      cross join lateral (
        select d.id as "dispositionId", d.recorded_at as "disCreatedAt", seen.id as "loanId",
          seen.loan_number as "Loan_ID", case when seen.id is not null then u.full_name end as "Agent_Name"
        from files o join dispositions d on d.id = o.disposition_id join users u on u.id = d.agent_id
          left join lateral (select l.id, l.loan_number from loans l
            where l.id = d.loan_id and ${loansVisibleTo(actor)}) seen on true
        where o.sha256 = f.sha256 and o.delivered_at is not null and d.channel = 'FIELD'
          and (d.recorded_at, d.id) < (v.recorded_at, v.id)
        order by d.recorded_at, d.id limit 1) e
    where f.id = any(${sql.param(fileIds)}::uuid[]) and f.delivered_at is not null`);
  return new Map(
    rows.map(({ fileId, ...visit }) => [
      fileId,
      { ...visit, disCreatedAt: isoInstant(visit.disCreatedAt) },
    ]),
  );
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
  if (!WATCHERS.has(actor.role)) return [...rows];
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
