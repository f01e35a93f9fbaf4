import { sql } from 'drizzle-orm';
import type { ListMapping } from '../../contract/campaign-list.ts';
import { FILE_WORDS } from '../../contract/file-words.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { actorOfDecision } from '../identity/actor-service.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { whyGivenUp } from '../spreadsheets/file-refusal.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { readTable } from '../spreadsheets/table-reader.ts';
import type { Upkeep } from '../upkeep.ts';
import type { TargetList } from './lead-adding.ts';
import { loadBatch } from './list-batch.ts';
import { listWish } from './list-file.ts';
import { cellReader, checkRow } from './list-row-check.ts';

/** The queue of lists that wait to be loaded. */
export const LIST_QUEUE = 'campaign-list';

/** Rows that one transaction takes. */
const STEP = 2000;

interface ListToLoad extends TargetList, Record<string, unknown> {
  readonly storeKey: string;
  readonly sheetName: string | null;
  readonly mapping: ListMapping;
  readonly createdBy: string;
}

async function findList(db: Db, id: string): Promise<ListToLoad | null> {
  const { rows } = await db.execute<ListToLoad>(sql`
    select t.id, t.campaign_id as "campaignId", m.client_id as "clientId", t.priority, t.is_active as "isActive",
      t.store_key as "storeKey", t.sheet_name as "sheetName", t.mapping, t.created_by as "createdBy"
    from campaign_lists t join campaigns m on m.id = t.campaign_id
    where t.id = ${id} and t.state = 'LOADING' and t.removed_at is null and t.store_key is not null
      and t.mapping is not null and t.created_by is not null`);
  return rows[0] ?? null;
}

/**
 * Holds the list for one process as long as the transaction lives, and says how many rows an interrupted load has stored:
 * it goes on after them. Null when another process works on it or it is gone.
 */
async function heldRows(tx: Db, id: string): Promise<number | null> {
  const { rows } = await tx.execute<{
    done: number;
  }>(sql`select row_count as done from campaign_lists
    where id = ${id} and state = 'LOADING' and removed_at is null for update skip locked`);
  return rows[0]?.done ?? null;
}

async function loadRows(
  context: Context,
  list: ListToLoad,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const actor = await actorOfDecision(context.db, list.createdBy);
  const wish = listWish(list.mapping, list.sheetName);
  let seen = 0;
  for await (const { header, rows, expectedRows } of readTable(
    path,
    await detectFileKind(path),
    wish,
  )) {
    const cell = cellReader(header, list.mapping);
    for (let from = 0; from < rows.length; from += STEP) {
      if (signal.aborted) return;
      const batch = rows.slice(from, from + STEP);
      const before = seen;
      seen += batch.length;
      await context.db.transaction(async (tx) => {
        const done = await heldRows(tx, list.id);
        // Another process holds it or has come further.
        if (done === null || done > before) return;
        await tx.execute(
          sql`update campaign_lists set expected_rows = ${expectedRows} where id = ${list.id}`,
        );
        await loadBatch(
          tx,
          actor,
          list,
          batch.map((row) => checkRow(row, cell)),
        );
      });
    }
  }
  await context.db.execute(sql`update campaign_lists set state = 'LOADED', expected_rows = row_count
    where id = ${list.id} and state = 'LOADING' and row_count >= ${seen}`);
}

async function fail(db: Db, id: string, reason: string): Promise<void> {
  // Its file may be uploaded again, mended.
  await db.execute(sql`update campaign_lists set state = 'FAILED', error = ${reason}, file_hash = null
    where id = ${id} and state = 'LOADING'`);
}

async function load(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const list = await findList(context.db, id);
  if (list === null) return;
  try {
    await context.fileStore.withLocalFile(list.storeKey, async (path) =>
      loadRows(context, list, path, signal),
    );
  } catch (error) {
    if (error instanceof FileProblem) await fail(context.db, id, error.message);
    else if (error instanceof FileMissingError) await fail(context.db, id, FILE_WORDS['file-gone']);
    else throw error;
  }
}

/** Loads lists in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startListJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: LIST_QUEUE,
    name: 'campaign lists',
    open: sql`select id from campaign_lists where state = 'LOADING' and removed_at is null`,
    work: (id, signal) => load(context, id, signal),
    giveUp: (id, error) => fail(context.db, id, whyGivenUp(error, 'fault-of-list')),
  });
