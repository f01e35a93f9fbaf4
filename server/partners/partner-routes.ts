import type { FastifyInstance } from 'fastify';
import { partnerCalls } from '../../contract/partner.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readPartnerRemoval, removePartner } from './partner-removal.ts';
import { listPartners, readPartner } from './partner-rows.ts';
import { addPartner, changePartner, setPartnerActive } from './partner-service.ts';

/** Serves the partners: firms that bring managers, agents and lenders. */
export function registerPartnerRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, partnerCalls, {
    listPartners: ({ actor, query }) => listPartners(context, actor, query),
    readPartner: async ({ actor, params }) => ({
      data: await readPartner(context.db, actor, params.id),
    }),
    addPartner: async ({ actor, body }) => ({
      data: await addPartner(context, actor, body),
    }),
    changePartner: async ({ actor, params, body }) => ({
      data: await changePartner(context, actor, { params, body }),
    }),
    readPartnerRemoval: async ({ actor, params }) => ({
      data: await readPartnerRemoval(context.db, actor, params.id),
    }),
    setPartnerActive: async ({ actor, params, body }) => ({
      data: await setPartnerActive(context, actor, params.id, body.isActive),
    }),
    removePartner: ({ actor, params, query }) =>
      removePartner(context, actor, params.id, query.successorId),
  });
}
