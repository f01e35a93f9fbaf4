import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldProblem } from '../../contract/errors.ts';
import type { Campaign, CampaignSettings } from '../../contract/campaign.ts';
import type { campaignCalls } from '../../contract/campaign-calls.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { followAccounts } from '../agent-states/seat-account-service.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { notifyLive } from '../live-events/live-events.ts';
import { renamePredictiveProcess } from '../people/predictive-process-service.ts';
import { seesScores } from '../predictions/score-order-service.ts';
import { refuseCallerIds } from './caller-ids.ts';
import { leadState, lockCampaign, readCampaign } from './campaign-rows.ts';

type LeadOrder = CampaignSettings['leadOrder'];
type NewCampaign = z.output<typeof campaignCalls.createCampaign.body>;
type Change = z.output<typeof campaignCalls.changeCampaign.body>;

/**
 * Throws 409 when another campaign has the name: agents are told apart by it. A lender's admin can't take the agency's agents
 * by naming a campaign as their process either.
 */
async function refuseTakenName(
  tx: Db,
  actor: Actor,
  name: string,
  exceptId: string | null,
): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from campaigns
    where lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid
    union all select 1 from users where ${!isAdmin(actor)} and lower(predictive_process) = lower(${name}) limit 1`);
  if (rows.length > 0)
    throw conflict('NAME_TAKEN', `There is a campaign named ${name}. Choose another name.`, [
      fieldProblem('name', 'taken'),
    ]);
}

/** The lender of a new campaign: the actor's own, or the one that an admin names. Throws 404. */
async function lenderOf(
  tx: Db,
  actor: Actor,
  clientId: string | null,
): Promise<{ id: string; series: string | null } | null> {
  const wanted = isAdmin(actor) ? clientId : actor.clientId;
  if (wanted === null) {
    if (isAdmin(actor)) return null;
    throw notFound('Your client');
  }
  if (clientId !== null && clientId !== wanted) throw notFound('This client');
  const { rows } = await tx.execute<{ id: string; series: string | null }>(sql`
    select c.id, c.caller_id_series as series from clients c
    where c.id = ${wanted} and ${clientsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This client');
  return row;
}

/** Throws 422 where somebody who may not see scores would have the calls ordered by them. */
function refuseScoreOrder(actor: Actor, wanted: LeadOrder, present: LeadOrder | null): void {
  if (wanted !== 'MOST_LIKELY' || present === 'MOST_LIKELY' || seesScores(actor)) return;
  throw againstRules(
    'ORDER_NOT_ALLOWED',
    'Only the agency can call the likeliest to pay first. Choose another order.',
    [fieldProblem('leadOrder', 'not-a-choice')],
  );
}

const settingColumns = (given: CampaignSettings): [string, SQL][] => [
  ['name', sql`${given.name}`],
  ['pacing', sql`${given.pacing}`],
  ['lead_order', sql`${given.leadOrder}`],
  ['next_agent', sql`${given.nextAgent}`],
  ['trunks', sql`${given.trunks}`],
  ['caller_ids', sql`${sql.param([...new Set(given.callerIds)])}::text[]`],
  ['drop_cap_percent', sql`${given.dropCapPercent}`],
  ['max_level', sql`${given.maxLevel}`],
  ['ring_seconds', sql`${given.ringSeconds}`],
  ['wrapup_seconds', sql`${given.wrapupSeconds}`],
  ['max_attempts', sql`${given.maxAttempts}`],
  ['recycle', sql`${JSON.stringify(given.recycle)}::jsonb`],
  ['shift_end', sql`${given.shiftEnd}::time`],
];

