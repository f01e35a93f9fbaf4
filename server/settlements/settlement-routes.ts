import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { settlementCalls } from '../../contract/settlement-calls.ts';
import type { SettlementQuery } from '../../contract/settlement-calls.ts';
import { settlementRuleCalls } from '../../contract/settlement-rule.ts';
import type { SettlementDetail } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { atOnce } from '../access/work-origin.ts';
import { withUploads } from '../attached-files/attached-file-service.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import type { Handled } from '../http/serve.ts';
import { sendDraft } from './letter-draft-service.ts';
import { decideSettlement } from './settlement-deciding-service.ts';
import { readSettlement } from './settlement-detail.ts';
import { sendLetter, uploadLetter } from './settlement-letters-service.ts';
import {
  countMine,
  listPending,
  listSettlementClients,
  listSettlements,
  refuseForeignId,
} from './settlement-list.ts';
import { proposeSettlement, proposedLoan, readLimits } from './settlement-proposing-service.ts';
import { reportSettlements } from './settlement-report.ts';
import { changeSettlementPart, removeSettlementPart } from './settlement-parts.ts';
import {
  changeSettlementRule,
  listSettlementMatrix,
  listSettlementRules,
} from './settlement-rules.ts';

interface ByRole {
  readonly actor: Actor;
  readonly query: SettlementQuery & { readonly id?: string | undefined };
}

/** A proposal with the files of its form; what was not attached to anything does not stay. */
async function propose(
  context: Context,
  { actor, body, files }: Handled<typeof settlementCalls.proposeSettlement>,
): Promise<SettlementDetail> {
  const { db, settings } = context;
  const proposing = { businessTz: settings.businessTz, origin: atOnce };
  await withUploads(context, files, {
    refuse: () => proposedLoan(db, actor, body, atOnce),
    work: (uploads) =>
      runCommand(db, actor, (command) =>
        proposeSettlement(command, actor, body, { ...proposing, uploads }),
      ),
  });
  return readSettlement(context, actor, body._id);
}

/** Settlements (spec 7.8): lists by role, decisions, letters, rules and the report. */
export function registerSettlementRoutes(app: FastifyInstance, context: Context): void {
  const listOwn = async ({ actor, query }: ByRole) => {
    refuseForeignId(actor, query.id);
    return listSettlements(context, actor, query);
  };
  const read = async (actor: Actor, id: string) => ({
    data: await readSettlement(context, actor, id),
  });
  serve(app, context, settlementCalls, {
    listManagerSettlements: listOwn,
    listCollectorSettlements: listOwn,
    listAdminSettlements: listOwn,
    listClientAdminSettlements: listOwn,
    listClientSettlements: listOwn,
    listSettlementClients: ({ actor, query }) =>
      listSettlementClients(context.db, actor, query.managerId),
    listPendingClientReports: ({ actor, query }) => listPending(context, actor, query),
    listSettlementsByManager: ({ actor, query }) =>
      listSettlements(
        context,
        actor,
        query,
        query.managerId && sql`l.manager_id = ${query.managerId}`,
      ),
    listSettlementsByClient: ({ actor, query }) =>
      listSettlements(
        context,
        actor,
        query,
        query.clientId && sql`s.client_id = ${query.clientId}`,
      ),
    readSettlement: ({ actor, params }) => read(actor, params.id),
    updateSettlementStatus: async ({ actor, body }) => {
      await decideSettlement(context, actor, body);
      return read(actor, body._id);
    },
    approveByClient: async ({ actor, body }) => {
      await decideSettlement(context, actor, body);
      return read(actor, body._id);
    },
    uploadLetter: async ({ actor, query, body, files }) => {
      await uploadLetter(context, actor, query.id, files, body.confirmReason);
      return read(actor, query.id);
    },
    downloadLetter: ({ actor, query, reply }) => sendLetter(context, actor, query, reply),
    draftLetter: ({ actor, query, reply }) => sendDraft(context, actor, query, reply),
    proposeSettlement: async (handled) => ({ data: await propose(context, handled) }),
    readSettlementLimits: async ({ actor, query }) => {
      const today = businessDay(context.settings.businessTz);
      return { data: await readLimits(context.db, actor, query.loanId, today) };
    },
    countSettlements: async ({ actor }) => ({ data: { mine: await countMine(context, actor) } }),
  });
  registerRules(app, context);
}

/** Clients' rules, and the report. */
function registerRules(app: FastifyInstance, context: Context): void {
  serve(app, context, settlementRuleCalls, {
    listSettlementRules: ({ actor }) => listSettlementRules(context.db, actor),
    changeSettlementRule: ({ actor, params, body }) =>
      changeSettlementRule(context, actor, params.clientId, body),
    changeSettlementPart: ({ actor, params, body }) =>
      changeSettlementPart(context, actor, params, body),
    removeSettlementPart: ({ actor, params }) => removeSettlementPart(context, actor, params),
    listSettlementMatrix: ({ actor }) => listSettlementMatrix(context.db, actor),
    reportSettlements: ({ actor, query }) => reportSettlements(context, actor, query),
  });
}
