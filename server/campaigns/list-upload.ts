import { sql } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { fieldProblem } from '../../contract/errors.ts';
import type { CampaignList, ListLook, ListMapping } from '../../contract/campaign-list.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Actor } from '../access/actor.ts';
import { refuseAbsentColumns } from '../column-mappings/mapping-fitness-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, conflict } from '../errors.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { newId } from '../ids.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { readOrRefuse } from '../spreadsheets/file-refusal.ts';
import { lockCampaign } from './campaign-rows.ts';
import { lookIntoListFile } from './list-file.ts';
import { LIST_QUEUE } from './list-loading.ts';
import { readList } from './list-rows.ts';

type Upload = z.output<typeof campaignCalls.uploadList.body>;

/** Looks into a received file; stores nothing. Throws 400 and 415 with the reason. */
export async function lookIntoList(
  file: UploadedFile,
  sheetName: string | null,
): Promise<ListLook> {
  return readOrRefuse(async () =>
    lookIntoListFile(file.path, await detectFileKind(file.path), sheetName),
  );
}

function refuseUnfit(mapping: ListMapping, headers: readonly string[]): void {
  refuseAbsentColumns(mapping, headers);
  if (mapping.Loan_ID === undefined && mapping.Mobile_Number === undefined)
    throw againstRules(
      'UNMAPPED_FIELD',
      'Choose the column of the loan number or of the mobile number and upload it again.',
      ['Loan_ID', 'Mobile_Number'].map((field) =>
        fieldProblem(`mapping.${field}`, 'column-missing', { headers: [...headers] }),
      ),
    );
}

/**
 * Takes a list's file in and begins to load it in the background. Throws 400, 404 (campaign), 409 when the campaign has this
 * file already, 415, 422 (columns).
 */
export async function uploadList(
  context: Context,
  actor: Actor,
  file: UploadedFile,
  { campaignId, name, sheetName, mapping: given }: Upload,
): Promise<CampaignList> {
  const look = await lookIntoList(file, sheetName ?? null);
  const mapping = given ?? look.suggested;
  refuseUnfit(mapping, look.headers);
  const id = newId();
  const storeKey = `campaign-lists/${id}`;
  const { sha256 } = await context.fileStore.write(storeKey, createReadStream(file.path));
  try {
    return await runCommand(context.db, actor, async ({ tx, audit }) => {
      const campaign = await lockCampaign(tx, actor, campaignId);
      const known = await tx.execute<{ name: string }>(
        sql`select name from campaign_lists where campaign_id = ${campaignId} and file_hash = ${sha256}`,
      );
      if (known.rows[0])
        throw conflict(
          'LIST_LOADED',
          `This file is loaded already, as the list ${known.rows[0].name}. Remove that list to load it again.`,
        );
      await tx.execute(sql`insert into campaign_lists (id, campaign_id, name, file_hash, state, file_name, store_key,
          sheet_name, mapping, created_by)
        values (${id}, ${campaignId}, ${name}, ${sha256}, 'LOADING', ${file.name}, ${storeKey}, ${sheetName ?? null},
          ${JSON.stringify(mapping)}::jsonb, ${actor.userId})`);
      await context.jobs.add(tx, LIST_QUEUE, id);
      audit({
        action: 'campaign.list-upload',
        entity: 'campaign-list',
        entityId: id,
        details: { campaign: campaign.name, name, fileName: file.name, sha256 },
      });
      return readList(tx, actor, id);
    });
  } catch (error) {
    await context.fileStore.remove(storeKey);
    throw error;
  } finally {
    context.jobs.wake(LIST_QUEUE);
  }
}
