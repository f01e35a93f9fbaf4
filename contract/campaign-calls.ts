import { z } from 'zod';
import { CALL_RESULTS } from './call-recording.ts';
import { says } from './errors.ts';
import {
  CAMPAIGN_STATES,
  campaignAgentSchema,
  campaignSchema,
  campaignSettingsSchema,
} from './campaign.ts';
import {
  LEAD_STATES,
  campaignLeadSchema,
  campaignListSchema,
  leadResetSchema,
  listByFilterSchema,
  listLookSchema,
  listUploadSchema,
} from './campaign-list.ts';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, textSchema } from './values.ts';

const session = { roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const byId = z.object({ id: idSchema });
const fileForm = { bodyKind: 'multipart', files: { file: 1 }, bodyLimit: 50_000_000 } as const;

/** Campaigns of the dialer: a client admin's are those of its lender. */
export const campaignCalls = callsOf('campaigns', {
  listCampaigns: {
    ...session,
    method: 'GET',
    path: '/campaigns',
    summary: 'Campaigns with their counts, running ones first.',
    query: z.object({
      ...pageQueryFields,
      search: textSchema(100).optional(),
      state: z.enum(CAMPAIGN_STATES).optional(),
    }),
    answer: pageOf(campaignSchema),
  },
  getCampaign: {
    ...session,
    method: 'GET',
    path: '/campaigns/:id',
    summary: 'One campaign.',
    params: byId,
    answer: campaignSchema,
  },
  createCampaign: {
    ...session,
    method: 'POST',
    path: '/campaigns',
    summary: 'Make a campaign, paused.',
    body: campaignSettingsSchema.extend({ clientId: idSchema.nullish() }),
    answer: campaignSchema,
  },
  changeCampaign: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/campaigns',
    summary:
      'Change a campaign. 409 STALE_REVISION when somebody changed it meanwhile. A new name goes to its agents too.',
    body: campaignSettingsSchema.extend({ _id: idSchema, revision: z.int() }),
    answer: campaignSchema,
  },
  moveCampaign: {
    ...session,
    method: 'PUT',
    path: '/campaigns/state',
    summary: 'Run, pause or end a campaign. One that ended can be paused and run again.',
    body: z.object({ _id: idSchema, state: z.enum(CAMPAIGN_STATES) }),
    answer: campaignSchema,
  },
  listCampaignAgents: {
    ...session,
    method: 'GET',
    path: '/campaigns/:id/agents',
    summary: 'Agents at the dialer: those of the campaign first, then those who could join.',
    params: byId,
    query: z.object({ ...pageQueryFields, search: textSchema(100).optional() }),
    answer: pageOf(campaignAgentSchema),
  },
  assignCampaignAgents: {
    ...session,
    roles: ADMINS,
    method: 'PUT',
    path: '/campaigns/agents',
    summary: 'Agents join the campaign (it becomes their predictive process) or leave it.',
    body: z.object({
      _id: idSchema,
      join: z.array(idSchema).max(1000).default([]),
      leave: z.array(idSchema).max(1000).default([]),
    }),
    answer: z.object({ joined: z.int(), left: z.int() }),
  },
  listCampaignLists: {
    ...session,
    method: 'GET',
    path: '/campaigns/:id/lists',
    summary: 'The lists of a campaign in the order they are called.',
    params: byId,
    query: z.object(pageQueryFields),
    answer: pageOf(campaignListSchema),
  },
  lookIntoList: {
    ...session,
    ...fileForm,
    isDoneOnce: false,
    method: 'POST',
    path: '/campaign-lists/look',
    summary: "Look into a list's file: headers, first rows, suggested columns. Stores nothing.",
    body: z.object({ sheetName: textSchema(120).optional() }),
    answer: listLookSchema,
  },
  uploadList: {
    ...session,
    ...fileForm,
    method: 'POST',
    path: '/campaign-lists',
    summary:
      'Load a list from a file, in the background. 409 when the campaign has this file already.',
    body: listUploadSchema,
    answer: campaignListSchema,
  },
  chooseList: {
    ...session,
    method: 'POST',
    path: '/campaign-lists/by-filter',
    summary: 'Load a list of the active loans that match.',
    body: listByFilterSchema,
    answer: campaignListSchema,
  },
  changeList: {
    ...session,
    method: 'PUT',
    path: '/campaign-lists',
    summary: 'Rename a list, switch it on or off, change its place among the others.',
    body: z.object({
      _id: idSchema,
      name: textSchema(120).min(1, says('name-missing')).optional(),
      isActive: z.boolean().optional(),
      priority: z.int().min(0).max(9).optional(),
    }),
    answer: campaignListSchema,
  },
  removeList: {
    ...session,
    method: 'DELETE',
    path: '/campaign-lists',
    summary: 'Remove a list: its leads are called no more; what was called stays in the reports.',
    body: z.object({ _id: idSchema }),
    answer: z.object({ success: z.boolean(), stopped: z.int() }),
  },
  listLeads: {
    ...session,
    method: 'GET',
    path: '/campaigns/:id/leads',
    summary: 'The leads of a campaign in the order of their priority.',
    params: byId,
    query: z.object({
      ...pageQueryFields,
      listId: idSchema.optional(),
      state: z.enum(LEAD_STATES).optional(),
      lastResult: z.enum(CALL_RESULTS).optional(),
      search: textSchema(100).optional(),
    }),
    answer: pageOf(campaignLeadSchema),
  },
  resetLeads: {
    ...session,
    method: 'PUT',
    path: '/campaign-leads/reset',
    summary:
      'Leads that are done begin anew at once; those of closed loans and of lists that are off stay stopped.',
    body: leadResetSchema,
    answer: z.object({ reset: z.int() }),
  },
});
