import { createReadStream } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/call.ts';
import type { dataInsightCalls, InsightDetail } from '../../contract/data-insight.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, badInput, conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { chooseClient } from '../loan-imports/import-tools-service.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { readOrRefuse } from '../spreadsheets/file-refusal.ts';
import { glanceAtTable } from '../spreadsheets/table-reader.ts';
import { isReadHere } from '../spreadsheets/file-thread.ts';
import { wholeCharacters } from '../spreadsheets/whole-characters.ts';
import { DATA_INSIGHT_QUEUE } from './data-insight-jobs.ts';
import { insightWish } from './data-insight-reading.ts';
import { insightSettings, readInsight, readOwnInsight } from './data-insight-record.ts';

/** Files of one person that are kept, and that may wait or be read, at once. */
const MOST_KEPT = 30;
const MOST_AT_ONCE = 3;

type Wanted = BodyOf<typeof dataInsightCalls.uploadInsight>;

/** Refuses what is no table at once; a large file's faults are found by its job. */
async function refuseUnfit(path: string, sheetName: string | null): Promise<void> {
  await readOrRefuse(async () => {
    const kind = await detectFileKind(path);
    if (await isReadHere(path)) await glanceAtTable(path, kind, insightWish(sheetName));
  });
}

/**
 * Takes a file in: stores it, and begins reading it in the background. Throws 400 or 415 when the file is no table or the
 * client is unknown, 422 when the person has too many.
 */
export async function uploadInsight(
  context: Context,
  actor: Actor,
  file: { readonly name: string; readonly path: string },
  wanted: Wanted,
): Promise<InsightDetail> {
  const { db, jobs, fileStore } = context;
  const { sheetName = null, keptDays = 90, isShared = false } = wanted;
  const client = await chooseClient(db, actor, wanted.Client_Name);
  await refuseUnfit(file.path, sheetName);
  const id = newId();
  const storeKey = `data-insights/${id}`;
  const { size, sha256 } = await fileStore.write(storeKey, createReadStream(file.path));
  const ofFile = wholeCharacters(file.name.replace(/\.[a-z]{3,4}$/i, '').slice(0, 120));
  const name = wanted.name || ofFile || 'file';
  try {
    await runCommand(db, actor, async ({ tx, audit }) => {
      // One after the other: two at once would both find room.
      await tx.execute(sql`select id from users where id = ${actor.userId} for update`);
      const { rows } = await tx.execute(sql`
        insert into data_insights (id, client_id, owner_id, name, file_name, store_key, is_shared, sheet_name, expires_at)
        select ${id}, ${client.id}, ${actor.userId}, ${name}, ${file.name}, ${storeKey}, ${isShared}, ${sheetName},
          now() + make_interval(days => ${keptDays})
        where (select count(*) from data_insights o where o.owner_id = ${actor.userId} and o.removed_at is null
            and o.expires_at > now()) < ${MOST_KEPT}
          and (select count(*) from data_insights o where o.owner_id = ${actor.userId} and o.removed_at is null
            and o.state = 'READING') < ${MOST_AT_ONCE}
        returning id`);
      if (rows.length === 0)
        throw againstRules(
          'TOO_MANY_FILES',
          `You may keep ${MOST_KEPT} files, ${MOST_AT_ONCE} of them in work. Remove one, or wait until one is read.`,
        );
      await jobs.add(tx, DATA_INSIGHT_QUEUE, id);
      const details = { client: client.name, fileName: file.name, size, sha256, keptDays };
      audit({ action: 'data-insight.upload', entity: 'data-insight', entityId: id, details });
    });
  } catch (error) {
    await fileStore.remove(storeKey);
    throw error;
  }
  jobs.wake(DATA_INSIGHT_QUEUE);
  return (await readInsight(db, actor, id)).wire;
}

/** Changes a file's name, who sees it and how long it is kept. Throws 404, 403 and 409 STALE_REVISION. */
export async function changeInsight(
  { db }: Context,
  actor: Actor,
  id: string,
  { name, isShared, keptDays, revision }: BodyOf<typeof dataInsightCalls.changeInsight>,
): Promise<InsightDetail> {
  await readOwnInsight(db, actor, id);
  await runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select 1 from data_insights where id = ${id} for update`);
    await refuseStale(tx, revision, insightSettings(sql`${id}`), { kind: 'file', id });
    await tx.execute(sql`update data_insights set name = ${name}, is_shared = ${isShared},
        expires_at = coalesce(now() + make_interval(days => ${keptDays ?? null}::int), expires_at)
      where id = ${id} and removed_at is null`);
    const details = { name, isShared, keptDays: keptDays ?? null };
    audit({ action: 'data-insight.change', entity: 'data-insight', entityId: id, details });
  });
  return (await readInsight(db, actor, id)).wire;
}

/** Has a file read again. Throws 404, 403, and 409 while it is being read. */
export async function readInsightAgain(
  { db, jobs }: Context,
  actor: Actor,
  id: string,
  { sheetName, joinColumn }: BodyOf<typeof dataInsightCalls.readInsightAgain>,
): Promise<InsightDetail> {
  const { wire } = await readOwnInsight(db, actor, id);
  if (joinColumn !== undefined && joinColumn !== null && joinColumn >= wire.fields.length)
    throw badInput('The file has no such column. Open it again.', [
      fieldProblem('joinColumn', 'not-a-choice'),
    ]);
  // Another sheet has other columns.
  const isOther = sheetName !== undefined && sheetName !== wire.sheetName;
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } =
      await tx.execute(sql`update data_insights set state = 'READING', error = null, done_rows = 0,
        sheet_name = coalesce(${sheetName ?? null}, sheet_name),
        is_join_chosen = case when ${isOther} then false else is_join_chosen or ${joinColumn !== undefined} end,
        join_column = case when ${joinColumn !== undefined} then ${joinColumn ?? null}::int else join_column end
      where id = ${id} and state <> 'READING' and removed_at is null returning id`);
    if (rows.length === 0)
      throw conflict('AT_WORK', 'This file is being read. Wait until that is done.');
    await jobs.add(tx, DATA_INSIGHT_QUEUE, id);
    const details = { sheetName: sheetName ?? null, joinColumn: joinColumn ?? null };
    audit({ action: 'data-insight.read-again', entity: 'data-insight', entityId: id, details });
  });
  jobs.wake(DATA_INSIGHT_QUEUE);
  return (await readInsight(db, actor, id)).wire;
}

/** Removes a file: nobody sees it from now on, and what is stored of it is erased soon. Throws 404 and 403. */
export async function removeInsight(
  { db, jobs }: Context,
  actor: Actor,
  id: string,
): Promise<{ removed: boolean }> {
  const { wire } = await readOwnInsight(db, actor, id);
  await runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`update data_insights set removed_at = now() where id = ${id}`);
    // The same queue erases it.
    await jobs.add(tx, DATA_INSIGHT_QUEUE, id);
    const details = { name: wire.name, client: wire.clientName };
    audit({ action: 'data-insight.remove', entity: 'data-insight', entityId: id, details });
  });
  jobs.wake(DATA_INSIGHT_QUEUE);
  return { removed: true };
}
