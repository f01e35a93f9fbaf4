import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type {
  dataInsightCalls,
  Insight,
  InsightDetail,
  InsightProfile,
} from '../../contract/data-insight.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import { insightsVisibleTo, insightsWholeFor } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { notAllowed, notFound } from '../errors.ts';
import { seesMaskedPhones, textFor } from '../loans/loan-rows-service.ts';

interface InsightRow extends Omit<InsightDetail, 'fields' | 'rows'>, Record<string, unknown> {
  clientId: string;
  storeKey: string;
}

/** A file as the server knows it. */
export interface InsightRecord {
  readonly wire: InsightDetail;
  readonly clientId: string;
  readonly storeKey: string;
  /** Whole for whoever asks questions; the wire has it for those who see the whole file. */
  readonly profile: InsightProfile | null;
}

/** What people set of a file. */
export const insightSettings = (id: SQL): SQL =>
  sql`select w.name, w.is_shared, w.expires_at from data_insights w where w.id = ${id}`;

const columnsFor = (
  actor: Actor,
): SQL => sql`i.id as "_id", i.name, i.file_name as "fileName", c.name as "clientName",
  o.full_name as owner, i.owner_id = ${actor.userId} as "isOwn", i.is_shared as "isShared",
  ${insightsWholeFor(actor)} as "isWhole", i.state, i.done_rows as "doneRows", i.total_rows as "totalRows", i.error,
  i.sheet_name as "sheetName", i.sheets, i.join_column as "joinColumn", i.matched_rows as "matchedRows", i.profile,
  ${revisionOf(insightSettings(sql`i.id`))} as revision, i.created_at as "createdAt", i.expires_at as "expiresAt", i.client_id as "clientId", i.store_key as "storeKey"`;

const FROM = sql`data_insights i join clients c on c.id = i.client_id join users o on o.id = i.owner_id`;

/** What was found in a file, as a reader sees it: phone numbers among the values too. */
function profileFor({ role }: Actor, { joinColumn, profile }: InsightRow): InsightProfile | null {
  if (profile === null || !seesMaskedPhones(role)) return profile;
  const columns = profile.columns.map((column, at) => {
    if (column.kind !== 'TEXT' || at === joinColumn) return column;
    const top = column.top.map((each) => ({ ...each, value: textFor(role, each.value) }));
    return { ...column, top };
  });
  return { ...profile, columns };
}

function toRecord(actor: Actor, found: InsightRow): InsightRecord {
  const { clientId, storeKey, profile, ...row } = found;
  const fields = (profile?.columns ?? []).map(({ name, kind }) => ({ name, kind }));
  return {
    clientId,
    storeKey,
    profile,
    wire: {
      ...row,
      // How many rows there are tells nothing to whoever sees only some of them.
      rows: row.isWhole ? (profile?.rows ?? 0) : 0,
      matchedRows: row.isWhole ? row.matchedRows : 0,
      doneRows: row.isWhole ? row.doneRows : 0,
      totalRows: row.isWhole ? row.totalRows : null,
      createdAt: isoInstant(row.createdAt),
      expiresAt: isoInstant(row.expiresAt),
      fields,
      profile: row.isWhole ? profileFor(actor, found) : null,
    },
  };
}

/** A file that the actor may look into. Throws 404. */
export async function readInsight(db: Db, actor: Actor, id: string): Promise<InsightRecord> {
  const { rows } = await db.execute<InsightRow>(
    sql`select ${columnsFor(actor)} from ${FROM} where i.id = ${id} and ${insightsVisibleTo(actor)}`,
  );
  const [row] = rows;
  if (!row) throw notFound('This file');
  return toRecord(actor, row);
}

/** The same for who may change it: its owner, or an admin. Throws 404 and 403. */
export async function readOwnInsight(db: Db, actor: Actor, id: string): Promise<InsightRecord> {
  const found = await readInsight(db, actor, id);
  if (!found.wire.isOwn && !isAdmin(actor))
    throw notAllowed('Only who uploaded this file, or an admin, may change it.');
  return found;
}

/** The files that the actor may look into, newest first. */
export function listInsights(
  db: Db,
  actor: Actor,
  { search, ...page }: CallRequest<typeof dataInsightCalls.listInsights>['query'],
): Promise<Page<Insight>> {
  return listPage(db, page, {
    columns: columnsFor(actor),
    from: FROM,
    where: allOf([
      insightsVisibleTo(actor),
      search !== undefined && search !== '' && contains(search, sql`i.name`, sql`i.file_name`),
    ]),
    order: sql`i.created_at desc, i.id desc`,
    row: (row: InsightRow) => toRecord(actor, row).wire,
  });
}
