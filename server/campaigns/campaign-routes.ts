import type { FastifyInstance } from 'fastify';
import { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { assignCampaignAgents, listCampaignAgents } from './campaign-agents.ts';
import { listLeads, resetLeads } from './campaign-leads.ts';
import { listCampaigns, readCampaign } from './campaign-rows.ts';
import { changeCampaign, createCampaign, moveCampaign } from './campaign-service.ts';
import { changeList, removeList } from './list-change.ts';
import { chooseList } from './campaign-list-service.ts';
import { listLists } from './list-rows.ts';
import { lookIntoList, uploadList } from './list-upload.ts';

/** Campaigns of the dialer: their settings, agents, lists and leads. */
export function registerCampaignRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, campaignCalls, {
    listCampaigns: ({ actor, query }) => listCampaigns(context, actor, query),
    getCampaign: ({ actor, params }) =>
      readCampaign(context.db, context.settings.businessTz, actor, params.id),
    createCampaign: ({ actor, body }) => createCampaign(context, actor, body),
    changeCampaign: ({ actor, body }) => changeCampaign(context, actor, body),
    moveCampaign: ({ actor, body }) => moveCampaign(context, actor, body._id, body.state),
    listCampaignAgents: ({ actor, params, query }) =>
      listCampaignAgents(context, actor, params.id, query),
    assignCampaignAgents: ({ actor, body }) => assignCampaignAgents(context, actor, body),
    listCampaignLists: ({ actor, params, query }) => listLists(context.db, actor, params.id, query),
    lookIntoList: ({ body, files }) => lookIntoList(onlyFile(files), body.sheetName ?? null),
    uploadList: ({ actor, body, files }) => uploadList(context, actor, onlyFile(files), body),
    chooseList: ({ actor, body }) => chooseList(context, actor, body),
    changeList: ({ actor, body }) => changeList(context, actor, body),
    removeList: ({ actor, body }) => removeList(context, actor, body._id),
    listLeads: ({ actor, params, query }) => listLeads(context.db, actor, params.id, query),
    resetLeads: ({ actor, body }) => resetLeads(context, actor, body),
  });
}