/** Stores a campaign, paused, and returns its id. Throws 404, 409 (name), 422 (caller numbers). */
export async function addCampaign(
  { tx, audit }: Command,
  actor: Actor,
  given: CampaignSettings & { clientId?: string | null | undefined },
): Promise<string> {
  const lender = await lenderOf(tx, actor, given.clientId ?? null);
  refuseCallerIds(given.callerIds, lender?.series ?? null);
  refuseScoreOrder(actor, given.leadOrder, null);
  await refuseTakenName(tx, actor, given.name, null);
  const id = newId();
  const columns = settingColumns(given);
  await tx.execute(sql`insert into campaigns (id, client_id, created_by,
      ${sql.join(
        columns.map(([name]) => sql.identifier(name)),
        sql`, `,
      )})
    values (${id}, ${lender?.id ?? null}, ${actor.userId}, ${sql.join(
      columns.map(([, value]) => value),
      sql`, `,
    )})`);
  audit({ action: 'campaign.create', entity: 'campaign', entityId: id, details: { ...given } });
  return id;
}

/** Condition on `u`: agents whose predictive process has a name. */
const agentsOf = (name: string): SQL => sql`lower(u.predictive_process) = lower(${name})`;

/** Makes a campaign. Throws 404, 409, 422. */
export async function createCampaign(
  { db, settings }: Context,
  actor: Actor,
  given: NewCampaign,
): Promise<Campaign> {
  return runCommand(db, actor, async (command) => {
    const id = await addCampaign(command, actor, given);
    await followAccounts(command, agentsOf(given.name));
    return readCampaign(command.tx, settings.businessTz, actor, id);
  });
}

/** Changes a campaign's settings; its agents keep it under a new name. Throws 404, 409 (stale, name), 422. */
export async function changeCampaign(
  { db, settings }: Context,
  actor: Actor,
  { _id: id, revision, ...given }: Change,
): Promise<Campaign> {
  return runCommand(db, actor, async (command) => {
    const { tx, audit } = command;
    const campaign = await lockCampaign(tx, actor, id);
    if (campaign.revision !== revision)
      throw await staleRecord(tx, { kind: 'campaign', id }, { revision: campaign.revision });
    refuseCallerIds(given.callerIds, campaign.callerIdSeries);
    refuseScoreOrder(actor, given.leadOrder, campaign.leadOrder);
    if (given.name.toLowerCase() !== campaign.name.toLowerCase())
      await refuseTakenName(tx, actor, given.name, id);
    const sets = settingColumns(given).map(
      ([name, value]) => sql`${sql.identifier(name)} = ${value}`,
    );
    await tx.execute(sql`update campaigns set ${sql.join(sets, sql`, `)}, revision = revision + 1,
      updated_at = now() where id = ${id}`);
    if (given.name !== campaign.name)
      await renamePredictiveProcess(command, campaign.name, given.name);
    await followAccounts(command, agentsOf(given.name));
    await notifyLive(tx, `campaign:${id}`);
    audit({ action: 'campaign.change', entity: 'campaign', entityId: id, details: { ...given } });
    return readCampaign(tx, settings.businessTz, actor, id);
  });
}

/** Throws 422 when a campaign can't run: nobody to call. */
async function refuseEmpty(tx: Db, id: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from campaign_leads d join campaigns m on m.id = d.campaign_id
      where m.id = ${id} and ${leadState} in ('READY', 'CALLING') limit 1`,
  );
  if (rows.length === 0)
    throw againstRules(
      'NO_LEADS',
      'Nobody is left to call in this campaign. Upload a list or reset its leads first.',
    );
}

/** Runs, pauses or ends a campaign; the same again changes nothing. Throws 404, 422. */
export async function moveCampaign(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  state: Campaign['state'],
): Promise<Campaign> {
  return runCommand(db, actor, async (command) => {
    const { tx, audit } = command;
    const campaign = await lockCampaign(tx, actor, id);
    if (campaign.state !== state) {
      if (state === 'RUNNING') {
        refuseCallerIds(campaign.callerIds, campaign.callerIdSeries);
        await refuseEmpty(tx, id);
      }
      await tx.execute(sql`update campaigns set state = ${state}, revision = revision + 1,
        updated_at = now() where id = ${id}`);
      if (campaign.state === 'ENDED') await followAccounts(command, agentsOf(campaign.name));
      await notifyLive(tx, `campaign:${id}`);
      const details = { from: campaign.state, to: state };
      audit({ action: 'campaign.move', entity: 'campaign', entityId: id, details });
    }
    return readCampaign(tx, settings.businessTz, actor, id);
  });
}
