import type { FastifyInstance } from 'fastify';
import { partnerCalls } from '../../contract/partner.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { readPartnerRemoval, removePartner } from './partner-removal.ts';
import { listPartners, readPartner } from './partner-rows.ts';
import { addPartner, changePartner, setPartnerActive } from './partner-service.ts';

/** Serves the partners: firms that bring managers, agents and lenders. */
export function registerPartnerRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, partnerCalls.listPartners, async ({ actor, query }) =>
    listPartners(context, actor, query),
  );
  registerCall(app, context, partnerCalls.readPartner, async ({ actor, params }) => ({
    data: await readPartner(context.db, actor, params.id),
  }));
  registerCall(app, context, partnerCalls.addPartner, async ({ actor, body }) => ({
    data: await addPartner(context, actor, body),
  }));
  registerCall(app, context, partnerCalls.changePartner, async ({ actor, params, body }) => ({
    data: await changePartner(context, actor, { params, body }),
  }));
  registerCall(app, context, partnerCalls.readPartnerRemoval, async ({ actor, params }) => ({
    data: await readPartnerRemoval(context.db, actor, params.id),
  }));
  registerCall(app, context, partnerCalls.setPartnerActive, async ({ actor, params, body }) => ({
    data: await setPartnerActive(context, actor, params.id, body.isActive),
  }));
  registerCall(app, context, partnerCalls.removePartner, async ({ actor, params, query }) =>
    removePartner(context, actor, params.id, query.successorId),
  );
}
