import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CampaignList } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Page } from '../../contract/paging.ts';
import type { Actor } from '../access/actor.ts';
import { campaignsVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { leadState } from './campaign-rows.ts';

type ListQuery = z.output<typeof campaignCalls.listCampaignLists.query>;
type ListRow = CampaignList & Record<string, unknown>;

const columns = sql`t.id as "_id", t.campaign_id as "campaignId", t.name, t.file_name as "fileName", t.state, t.error,
  t.is_active as "isActive", t.priority, t.row_count as "rowCount", t.expected_rows as "expectedRows",
  t.lead_count as "leadCount", t.row_count - t.lead_count - t.failed_count as "knownCount",
  t.failed_count as "failedCount", t.failed_rows as "failedRows", leads.*, u.full_name as "createdBy",
  t.created_at as "createdAt"`;

const from = sql`campaign_lists t join campaigns m on m.id = t.campaign_id`;

const joins = sql`left join users u on u.id = t.created_by
  cross join lateral (select count(*) filter (where ${leadState} = 'READY')::int as "readyCount",
      count(*) filter (where d.state = 'CALLING')::int as "callingCount",
      count(*) filter (where ${leadState} = 'DONE')::int as "doneCount",
      count(*) filter (where d.state = 'STOPPED')::int as "stoppedCount",
      count(*) filter (where d.attempts > 0)::int as "triedCount",
      count(*) filter (where d.last_result = 'ANSWERED')::int as "reachedCount"
    from campaign_leads d where d.list_id = t.id) leads`;

const toList = (row: ListRow): CampaignList => ({ ...row, createdAt: isoInstant(row.createdAt) });

/** A page of a campaign's lists in the order they are called. Throws 404. */
export async function listLists(
  db: Db,
  actor: Actor,
  campaignId: string,
  page: ListQuery,
): Promise<Page<CampaignList>> {
  const seen = await db.execute(
    sql`select 1 from campaigns m where m.id = ${campaignId} and ${campaignsVisibleTo(actor)}`,
  );
  if (seen.rows.length === 0) throw notFound('This campaign');
  return listPage(db, page, {
    columns,
    from,
    joins,
    where: sql`t.campaign_id = ${campaignId} and t.removed_at is null`,
    order: sql`t.priority desc, t.created_at, t.id`,
    key: sql`t.id`,
    row: toList,
  });
}

/** One list. Throws 404. */
export async function readList(db: Db, actor: Actor, id: string): Promise<CampaignList> {
  const { rows } = await db.execute<ListRow>(sql`select ${columns} from ${from} ${joins}
    where t.id = ${id} and t.removed_at is null and ${campaignsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This list');
  return toList(row);
}

/** A list held against other changes until the transaction's end. */
export interface LockedList {
  readonly id: string;
  readonly campaignId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly priority: number;
  readonly state: CampaignList['state'];
  readonly storeKey: string | null;
}

/** Locks a list. Throws 404. */
export async function lockList(tx: Db, actor: Actor, id: string): Promise<LockedList> {
  const { rows } = await tx.execute<LockedList & Record<string, unknown>>(sql`
    select t.id, t.campaign_id as "campaignId", t.name, t.is_active as "isActive", t.priority, t.state,
      t.store_key as "storeKey"
    from campaign_lists t join campaigns m on m.id = t.campaign_id
    where t.id = ${id} and t.removed_at is null and ${campaignsVisibleTo(actor)} for update of t`);
  const [row] = rows;
  if (!row) throw notFound('This list');
  return row;
}
