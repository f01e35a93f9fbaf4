import type { FastifyInstance } from 'fastify';
import { campaignCalls } from '../../contract/campaign-calls.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { registerCall } from '../http/register-call.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { assignCampaignAgents, listCampaignAgents } from './campaign-agents.ts';
import { listLeads, resetLeads } from './campaign-leads.ts';
import { listCampaigns, readCampaign } from './campaign-rows.ts';
import { changeCampaign, createCampaign, moveCampaign } from './campaign-service.ts';
import { changeList, removeList } from './list-change.ts';
import { chooseList } from './campaign-list-service.ts';
import { listLists } from './list-rows.ts';
import { lookIntoList, uploadList } from './list-upload.ts';

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw badInput('Attach the file, CSV or XLSX.', undefined, 'NO_FILE');
  return file;
}

function registerLists(app: FastifyInstance, context: Context): void {
  registerCall(app, context, campaignCalls.listCampaignLists, ({ actor, params, query }) =>
    listLists(context.db, actor, params.id, query),
  );
  registerCall(app, context, campaignCalls.lookIntoList, ({ body, files }) =>
    lookIntoList(onlyFile(files), body.sheetName ?? null),
  );
  registerCall(app, context, campaignCalls.uploadList, ({ actor, body, files }) =>
    uploadList(context, actor, onlyFile(files), body),
  );
  registerCall(app, context, campaignCalls.chooseList, ({ actor, body }) =>
    chooseList(context, actor, body),
  );
  registerCall(app, context, campaignCalls.changeList, ({ actor, body }) =>
    changeList(context, actor, body),
  );
  registerCall(app, context, campaignCalls.removeList, ({ actor, body }) =>
    removeList(context, actor, body._id),
  );
  registerCall(app, context, campaignCalls.listLeads, ({ actor, params, query }) =>
    listLeads(context.db, actor, params.id, query),
  );
  registerCall(app, context, campaignCalls.resetLeads, ({ actor, body }) =>
    resetLeads(context, actor, body),
  );
}

/** Campaigns of the dialer: their settings, agents, lists and leads. */
export function registerCampaignRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, campaignCalls.listCampaigns, ({ actor, query }) =>
    listCampaigns(context, actor, query),
  );
  registerCall(app, context, campaignCalls.getCampaign, ({ actor, params }) =>
    readCampaign(context.db, context.settings.businessTz, actor, params.id),
  );
  registerCall(app, context, campaignCalls.createCampaign, ({ actor, body }) =>
    createCampaign(context, actor, body),
  );
  registerCall(app, context, campaignCalls.changeCampaign, ({ actor, body }) =>
    changeCampaign(context, actor, body),
  );
  registerCall(app, context, campaignCalls.moveCampaign, ({ actor, body }) =>
    moveCampaign(context, actor, body._id, body.state),
  );
  registerCall(app, context, campaignCalls.listCampaignAgents, ({ actor, params, query }) =>
    listCampaignAgents(context, actor, params.id, query),
  );
  registerCall(app, context, campaignCalls.assignCampaignAgents, ({ actor, body }) =>
    assignCampaignAgents(context, actor, body),
  );
  registerLists(app, context);
}
